"""What every gang of a training workload on one server type shares, and how fast a gang is.

A gang is a group of identical devices that trains one job. Its rate is the short form's (training_time.py), or the
asker's own `mfu` over the card's 16-bit peak, unscaled; wall clock = tokens / (rate · goodput · band).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from optimizer.inputs.measured_rows import TRAINING
from optimizer.sizing.links import link_class
from optimizer.sizing.option import Band
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.training_families import (
    has_rows,
    reference_flops,
    training_band,
    training_family,
)
from optimizer.sizing.training_memory import (
    FITS_MARGIN,
    STATE_BYTES_GENERIC,
    STATE_BYTES_TUNED,
    Job,
    Layout,
    layouts,
    peak_bytes,
)
from optimizer.sizing.training_time import (
    SPEED_UP_FP8,
    UNKNOWN_RECOMPUTE,
    Method,
    Work,
    attention_width,
    goodput,
    seconds_per_token,
)

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, Ecosystem, LanguageModel, Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload

P50_CARD_ROWS, P50_FAMILY_ROWS = 3, 10
FP8_FAMILIES = ("hopper", "blackwell")
"""FP8 training is established in the cuda stack on these alone."""
SECONDS_PER_DAY, SECONDS_PER_HOUR = 86_400, 3_600


@dataclass(frozen=True, slots=True)
class Gang:
    """A layout that memory holds, at the point prediction."""

    layout: Layout
    devices: int
    """All devices of the gang; the layout may leave some idle."""
    tokens_per_s: float
    """Of the gang while it trains; goodput and band come on top."""
    peak_bytes: float
    fits: bool
    """False: memory is tight, the prediction leaves less than a fifth of itself free."""

    def seconds(self, tokens: float, quantile_factor: float) -> float:
        """Wall clock of a job, s."""
        return tokens / (self.tokens_per_s * goodput(self.devices) * quantile_factor)


@dataclass(frozen=True, slots=True)
class Trainer:
    """A training workload on one kind of server."""

    workload: PretrainWorkload | FinetuneWorkload
    server: Server
    facts: CardFacts
    precision: str
    work: Work
    job: Job
    peak_flops: float
    """16-bit dense peak of one device by its data sheet, FLOP/s: what an MFU refers to."""
    band: Band
    quantile: Literal["p10", "p50"]
    notes: tuple[str, ...]
    sequences: int | None
    """In a global batch; None = not limited."""
    is_consumer: bool

    @property
    def devices(self) -> int:
        return self.server.cards * self.facts.devices

    @property
    def memory_bytes(self) -> float:
        return self.facts.memory_bytes / self.facts.devices

    @property
    def is_linked(self) -> bool:
        return link_class(self.server.scale_up_link) != "pcie"

    @property
    def quantile_factor(self) -> float:
        return self.band.p10 if self.quantile == "p10" else self.band.p50

    def device_rate(self, devices: int, recomputed: float) -> float:
        """Tokens/s of one of `devices` devices."""
        if self.workload.mfu is not None:
            return self.workload.mfu * self.peak_flops / self.work.model_flops
        return 1 / seconds_per_token(self.work, devices, recomputed)

    def mfu(self, gang: Gang) -> float:
        """Model FLOPs utilisation of a gang at the point prediction."""
        return gang.tokens_per_s * self.work.model_flops / (gang.devices * self.peak_flops)

    def candidates(self, devices: int) -> list[tuple[Layout, float]]:
        """Layouts of a gang with their peak memory per device, bytes."""
        linked = min(self.server.scale_up_domain_cards * self.facts.devices, devices) if self.is_linked else 1
        found = layouts(
            self.job, devices, memory_bytes=self.memory_bytes, linked_devices=linked, sequences=self.sequences
        )
        return [(layout, peak_bytes(self.job, layout)) for layout in found]

    def gangs(self, devices: int) -> list[Gang]:
        """Every layout of a gang that memory holds."""
        return [
            Gang(
                layout=layout,
                devices=devices,
                tokens_per_s=layout.devices
                * self.device_rate(layout.devices, 1.0 if layout.recompute else UNKNOWN_RECOMPUTE),
                peak_bytes=peak,
                fits=peak * FITS_MARGIN <= self.memory_bytes,
            )
            for layout, peak in self.candidates(devices)
            if peak <= self.memory_bytes
        ]

    def choose(self, devices: int, tokens: float, limit_s: float) -> Gang | None:
        """Of the gangs in time at the planning quantile the fastest whose memory fits, else the fastest tight one.

        None where none is in time.
        """
        in_time = [g for g in self.gangs(devices) if g.seconds(tokens, self.quantile_factor) <= limit_s]
        return max(in_time, key=lambda g: (g.fits, g.tokens_per_s), default=None)

    def least_memory(self, devices: int) -> Miss:
        """By how much the roomiest layout of a gang misses memory."""
        least = min((peak for _, peak in self.candidates(devices)), default=self.memory_bytes)
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
    method: Method = "full" if workload.kind == "pretrain" else workload.method
    family = training_family(card)
    band = training_band(family, model, method, finetune=workload.kind == "finetune")
    notes = () if has_rows(family) else ("no measured training row for this card family: no-data band",)
    if workload.mfu is not None:
        band = Band(p10=1, p50=1, p90=1, source="mfu of the request")
        notes = (f"speed by the request's own MFU of {workload.mfu:g}, not by the model",)
    batch = workload.global_batch_tokens if workload.kind == "pretrain" else None
    return Trainer(
        workload=workload,
        server=server,
        facts=facts,
        precision=precision,
        work=Work(
            active_params=model.active_params,
            attention=model.layers * attention_width(model) * workload.sequence_length,
            is_moe=model.is_moe,
            method=method,
            speed_up=SPEED_UP_FP8 if precision == "fp8" else 1.0,
            flops=reference_flops(card, facts, precision) * family.efficiency,
        ),
        job=_job(model, method, workload),
        peak_flops=((facts.fp16_flops if precision == "fp16" else facts.bf16_flops) or 0) / facts.devices,
        band=band,
        quantile=_quantile(request, card, facts),
        notes=notes,
        sequences=None if batch is None else batch // workload.sequence_length,
        is_consumer=card.market_class == "consumer" and request.requirements.policy.consumer_cards != "allow",
    )


def _job(model: LanguageModel, method: Method, workload: PretrainWorkload | FinetuneWorkload) -> Job:
    return Job(
        params=model.total_params,
        active_params=model.active_params,
        layers=model.layers,
        hidden=model.hidden_size,
        vocabulary=model.vocab_size,
        experts=model.experts,
        method=method,
        sequence_tokens=workload.sequence_length,
        state_bytes=STATE_BYTES_TUNED if workload.kind == "pretrain" else STATE_BYTES_GENERIC,
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


def _quantile(request: Request, card: Card, facts: CardFacts) -> Literal["p10", "p50"]:
    """Like inference: the median where card and family have enough measured training rows."""
    rule = request.requirements.sizing.quantile
    if rule != "auto":
        return rule
    on_card = request.measured_rows.by_card.get(f"{card.id}/{TRAINING}", 0)
    in_family = request.measured_rows.by_family.get(f"{facts.performance_family}/{TRAINING}", 0)
    return "p50" if on_card >= P50_CARD_ROWS and in_family >= P50_FAMILY_ROWS else "p10"
