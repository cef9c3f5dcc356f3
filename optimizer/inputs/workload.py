"""Workloads of a request: inference and measured services (design: one demand each)."""

from typing import Annotated, Literal

from pydantic import Field

from optimizer.frozen import Frozen
from optimizer.inputs.fields import (
    Count,
    Flag,
    Name,
    NonNegativeCount,
    NotFlag,
    OpenShare,
    PositiveNumber,
    PositiveShare,
    Share,
)
from optimizer.inputs.traffic import Latency, Traffic
from optimizer.inputs.training_parts import Reinforcement, Samples

WeightPrecision = Literal["fp16", "bf16", "fp8", "w8a8", "int8", "int4", "w4a8", "nvfp4", "mxfp4", "q4_k_m", "q8_0"]
KvPrecision = Literal["bf16", "fp16", "fp8", "int8"]


Factor = Annotated[float, Field(strict=True, ge=0.5, le=5, allow_inf_nan=False)]


class Speculation(Frozen):
    """Speculative decoding as the asker knows it; never assumed."""

    speedup: Factor
    """Tokens per second of decoding over those without it. The draft model's memory is not counted."""
    source: Name | None = None


class Disaggregation(Frozen):
    """Prefill and decode on separate replicas as the asker knows it; never assumed."""

    goodput_factor: Factor
    """Requests/s within the latency limits, per card, over those of replicas that do both."""
    source: Name | None = None


class Choice(Frozen):
    """Allowed (empty = all) and forbidden ids; forbidden wins."""

    allowed: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    def admits(self, item_id: str) -> bool:
        return item_id not in self.forbidden and (not self.allowed or item_id in self.allowed)


Growth = Annotated[tuple[PositiveNumber, ...], Field(min_length=1, max_length=10)]


MaxTypes = Annotated[int, NotFlag, Field(strict=True, ge=1, le=10)]
SplitShare = Annotated[float, Field(strict=True, ge=0.1, le=0.5, allow_inf_nan=False)]


class WorkloadBase(Frozen):
    """What every workload may say."""

    name: Name
    cards: Choice = Choice()
    servers: Choice = Choice()
    """Narrow the policy's choices for this workload."""
    spare_servers: NonNegativeCount = 0
    growth: Growth = (1.0,)
    """Demand multiplier per year; the last one holds for later years."""
    domestic_only: Flag = False
    """Only domestic cards may serve it."""


class InferenceWorkload(WorkloadBase):
    """An LLM service with a latency limit."""

    kind: Literal["inference"]
    model: str
    """Catalog id, or relative path of a Hugging Face config.json."""
    weight_precision: Annotated[tuple[WeightPrecision, ...], Field(min_length=1)] | None = None
    """Absent: the checkpoint's own, 16-bit and 8-bit forms that chip and ecosystem support."""
    kv_precision: KvPrecision = "bf16"
    engine: str | None = None
    memory_use: Annotated[float, Field(strict=True, ge=0.01, le=0.98)] = 0.90
    """Share of card memory the engine may take."""
    traffic: Traffic | Literal["fit"]
    """`fit`: one request of max_context_tokens, no latency: the least hardware that loads and runs the model."""
    latency: Latency = Latency()
    max_context_tokens: Count
    """One sequence of this length must fit alone."""
    speculation: Speculation | None = None
    disaggregation: Disaggregation | None = None
    max_server_types: MaxTypes | None = None
    """How many server types may share it, in tenths; absent: 1, or 2 while a share rule asks for a mix."""
    minimum_split: SplitShare = 0.3
    """The least part of it that a server type carries when it is split."""


class ServiceDemand(Frozen):
    """Demand in any unit that the measured rows use too."""

    value: PositiveNumber
    unit: Name


class ServiceWorkload(WorkloadBase):
    """Anything with only a measured capacity: OCR, speech, rerank, a bucket of requests."""

    kind: Literal["service"]
    demand: ServiceDemand
    shares_cards: Flag = False
    """Its load is a fraction of a replica and may share cards with other services."""
    max_server_types: MaxTypes | Literal["any"] | None = None
    """As for inference; `any`: the demand may be divided over server types in any proportion."""
    minimum_split: SplitShare = 0.3
    average_load: Share = 0.4
    """Mean / peak, for energy."""


class CapacityDemand(Frozen):
    """A tender's own unit."""

    value: PositiveNumber
    unit: Literal["pflops", "cards", "servers"]
    precision: Literal["bf16", "fp16", "fp8", "int8", "fp4"] = "fp16"
    """With pflops: whose dense peak counts (int8: 10^15 operations/s)."""


class CapacityWorkload(WorkloadBase):
    """A tender: any allowed server counts with its peak, nothing is sized."""

    kind: Literal["capacity"]
    demand: CapacityDemand
    max_server_types: MaxTypes | None = None
    minimum_split: SplitShare = 0.3
    average_load: Share = 0.4
    """Mean / peak, for energy."""


class TrainingWorkload(WorkloadBase):
    """What every training demand says."""

    model: str
    """Catalog id, or relative path of a Hugging Face config.json."""
    sequence_length: Count
    precision: Annotated[tuple[Literal["bf16", "fp16", "fp8"], ...], Field(min_length=1)] = ("bf16",)
    """In order of preference; fp8 only where chip and framework train in it."""
    mfu: PositiveShare | None = None
    """The asker's own model FLOPs utilisation (of the 16-bit peak); beats the model and is printed."""
    samples: Samples | None = None
    """In place of the tokens of the run, or of each job."""


class PretrainWorkload(TrainingWorkload):
    """One run that must be done in time: a gang of identical servers."""

    kind: Literal["pretrain"]
    tokens: Count | None = None
    """All epochs counted; or `samples`."""
    deadline_days: PositiveNumber
    global_batch_tokens: Count | None = None
    """Limits data parallelism: at least one sequence per data-parallel rank."""
    offload: Literal["forbid"] = "forbid"
    spare_share: OpenShare = 0.0
    """Spare nodes for the run, share of its servers, rounded up."""

    @property
    def job_tokens(self) -> int:
        """Tokens that the run trains on; 0 while the file states neither form."""
        return self.samples.tokens if self.samples else self.tokens or 0


class FinetuneWorkload(TrainingWorkload):
    """A stream of jobs, each done within its hours."""

    kind: Literal["finetune"]
    method: Literal["full", "lora", "qlora"]
    jobs_per_month: PositiveNumber
    tokens_per_job: Count | None = None
    """All epochs counted; or `samples`."""
    max_hours_per_job: PositiveNumber
    rl: Reinforcement | None = None

    @property
    def job_tokens(self) -> int:
        """Tokens that one job trains on; 0 while the file states neither form."""
        return self.samples.tokens if self.samples else self.tokens_per_job or 0


Workload = Annotated[
    InferenceWorkload | ServiceWorkload | CapacityWorkload | PretrainWorkload | FinetuneWorkload,
    Field(discriminator="kind"),
]
