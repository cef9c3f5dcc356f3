"""What the training model says to a measured case, in the row's own unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from optimizer.sizing.goodput import goodput
from optimizer.sizing.training_accuracy.words import MEMORY, TIMES
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_memory import training_memory
from optimizer.sizing.training_time import token_seconds

if TYPE_CHECKING:
    from optimizer.sizing.training_accuracy.case import TrainingCase
    from optimizer.sizing.training_fitted import Parameters
    from optimizer.sizing.training_layout import TrainingLayout

ALLOCATOR_LIMIT = 1.07
"""Of the card's nominal memory: allocators fill it, and no row can report more."""


def predict_stated(case: TrainingCase, fitted: Parameters = TRAINING_FITTED) -> float:
    """With the layout as far as the row states it."""
    return predict(case, case.stated, fitted)


def predict_ruled(case: TrainingCase, fitted: Parameters = TRAINING_FITTED) -> float:
    """With layout, micro-batch and recompute by the rule."""
    return predict(case, case.ruled, fitted)


def predict_searched(case: TrainingCase, fitted: Parameters = TRAINING_FITTED) -> float | None:
    """With the layout that a plan takes, idle devices counted; None where memory holds none. Not for rows of memory."""
    if case.searched is None or case.metric == MEMORY:
        return None
    busy = case.searched.devices / case.devices
    return predict(case, case.searched, fitted) * (1 / busy if case.metric in TIMES else busy)


def predict(case: TrainingCase, layout: TrainingLayout, fitted: Parameters = TRAINING_FITTED) -> float:
    """The row's quantity."""
    if case.metric == MEMORY:
        return min(training_memory(case.work, layout, fitted).total, ALLOCATOR_LIMIT * case.machine.memory_bytes) / 1e9
    rate = 1 / token_seconds(case.work, case.machine, layout, fitted).total
    card_rate = rate * case.devices_per_card
    if case.metric.startswith(("tokens", "samples")):
        unit = card_rate * (case.cards if case.metric.endswith("total") else 1)
        return unit / (case.work.sequence_tokens if case.metric.startswith("samples") else 1)
    if case.metric in ("mfu", "mfu_pct"):
        return rate * case.work.model_flops * case.counted / case.peak_flops * (100 if case.metric == "mfu_pct" else 1)
    if case.metric == "tflops_per_card":
        return card_rate * case.work.model_flops * case.counted / 1e12
    hours = case.tokens / (card_rate * case.cards * goodput(case.work, case.devices, fitted) * 3600)
    return {"total_card_hours": hours * case.cards, "days": hours / 24, "hours": hours}[case.metric]
