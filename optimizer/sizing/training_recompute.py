"""The recomputed share of the activations where nobody states it (docs/training.md §3).

Tuned software recomputes no more layers than memory demands: the activations fall linearly with them. Recipes of other
software switch recompute on or off as a whole and seldom say so: their share stays open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from optimizer.sizing.training_memory import training_memory

if TYPE_CHECKING:
    from optimizer.sizing.training_layout import TrainingLayout
    from optimizer.sizing.training_machine import TrainingMachine
    from optimizer.sizing.training_work import TrainingWork


def rule_recompute(work: TrainingWork, machine: TrainingMachine, layout: TrainingLayout) -> float | None:
    """ρ: the least share with which memory holds, 1 where none does; None in generic software."""
    if work.software != "tuned":
        return None
    kept = training_memory(work, replace(layout, recompute=0.0)).total
    if kept <= machine.memory_bytes:
        return 0.0
    freed = kept - training_memory(work, replace(layout, recompute=1.0)).total
    return min(1.0, (kept - machine.memory_bytes) / freed)
