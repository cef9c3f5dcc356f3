"""How a training job is spread over devices, and the layout taken where nobody states one (docs/training.md §3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log2
from typing import TYPE_CHECKING

from optimizer.sizing.training_recompute import rule_recompute

if TYPE_CHECKING:
    from optimizer.sizing.training_machine import TrainingMachine
    from optimizer.sizing.training_work import Method, TrainingWork

SHARDED_BYTES: dict[Method, float] = {"full": 6.0, "lora": 2.2, "qlora": 0.6}
"""y: bytes per parameter that tensor and pipeline ranks have to share."""
FULL_STATE_BYTES = 16.0
SMALL_DENSE_PARAMS, ZERO3_PARAMS = 45e9, 2.5e9
RANK_MEMORY_SHARE = 0.55
WIDEST_TENSOR = 8
MOE_MEDIUM, MOE_LARGE = 150e9, 300e9
MOST_CONTEXT = 8
FEW_TOKENS = 8192
"""Micro-batches of short sequences and small models hold this many tokens."""
GENERIC_TOKENS = 2048
"""Of generic software, whose rows mostly take one or two sequences at a time."""
SHORT_SEQUENCE, SMALL_MODEL = 2048, 10e9
DEFAULT_BATCH_TOKENS, MICRO_BATCHES = 4.2e6, 8
VIRTUAL_STAGES = 4


@dataclass(frozen=True, slots=True)
class TrainingLayout:
    """Degrees in devices: T · P · C · D of them."""

    tensor: int
    pipeline: int
    context: int
    data: float
    """D"""
    experts: int
    """EP: ranks over which the experts are spread; 1 for dense models."""
    zero: int
    """ZeRO stage: 1 = optimizer, 2 = and gradients, 3 = and weights sharded over D."""
    recompute: float | None
    """ρ: recomputed share of the activations; None = not known, in generic software."""
    micro_batch: float
    """b, sequences."""
    micro_steps: float
    """m, micro-batches of one pipeline per optimizer step."""
    virtual: int = 1
    """v, pipeline chunks per device."""
    offload: bool = False
    """Optimizer states and master weights in host memory."""

    @property
    def ranks(self) -> int:
        """Devices that hold one copy of the model."""
        return self.tensor * self.pipeline

    @property
    def devices(self) -> int:
        return round(self.ranks * self.context * self.data)

    def tokens(self, sequence: int) -> float:
        """x: tokens of one micro-step per device."""
        return self.micro_batch * sequence / (self.ranks * self.context)


def least_ranks(work: TrainingWork, memory_bytes: float) -> int:
    """R = 2^⌈log2(N·y/(0.55·M))⌉, at least 1."""
    need = work.model.params * SHARDED_BYTES[work.method] / (RANK_MEMORY_SHARE * memory_bytes)
    return int(2 ** ceil(log2(need))) if need > 1 else 1


def rule_ranks(work: TrainingWork, machine: TrainingMachine, devices: int) -> tuple[int, int, int, int]:
    """(T, P, ZeRO stage, v) by the rule."""
    params, memory = work.model.params, machine.memory_bytes
    most = 2 ** int(log2(devices))
    if work.method != "full":
        held = params * SHARDED_BYTES[work.method]
        if machine.is_linked and held > RANK_MEMORY_SHARE * memory:
            ranks = min(least_ranks(work, memory), most)
            tensor = min(ranks, WIDEST_TENSOR)
            return tensor, ranks // tensor, 0, 1
        return 1, 1, 3 if not machine.is_linked and params > ZERO3_PARAMS and devices > 1 else 0, 1
    if work.model.is_moe:
        stages = min(1 if params < MOE_MEDIUM else 4 if params < MOE_LARGE else 8, most)
        return 1, stages, 1, 1 if stages == 1 else VIRTUAL_STAGES
    if params < SMALL_DENSE_PARAMS and params * FULL_STATE_BYTES / devices < memory / 2:
        return 1, 1, 3 if params > ZERO3_PARAMS else 1, 1
    ranks = min(least_ranks(work, memory), most)
    tensor = min(ranks, WIDEST_TENSOR) if machine.is_linked else 1
    return tensor, ranks // tensor, 1, VIRTUAL_STAGES if ranks > tensor else 1


def expert_ranks(work: TrainingWork, devices: int) -> int:
    """EP by the rule."""
    model = work.model
    if not model.is_moe:
        return 1
    return max(1, min(64 if model.params > MOE_MEDIUM else 8, devices, model.experts))


def micro_batch(work: TrainingWork) -> int:
    """Sequences at a time by the rule, b."""
    if work.software == "generic":
        return max(1, GENERIC_TOKENS // work.sequence_tokens)
    if work.sequence_tokens <= SHORT_SEQUENCE or work.model.params < SMALL_MODEL:
        return max(1, FEW_TOKENS // work.sequence_tokens)
    return 1


def spread(
    work: TrainingWork, devices: int, layout: TrainingLayout, batch_tokens: float | None, *, context: bool
) -> TrainingLayout:
    """The layout with D, C (where `context` leaves it to the rule), b and m that its devices and global batch give."""
    b, s = layout.micro_batch, work.sequence_tokens
    batch = batch_tokens or min(DEFAULT_BATCH_TOKENS, MICRO_BATCHES * devices * s * b / layout.tensor)
    per_copy = devices / layout.ranks
    ways = layout.context
    if context and (crowd := per_copy / (batch / s)) > 1:
        ways = min(MOST_CONTEXT, int(2 ** ceil(log2(crowd))))
    data = max(1.0, per_copy / ways)
    b = min(b, batch / (s * data))
    return replace(layout, context=ways, data=data, micro_batch=b, micro_steps=batch / (s * data * b))


def rule_layout(
    work: TrainingWork, machine: TrainingMachine, devices: int, batch_tokens: float | None = None
) -> TrainingLayout:
    """The layout by the rule."""
    tensor, pipeline, zero, virtual = rule_ranks(work, machine, devices)
    bare = TrainingLayout(
        tensor=tensor, pipeline=pipeline, context=1, data=1, experts=expert_ranks(work, devices), zero=zero,
        recompute=None, micro_batch=micro_batch(work), micro_steps=1, virtual=virtual,
    )  # fmt: skip
    layout = spread(work, devices, bare, batch_tokens, context=machine.is_linked)
    return replace(layout, recompute=rule_recompute(work, machine, layout))
