"""What sizing returns for a (workload, server) pair: options, or the reason there is none."""

import math
from fractions import Fraction
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.sizing.calibrated import Calibration

Limit = Literal[
    "memory", "precision", "heads", "link", "fabric", "engine", "context", "ttft", "tpot", "e2e", "host_memory",
    "ecc", "consumer", "place", "availability", "ecosystem", "vendor", "card", "confidence", "price", "rack",
    "deadline", "measured_zero",
]  # fmt: skip
Origin = Literal["modelled", "calibrated", "measured"]
CAPACITY_GRAIN = 10**9
"""Modelled capacities are rounded down to 1e-9 of their unit."""


def modelled_capacity(value: float) -> Fraction:
    """A predicted capacity as an exact number, rounded down to the grain."""
    return Fraction(math.floor(value * CAPACITY_GRAIN), CAPACITY_GRAIN)


class Layout(Frozen):
    """How one replica is laid out. Parallel degrees count devices (dies); `cards` counts whole cards."""

    tensor_parallel: int
    pipeline_parallel: int
    expert_parallel: int
    """Devices sharing one copy of the experts; = tensor_parallel for dense models."""
    devices: int
    """Devices of one replica = max(tensor_parallel, expert_parallel) · pipeline_parallel; in training those of the
    gang, data-parallel ranks included."""
    weight_precision: str
    kv_precision: str | None
    """None in training."""


class Latencies(Frozen):
    """Point prediction at the planned rate, ms: first token, time per output token, whole request."""

    ttft_mean_ms: float
    ttft_p95_ms: float
    tpot_mean_ms: float
    """At the mean number in flight."""
    tpot_p95_ms: float
    """At B*, the largest number in flight."""
    e2e_mean_ms: float
    e2e_p95_ms: float


class Band(Frozen):
    """Measured / predicted of the card family, out of fold."""

    p10: float
    p50: float
    p90: float
    source: str


class Option(Frozen):
    """A (workload, server, layout) that passes every check of its own."""

    workload: str
    server: str
    origin: Origin
    layout: Layout | None
    """None for measured services."""
    devices: int
    """Devices of one replica (measured rows: cards × devices per card)."""
    unit: str
    """Unit of demand and capacity: requests/s, requests in flight, runs (pretrain: one gang in time carries one),
    jobs/month (finetune), pflops, cards or servers (capacity), or the service's own."""
    point_capacity: Fraction
    """One replica at the point prediction, in `unit`; measured: the measured value."""
    band: Band | None
    """None when measured: a measured capacity is not scaled."""
    quantile: Literal["p10", "p50"] | None
    """Which quantile of the band sizes this option under the request's rule."""
    capacity: Fraction
    """What one replica counts for: point_capacity × band at the quantile."""
    requests_per_s: float | None = None
    """Request rate of one replica at `capacity`, for energy and cost per token; None for services."""
    concurrency: int | None = None
    """B*: sequences in flight per replica."""
    latencies: Latencies | None = None
    max_context_tokens: int | None = None
    days: float | None = None
    """Pre-training: length of the run at `capacity`'s quantile, goodput included."""
    card_hours: float | None = None
    """Training: card-hours of the run, or of one job."""
    mfu: float | None = None
    """Training: model FLOPs utilisation of the 16-bit peak, point prediction or the asker's own."""
    notes: tuple[str, ...] = ()
    calibration: Calibration | None = None
    """The measured runs behind a calibrated option."""


class Rejection(Frozen):
    """Why a (workload, server) pair has no option: the limit it misses most narrowly, with numbers."""

    workload: str
    server: str
    limit: Limit
    needed: float | str
    available: float | str
    unit: str
