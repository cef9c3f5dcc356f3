"""The layouts worth trying for one job on so many devices, and the fastest that memory holds.

Tensor parallelism stays inside the scale-up link; pipeline stages come after the widest tensor groups; ZeRO-1, then
ZeRO-3, without and with recomputed activations, with the rule's micro-batch and with one sequence. Long sequences are
also cut over devices of a linked node. Offload, where it is allowed, is tried last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING

from optimizer.sizing.training_layout import (
    MOST_CONTEXT,
    VIRTUAL_STAGES,
    WIDEST_TENSOR,
    TrainingLayout,
    expert_ranks,
    least_ranks,
    micro_batch,
    spread,
)
from optimizer.sizing.training_memory import FITS_MARGIN, TrainingMemory, training_memory
from optimizer.sizing.training_pinned import NOTHING_PINNED, Pinned
from optimizer.sizing.training_time import TokenSeconds, token_seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from optimizer.sizing.training_machine import TrainingMachine
    from optimizer.sizing.training_work import TrainingWork

MOST_STAGES = 64
LONG_SEQUENCE = 16_384
"""From here on sequences are cut over devices too."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A layout with what it takes and how fast it is."""

    work: TrainingWork
    machine: TrainingMachine
    layout: TrainingLayout
    memory: TrainingMemory

    @property
    def seconds(self) -> TokenSeconds:
        return token_seconds(self.work, self.machine, self.layout)

    @property
    def holds(self) -> bool:
        return self.memory.total <= self.machine.memory_bytes

    @property
    def fits(self) -> bool:
        """Below five in six measured peaks; else tight."""
        return self.memory.total * FITS_MARGIN <= self.machine.memory_bytes

    @property
    def missing_bytes(self) -> float:
        """By how much a device's memory is too small; 0 where it holds."""
        return max(0.0, self.memory.total - self.machine.memory_bytes)

    @property
    def tokens_per_s(self) -> float:
        """Of the whole gang while it trains."""
        return self.layout.devices / self.seconds.total


def best(
    work: TrainingWork,
    machine: TrainingMachine,
    devices: int,
    *,
    batch_tokens: float | None = None,
    offload: bool = False,
) -> Placed:
    """The fastest layout that fits, else the fastest that holds, else the one that misses memory least."""
    found = placed(work, machine, devices, batch_tokens=batch_tokens, offload=offload)
    return max(found, key=lambda p: (p.fits, p.holds, p.tokens_per_s if p.holds else -p.memory.total))


def placed(
    work: TrainingWork,
    machine: TrainingMachine,
    devices: int,
    *,
    batch_tokens: float | None = None,
    offload: bool = False,
    pinned: Pinned = NOTHING_PINNED,
) -> list[Placed]:
    """Every layout tried, of the same degrees no slower variant of one that fits.

    Never empty where the pinned degrees fit the devices.
    """

    def place(variant: TrainingLayout) -> Placed:
        layout = _spread(work, devices, variant, batch_tokens)
        return Placed(work, machine, layout, training_memory(work, layout))

    found: list[Placed] = []
    for degrees in _degrees(work, machine, devices, pinned):
        for on_host in (False, True) if offload else (False,):
            found += _tried(place, list(_variants(work, replace(degrees, offload=on_host), pinned)))
            if found[-1].fits:
                break
    return found


def _tried(place: Callable[[TrainingLayout], Placed], variants: list[TrainingLayout]) -> list[Placed]:
    """Up to the first that fits; the last, which is the roomiest, alone where not even that holds."""
    roomiest = place(variants[-1])
    if not roomiest.holds:
        return [roomiest]
    tried: list[Placed] = []
    for variant in variants[:-1]:
        tried.append(place(variant))
        if tried[-1].fits:
            return tried
    return [*tried, roomiest]


def _variants(work: TrainingWork, degrees: TrainingLayout, pinned: Pinned) -> Iterator[TrainingLayout]:
    """Fastest first, roomiest last: no recompute before recompute, more sequences before one."""
    sequences = sorted({1 if degrees.pipeline > 1 else micro_batch(work), 1}, reverse=True)
    for recompute in (0.0, 1.0) if pinned.recompute is None else (pinned.recompute,):
        for b in sequences:
            yield replace(degrees, recompute=recompute, micro_batch=b)


def _degrees(work: TrainingWork, machine: TrainingMachine, devices: int, pinned: Pinned) -> Iterator[TrainingLayout]:
    """Degrees and ZeRO stages; the number of devices is a multiple of the ranks or leaves some idle."""
    linked = min(machine.node_devices, devices) if machine.is_linked else 1
    widest = min(WIDEST_TENSOR, 2 ** int(log2(linked)))
    contexts = [1]
    if work.sequence_tokens >= LONG_SEQUENCE:
        contexts += [c for c in (2, 4, MOST_CONTEXT) if c <= linked]
    tensors = [t for t in (1, 2, 4, 8) if t <= widest]
    stages = [p for p in (2, 4, 8, 16, 32, MOST_STAGES) if p <= work.model.layers]
    least = least_ranks(work, machine.memory_bytes)
    splits = [(t, 1) for t in tensors]
    splits += [(widest, p) for p in stages if widest * p <= 8 * max(least, 1)]
    if work.model.is_moe and widest > 1:
        splits += [(1, p) for p in stages if p <= 16]
    base = 1 if work.method == "full" else 0
    for tensor, pipeline in pinned.splits(splits, tensors, stages):
        for context in [pinned.context] if pinned.context else contexts:
            wide = tensor * context > max(linked, 1) and not pinned.places_groups
            if tensor * pipeline * context > devices or wide:
                continue
            searched = (base, 3) if pipeline == 1 and not work.model.is_moe else (base,)
            for zero in pinned.zeros(searched, pipeline):
                yield TrainingLayout(
                    tensor=tensor, pipeline=pipeline, context=context, data=1, experts=expert_ranks(work, devices),
                    zero=zero, recompute=0.0, micro_batch=1, micro_steps=1,
                    virtual=VIRTUAL_STAGES if pipeline > 1 else 1,
                )  # fmt: skip


def _spread(work: TrainingWork, devices: int, layout: TrainingLayout, batch_tokens: float | None) -> TrainingLayout:
    """Whole copies of the model, no more than the batch has sequences for; pipeline stages need one each."""
    ranks = layout.ranks * layout.context
    copies = devices // ranks
    if batch_tokens is not None:
        most = max(1, int(batch_tokens // work.sequence_tokens) // layout.pipeline)
        copies = min(copies, most)
    copies = max(1, copies)
    experts = max(1, min(layout.experts, copies * layout.context))
    if work.model.is_moe and work.model.experts > 1:
        experts = _divisor(work.model.experts, experts)
    if experts != layout.experts:
        layout = replace(layout, experts=experts)
    return spread(work, copies * ranks, layout, batch_tokens, context=False)


def _divisor(experts: int, most: int) -> int:
    """The largest number up to `most` that divides the experts."""
    return next(ways for ways in range(min(most, experts), 0, -1) if experts % ways == 0)
