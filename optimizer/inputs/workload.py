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

WeightPrecision = Literal["fp16", "bf16", "fp8", "w8a8", "int8", "int4", "w4a8", "nvfp4", "mxfp4", "q4_k_m", "q8_0"]
KvPrecision = Literal["bf16", "fp16", "fp8", "int8"]


TokenLength = Annotated[float, Field(strict=True, ge=1, lt=1e18, allow_inf_nan=False)]


class TokenLengths(Frozen):
    """Length distribution of prompts or answers, tokens."""

    mean: TokenLength
    p95: TokenLength


class Users(Frozen):
    """People → requests at the peak.

    headcount · active_share · requests_per_active_hour / 3600 · peak_factor, or
    headcount · active_share · requests_per_day / (busy_hours · 3600) · peak_factor.
    """

    headcount: Count
    active_share: PositiveShare = 1.0
    requests_per_active_hour: PositiveNumber | None = None
    requests_per_day: PositiveNumber | None = None
    busy_hours: Annotated[float, Field(strict=True, gt=0, le=24)] | None = None
    peak_factor: Annotated[float, Field(strict=True, ge=1, lt=1e6)] = 1.0


class TokensPerDay(Frozen):
    """Daily volume → requests: tokens / mean length / (busy_hours · 3600) · peak_factor."""

    input: PositiveNumber
    output: PositiveNumber
    busy_hours: Annotated[float, Field(strict=True, gt=0, le=24)]
    peak_factor: Annotated[float, Field(strict=True, ge=1, lt=1e6)] = 1.0


DEFAULT_AVERAGE_LOAD = 0.4


class Traffic(Frozen):
    """Exactly one of the four forms, and the token lengths."""

    peak_requests_per_s: PositiveNumber | None = None
    concurrent_requests: Count | None = None
    """Steadily in flight."""
    full_context: Flag = False
    """With concurrent_requests: KV cache sized at max_context_tokens instead of mean lengths."""
    users: Users | None = None
    tokens_per_day: TokensPerDay | None = None
    input_tokens: TokenLengths | TokenLength
    output_tokens: TokenLengths | TokenLength
    prefix_cache_hit: OpenShare = 0.0
    """Share of prompt tokens found in the prefix cache: not computed again, still held in memory."""
    average_load: PositiveShare | None = None
    """Mean / peak, for energy and cost per token. Absent: what a daily volume implies, else 0.4."""

    @property
    def mean_over_peak(self) -> float:
        """average_load as written; a daily volume implies busy_hours / (24 · peak_factor); else 0.4."""
        if self.average_load is not None:
            return self.average_load
        daily = self.tokens_per_day or (self.users if self.users and self.users.busy_hours else None)
        if daily is None or daily.busy_hours is None:
            return DEFAULT_AVERAGE_LOAD
        return daily.busy_hours / 24 / daily.peak_factor

    @property
    def input_lengths(self) -> TokenLengths:
        return _lengths(self.input_tokens)

    @property
    def output_lengths(self) -> TokenLengths:
        return _lengths(self.output_tokens)


def _lengths(value: TokenLengths | float) -> TokenLengths:
    return value if isinstance(value, TokenLengths) else TokenLengths(mean=value, p95=value)


Milliseconds = Annotated[float, Field(strict=True, gt=0, lt=1e9, allow_inf_nan=False)]
"""Up to eleven days."""


class Latency(Frozen):
    """Limits at the 95th percentile; absent = not limited."""

    ttft_p95_ms: Milliseconds | None = None
    tpot_p95_ms: Milliseconds | None = None
    e2e_p95_ms: Milliseconds | None = None
    tokens_per_s_per_user: PositiveNumber | None = None
    """= 1000 / tpot_p95_ms."""

    @property
    def tpot_limit_ms(self) -> float | None:
        """The TPOT limit in either spelling, ms."""
        if self.tpot_p95_ms is not None:
            return self.tpot_p95_ms
        return None if self.tokens_per_s_per_user is None else 1000 / self.tokens_per_s_per_user


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
    memory_use: Annotated[float, Field(strict=True, gt=0, le=0.98)] = 0.90
    """Share of card memory the engine may take."""
    traffic: Traffic | Literal["fit"]
    """`fit`: one request of max_context_tokens, no latency: the least hardware that loads and runs the model."""
    latency: Latency = Latency()
    max_context_tokens: Count
    """One sequence of this length must fit alone."""
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


class PretrainWorkload(TrainingWorkload):
    """One run that must be done in time: a gang of identical servers."""

    kind: Literal["pretrain"]
    tokens: Count
    deadline_days: PositiveNumber
    global_batch_tokens: Count | None = None
    """Limits data parallelism: at least one sequence per data-parallel rank."""
    offload: Literal["forbid"] = "forbid"
    spare_share: OpenShare = 0.0
    """Spare nodes for the run, share of its servers, rounded up."""


class FinetuneWorkload(TrainingWorkload):
    """A stream of jobs, each done within its hours."""

    kind: Literal["finetune"]
    method: Literal["full", "lora", "qlora"]
    jobs_per_month: PositiveNumber
    tokens_per_job: Count
    max_hours_per_job: PositiveNumber


Workload = Annotated[
    InferenceWorkload | ServiceWorkload | CapacityWorkload | PretrainWorkload | FinetuneWorkload,
    Field(discriminator="kind"),
]
