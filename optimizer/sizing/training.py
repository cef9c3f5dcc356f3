"""What every gang of a training workload on one server type shares, and how fast a gang is.

A gang is a group of identical devices that trains one job, in the fastest layout that memory holds
(training_search.py). Its rate is the model's (training_time.py), or the asker's own `mfu` over the card's 16-bit peak,
unscaled; wall clock = tokens / (rate · goodput · band).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from optimizer.inputs.measured_rows import TRAINING
from optimizer.sizing.evidence import has_evidence
from optimizer.sizing.goodput import goodput
from optimizer.sizing.links import fabric_bytes_per_s
from optimizer.sizing.option import Band
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.training_families import has_rows, training_band
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_machine import TrainingMachine, inside_rate, machine_of
from optimizer.sizing.training_pinned import NOTHING_PINNED, Pinned
from optimizer.sizing.training_search import Placed, placed
from optimizer.sizing.training_work import Method, TrainingWork, trained_model

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, Ecosystem, Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
    from optimizer.sizing.training_layout import TrainingLayout
    from optimizer.sizing.training_memory import TrainingMemory

FP8_FAMILIES = ("hopper", "blackwell")
"""FP8 training is established in the cuda stack on these alone."""
HOST_MEMORY_SHARE = 0.8
"""Of a server's memory that offloaded states may take; data loading and the system keep the rest."""
SECONDS_PER_DAY, SECONDS_PER_HOUR = 86_400, 3_600


@dataclass(frozen=True, slots=True)
class Gang:
    """A layout that memory holds, at the point prediction."""

    layout: TrainingLayout
    devices: int
    """All devices of the gang; the layout may leave some idle."""
    tokens_per_s: float
    """Of the gang while it trains; goodput and band come on top."""
    memory: TrainingMemory
    """Of one device."""
    fits: bool
    """False: memory is tight, the prediction leaves less than a fifth of itself free."""
    goodput: float
    modelled_tokens_per_s: float
    """By the model, also where the asker's MFU gives the rate: decides between layouts of one rate."""

    @property
    def rank(self) -> tuple[bool, float, float]:
        """The higher the better."""
        return self.fits, self.tokens_per_s, self.modelled_tokens_per_s

    def seconds(self, tokens: float, quantile_factor: float) -> float:
        """Wall clock of a job, s."""
        return tokens / (self.tokens_per_s * self.goodput * quantile_factor)


@dataclass(frozen=True, slots=True)
class Trainer:
    """A training workload on one kind of server."""

    server: Server
    card: Card
    facts: CardFacts
    precision: str
    work: TrainingWork
    mfu: float | None
    """The asker's own."""
    peak_flops: float
    """16-bit dense peak of one device by its data sheet, FLOP/s: what an MFU refers to."""
    fabric_bytes_per_s: float | None
    """Between servers, one direction, per card; None = no fabric."""
    band: Band
    quantile: Literal["p10", "p50"]
    notes: tuple[str, ...]
    batch_tokens: int | None
    """Global batch; None = not limited."""
    offload: bool
    is_consumer: bool
    pinned: Pinned = NOTHING_PINNED
    found: dict[int, list[Placed]] = field(default_factory=dict, compare=False, repr=False)
    """Layouts by the size of the gang, once searched."""

    @property
    def devices(self) -> int:
        return self.server.cards * self.facts.devices

    @property
    def memory_bytes(self) -> float:
        return self.facts.memory_bytes / self.facts.devices

    @property
    def is_linked(self) -> bool:
        return self._inside is not None

    @property
    def _inside(self) -> float | None:
        return inside_rate(self.facts, self.server.scale_up_link)

    @property
    def quantile_factor(self) -> float:
        return self.band.p10 if self.quantile == "p10" else self.band.p50

    def machine(self, devices: int) -> TrainingMachine:
        """A device of a gang of that many: inside one server the host link joins what no scale-up link does."""
        host = self.facts.host_link_bytes_per_s / 2 / self.facts.devices
        outside = host * TRAINING_FITTED["link.pcie"] / TRAINING_FITTED["link.out"]
        if devices > self.devices and self.fabric_bytes_per_s is not None:
            outside = self.fabric_bytes_per_s / self.facts.devices
        cards = self.server.scale_up_domain_cards if self.is_linked else self.server.cards
        return machine_of(
            self.card,
            self.precision,
            inside_bytes_per_s=self._inside,
            outside_bytes_per_s=outside,
            node_devices=cards * self.facts.devices,
        )

    def tried(self, devices: int) -> list[Placed]:
        """Every layout tried for a gang, whatever the host memory."""
        if devices not in self.found:
            self.found[devices] = placed(
                self.work,
                self.machine(devices),
                devices,
                batch_tokens=self.batch_tokens,
                offload=self.offload,
                pinned=self.pinned,
            )
        return self.found[devices]

    def placed(self, devices: int) -> list[Placed]:
        """Those that host memory allows; what stays on the cards always does."""
        return [found for found in self.tried(devices) if self.host_bytes(found, devices) <= self.host_limit_bytes]

    @property
    def host_limit_bytes(self) -> float:
        """Of one server, for offloaded states; a server that states no host memory offers none."""
        return HOST_MEMORY_SHARE * (self.server.host_memory_bytes or 0)

    def host_bytes(self, found: Placed, devices: int) -> float:
        """Of the states in host memory, what one server keeps."""
        return found.memory.host * min(self.devices, devices)

    def mfu_of(self, gang: Gang) -> float:
        """Model FLOPs utilisation of a gang at the point prediction."""
        return gang.tokens_per_s * self.work.model_flops / (gang.devices * self.peak_flops)

    def gangs(self, devices: int) -> list[Gang]:
        """Every layout of a gang that memory holds."""
        return [self.gang(devices, found) for found in self.placed(devices) if found.holds]

    def gang(self, devices: int, found: Placed) -> Gang:
        """A gang in one of its layouts."""
        rate = modelled = found.tokens_per_s
        if self.mfu is not None:
            rate = found.layout.devices * self.mfu * self.peak_flops / self.work.model_flops
        return Gang(found.layout, devices, rate, found.memory, found.fits, goodput(self.work, devices), modelled)

    def choose(self, devices: int, tokens: float, limit_s: float) -> Gang | None:
        """Of the gangs in time at the planning quantile the fastest whose memory fits, else the fastest tight one.

        None where none is in time.
        """
        in_time = [g for g in self.gangs(devices) if g.seconds(tokens, self.quantile_factor) <= limit_s]
        return max(in_time, key=lambda g: g.rank, default=None)

    def least_memory(self, devices: int) -> Miss:
        """By how much the roomiest layout of a gang misses memory."""
        least = min(found.memory.total for found in self.placed(devices))
        need, have = round(least * devices), round(self.memory_bytes * devices)
        return Miss("memory", need, have, "B", least / self.memory_bytes)


def trainer(request: Request, workload: PretrainWorkload | FinetuneWorkload, server: Server) -> Trainer | Miss:
    """Card, precision and band of a pair, or the check it fails first."""
    card = request.catalog.cards[server.card]
    facts = card.facts
    if facts is None:
        return Miss("card", "card facts (memory, bandwidth, rates, link)", "none", "", 1)
    precision = _precision(card, facts, request.catalog.ecosystems[card.ecosystem], workload.precision)
    if isinstance(precision, Miss):
        return precision
    model = request.catalog.models[workload.model]
    finetune = workload.kind == "finetune"
    method: Method = workload.method if workload.kind == "finetune" else "full"
    band = training_band(card, method, is_moe=model.is_moe, finetune=finetune)
    notes = () if has_rows(card) else ("no measured training row for this card family: no-data band",)
    if workload.mfu is not None:
        band = Band(p10=1, p50=1, p90=1, source="mfu of the request")
        notes = (f"speed by the request's own MFU of {workload.mfu:g}, not by the model",)
    return Trainer(
        server=server,
        card=card,
        facts=facts,
        precision=precision,
        work=TrainingWork(
            model=trained_model(model),
            method=method,
            sequence_tokens=workload.sequence_length,
            bits=8 if precision == "fp8" else 16,
            software="generic" if finetune else "tuned",
            states="generic" if finetune else "tuned",
        ),
        mfu=workload.mfu,
        peak_flops=((facts.fp16_flops if precision == "fp16" else facts.bf16_flops) or 0) / facts.devices,
        fabric_bytes_per_s=fabric_bytes_per_s(request.requirements.site.fabric, server),
        band=band,
        quantile=_quantile(request, card),
        notes=notes,
        batch_tokens=workload.global_batch_tokens if workload.kind == "pretrain" else None,
        offload=str(getattr(workload, "offload", "forbid")) == "allow",
        is_consumer=card.market_class == "consumer" and request.requirements.policy.consumer_cards != "allow",
    )


def _precision(card: Card, facts: CardFacts, ecosystem: Ecosystem, asked: tuple[str, ...]) -> str | Miss:
    """The first precision asked for that chip and stack train in."""
    if card.ecosystem == "cann" and facts.bf16_flops is None:
        return Miss("engine", "training", "an inference chip: no training stack", "", 1)
    rates = {"bf16": facts.bf16_flops, "fp16": facts.fp16_flops}
    trained = [p for p, rate in rates.items() if rate and p in ecosystem.weight_precisions]
    if facts.fp8_flops and facts.performance_family in FP8_FAMILIES and ecosystem.id == "cuda":
        trained.append("fp8")
    usable = next((p for p in asked if p in trained), None)
    return usable or Miss("precision", ", ".join(asked), ", ".join(trained) or "none", "", 1)


def _quantile(request: Request, card: Card) -> Literal["p10", "p50"]:
    """Like inference: the median where card and family have enough measured training rows."""
    rule = request.requirements.sizing.quantile
    if rule != "auto":
        return rule
    return "p50" if has_evidence(request.measured_rows, card, TRAINING) else "p10"
