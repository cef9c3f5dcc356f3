"""Peak memory of one device in training, and which layouts to try. Symbols: docs/training.md §1, formulas §4.

mem    = r0 + states + act + logits
states   full:     z1 (6 + (u − 6)/D)·N/(T·P)      z3 u·N/(D·T·P) + 2·2·(N − N_e)/L + 2·N_e
         MoE:      [6·N_c + (u − 6)·N/D]/(T·P),  N_c = N_a + (N − N_a)/EP: a device keeps its own experts only
         adapters: [frozen + 16·0.005·N]/(T·P), frozen LoRA 2·N, QLoRA q·(N − N_e) + 2·N_e; z3: frozen/D + gathered
act    = b·s/T·h·(c_r·L + c_w) all recomputed,  b·s/T·h·c_n·L none          logits = b·s/T·V·c_v, half when P > 1
N_e    = 2·V·h                                  b = 1 sequence per micro-batch: the least that trains
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from optimizer.sizing.training_time import Method

RESERVE_BYTES = 2.0e9
"""r0: context, buffers, fragmentation."""
STATE_BYTES_TUNED, STATE_BYTES_GENERIC = 20.0, 28.6
"""u per parameter: weights, gradients, AdamW moments, buffers. Pre-training is taken to run in tuned software,
fine-tuning in generic software."""
UNSHARDED_BYTES = 6.0
"""Of u: 16-bit weights and FP32 gradients, which ZeRO-1 keeps whole."""
FOUR_BIT_BYTES = 0.69
"""q: 4-bit weights with their scales."""
ADAPTER_SHARE, ADAPTER_STATE_BYTES = 0.005, 16
KEPT_RECOMPUTED, WORKED_ON, KEPT_ALL = 2.7, 29.0, 25.0
"""c_r, c_w, c_n: bytes per token and hidden element, with FlashAttention."""
LOGIT_BYTES = 19.0
"""c_v: FP32 copies, softmax, gradient."""
GATHERED_BYTES: dict[Method, float] = {"full": 2.0, "lora": 2.0, "qlora": 0.6}
SHARDED_BYTES: dict[Method, float] = {"full": 6.0, "lora": 2.2, "qlora": 0.6}
"""y: bytes per parameter that tensor and pipeline ranks have to share."""
FITS_MARGIN = 1.2
"""Four in five measured rows stay below 1.2 times the prediction: a job that leaves less room is tight."""

SMALL_DENSE_PARAMS, ZERO3_PARAMS = 45e9, 2.5e9
RANK_MEMORY_SHARE = 0.55
WIDEST_TENSOR, MOST_RANKS = 8, 512
MOE_MEDIUM, MOE_LARGE = 150e9, 300e9


@dataclass(frozen=True, slots=True)
class Job:
    """What the memory of a training job depends on, apart from its layout."""

    params: float
    """N"""
    active_params: float
    layers: int
    hidden: int
    vocabulary: int
    experts: int
    """1 = dense."""
    method: Method
    sequence_tokens: int
    state_bytes: float
    """u"""


class Layout(NamedTuple):
    """Degrees in devices; D = data parallel ranks. A gang uses T · P · D devices."""

    tensor: int
    pipeline: int
    data: int
    experts: int
    """EP: ranks over which the experts are spread; 1 for dense models."""
    zero: int
    recompute: bool
    """All activations (True) or none."""

    @property
    def devices(self) -> int:
        return self.tensor * self.pipeline * self.data


def peak_bytes(job: Job, layout: Layout) -> float:
    """Predicted peak of one device, bytes, at one sequence per micro-batch."""
    tokens = job.sequence_tokens / layout.tensor
    per_layer = KEPT_RECOMPUTED * job.layers + WORKED_ON if layout.recompute else KEPT_ALL * job.layers
    logits = tokens * job.vocabulary * LOGIT_BYTES * (0.5 if layout.pipeline > 1 else 1.0)
    return RESERVE_BYTES + state_bytes(job, layout) + tokens * job.hidden * per_layer + logits


def state_bytes(job: Job, layout: Layout) -> float:
    """Weights, gradients and optimizer (or frozen weights and adapters) of one device, bytes."""
    shards, ranks = layout.data, layout.tensor * layout.pipeline
    ends = 2.0 * job.vocabulary * job.hidden
    inner = job.params - ends
    gathered = 2 * GATHERED_BYTES[job.method] * inner / job.layers + 2 * ends if layout.zero == 3 else 0.0
    if job.method == "full":
        held = job.active_params + (job.params - job.active_params) / layout.experts
        if layout.zero == 3:
            return job.state_bytes * job.params / (shards * ranks) + gathered
        return (UNSHARDED_BYTES * held + (job.state_bytes - UNSHARDED_BYTES) * job.params / shards) / ranks
    frozen = 2 * job.params if job.method == "lora" else FOUR_BIT_BYTES * inner + 2 * ends
    frozen /= shards if layout.zero == 3 else 1
    return (frozen + ADAPTER_STATE_BYTES * ADAPTER_SHARE * job.params) / ranks + gathered


def layouts(
    job: Job, devices: int, *, memory_bytes: float, linked_devices: int, sequences: int | None
) -> Iterator[Layout]:
    """Layouts of a gang, the rule's own first, then more tensor and pipeline ranks; each without and with recompute.

    `linked_devices` share a scale-up link (1 = none: no tensor parallelism). `sequences` of a global batch (None = not
    limited) feed every data-parallel rank with one per pipeline stage. Devices that the ranks leave over idle.
    """
    for tensor, pipeline, zero in dict.fromkeys(_ranks(job, devices, memory_bytes, linked_devices)):
        data = devices // (tensor * pipeline)
        if sequences is not None:
            data = min(data, max(1, sequences // pipeline))
        spread = 1
        if job.experts > 1 and job.method == "full":
            spread = min(64 if job.params > MOE_MEDIUM else 8, data, job.experts)
        if data and pipeline <= job.layers:
            for recompute in (False, True):
                yield Layout(tensor, pipeline, data, spread, zero, recompute)


def _ranks(job: Job, devices: int, memory_bytes: float, linked_devices: int) -> Iterator[tuple[int, int, int]]:
    """(T, P, ZeRO stage) by docs/training.md §4, the rule's choice first."""
    widest = min(WIDEST_TENSOR, 2 ** int(log2(linked_devices)))
    least = _least_ranks(job, memory_bytes)
    if job.method != "full":
        if widest == 1:
            yield 1, 1, 0
            yield 1, 1, 3
            return
        if least == 1:
            yield 1, 1, 0
        yield from _by_width(max(least, 2), widest, devices, 0)
        yield 1, 1, 3
        return
    if job.experts > 1:
        stages = min(1 if job.params < MOE_MEDIUM else 4 if job.params < MOE_LARGE else 8, 2 ** int(log2(devices)))
        yield 1, stages, 1
        yield from ((tensor, stages, 1) for tensor in (2, 4, 8) if tensor <= widest)
        yield from ((widest, stages * more, 1) for more in (2, 4))
        return
    if job.params < SMALL_DENSE_PARAMS and job.params * 16 / devices < memory_bytes / 2:
        yield 1, 1, 3 if job.params > ZERO3_PARAMS else 1
    yield from _by_width(least, widest, devices, 1)
    yield 1, 1, 3


def _least_ranks(job: Job, memory_bytes: float) -> int:
    """R = 2^⌈log2(N·y/(0.55·M))⌉, at least 1."""
    need = job.params * SHARDED_BYTES[job.method] / (RANK_MEMORY_SHARE * memory_bytes)
    return int(2 ** ceil(log2(need))) if need > 1 else 1


def _by_width(least: int, widest: int, devices: int, zero: int) -> Iterator[tuple[int, int, int]]:
    ranks = min(least, 2 ** int(log2(devices)))
    while ranks <= min(devices, MOST_RANKS):
        tensor = min(ranks, widest)
        yield tensor, ranks // tensor, zero
        ranks *= 2
