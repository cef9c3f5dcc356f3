"""The fit of the training model: speed on both views of every row, layout as stated and by the rule; memory apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from optimizer.sizing.accuracy.fit import Problem, fit
from optimizer.sizing.accuracy.metrics import source_weights
from optimizer.sizing.training_accuracy.case import TrainingCase, is_memory
from optimizer.sizing.training_accuracy.predict import predict
from optimizer.sizing.training_accuracy.priors import MEMORY_PRIORS, TIME_PRIORS
from optimizer.sizing.training_accuracy.words import source_of
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_time import attention_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from optimizer.inputs.published.rows import PublishedRow
    from optimizer.sizing.training_fitted import Parameters
    from optimizer.sizing.training_layout import TrainingLayout

PRIOR_WEIGHT, HUBER_SCALE = 0.1, 0.2
"""The priors are mild: a tenth of a lone row whose error is small."""

MEMORY_AIM = 1.05
"""Predicted over measured that the fit aims at: a job that does not fit costs more than memory left free."""


class View(NamedTuple):
    """A row with one of its layouts."""

    case: TrainingCase
    layout: TrainingLayout

    @property
    def value(self) -> float:
        return self.case.value


def fit_training(rows: Sequence[tuple[PublishedRow, TrainingCase]]) -> dict[str, float]:
    """All numbers, at the minimum of the loss nearest to those shipped."""
    speed = [(row, case) for row, case in rows if not is_memory(case)]
    memory = [(row, case) for row, case in rows if is_memory(case)]
    weights = _weights(speed)
    views = [View(case, case.stated) for _, case in speed] + [View(case, case.ruled) for _, case in speed]
    fitted = fit(
        Problem(views, weights * 2, TIME_PRIORS, _predict, depends, PRIOR_WEIGHT, HUBER_SCALE), TRAINING_FITTED
    )
    if memory:
        peaks = [View(case, case.stated) for _, case in memory]
        fitted = fit(
            Problem(peaks, _weights(memory), MEMORY_PRIORS, _predict_peak, depends, PRIOR_WEIGHT, HUBER_SCALE), fitted
        )
    return fitted


def _weights(rows: Sequence[tuple[PublishedRow, TrainingCase]]) -> list[float]:
    return source_weights([source_of(row.cells["source"]) for row, _ in rows])


def _predict(view: View, fitted: Parameters) -> float:
    return predict(view.case, view.layout, fitted)


def _predict_peak(view: View, fitted: Parameters) -> float:
    return predict(view.case, view.layout, fitted) / MEMORY_AIM


def depends(view: View, name: str) -> bool:
    """Whether a number can matter to a row: those of other families and software classes cannot."""
    case, layout = view.case, view.layout
    work = case.work
    kind, _, owner = name.partition(".")
    by_name = {
        "eta": case.machine.efficiency == owner,
        "speed_up": str(work.bits) == owner,
        "moe_exponent": work.model.is_moe and work.bits < 16,
        "moe": work.model.is_moe,
        "expert": work.model.is_moe and layout.experts > 1,
        "launch": work.software == owner,
        "attention": attention_name(case.machine) == name,
        "state": work.states == owner,
        "adapter": work.method != "full",
        "qlora": work.method == "qlora",
        "four_bit": work.method == "qlora",
        "tensor": layout.tensor > 1,
        "bubble": layout.pipeline > 1,
        "recompute": layout.recompute is None and owner == ("generic" if work.method == "full" else "adapter"),
        "pause": case.tokens > 0,
    }
    return by_name.get(kind, True)
