"""Fits a model's numbers to measured cases.

    minimise  Σ_i w_i · ρ(ln(predicted_i / measured_i))  +  Σ_j k/2 · ln(θ_j / prior_j)²
    ρ(r) = δ²·(√(1 + (r/δ)²) − 1)      pseudo-Huber, δ = 0.25
    w_i  = 1/√(rows of the source)     k = 0.3: a prior weighs as much as a third of a lone row whose error is small

Gauss-Newton on ln θ with damping. A number that a case does not depend on (another family's, another engine's) is not
varied for it. What a case is, predicts and depends on comes with the problem; as it stands, the throughput model's.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from optimizer.sizing.accuracy.predict import predict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from optimizer.sizing.accuracy.case import Case
    from optimizer.sizing.fitted import Parameters

    Vector = NDArray[np.float64]

HUBER_SCALE = 0.25
PRIOR_WEIGHT = 0.3
STEP = 1e-3
"""Of ln θ, for derivatives."""
LONGEST_STEP = 0.5
"""Of ln θ in one iteration."""


class Measured(Protocol):
    """A case with what was measured, in the unit of its prediction."""

    @property
    def value(self) -> float: ...


C = TypeVar("C", bound=Measured)


class Problem(NamedTuple, Generic[C]):
    """Cases with their weights, and where the numbers are pulled to; numbers without a prior are fixed."""

    cases: Sequence[C]
    weights: Sequence[float]
    priors: Mapping[str, float]
    predict: Callable[[C, Parameters], float]
    depends: Callable[[C, str], bool]
    prior_weight: float = PRIOR_WEIGHT
    huber_scale: float = HUBER_SCALE


def throughput_problem(cases: Sequence[Case], weights: Sequence[float], priors: Mapping[str, float]) -> Problem[Case]:
    """Cases of the throughput model."""
    return Problem(cases, weights, priors, predict, depends)


def fit(problem: Problem[C], start: Parameters, iterations: int = 40, tolerance: float = 1e-6) -> dict[str, float]:
    """All numbers of `start`, those with a prior at the minimum of the loss nearest to it."""
    import numpy as np

    now, damping = dict(start), 1e-3
    before = loss(problem, now)
    for _ in range(iterations):
        gradient, curvature = _system(problem, now)
        for _ in range(8):
            step = np.linalg.solve(curvature + damping * np.diag(np.diag(curvature)), -gradient)
            step = np.clip(step, -LONGEST_STEP, LONGEST_STEP)
            tried = now | {name: now[name] * float(np.exp(s)) for name, s in zip(problem.priors, step, strict=True)}
            after = loss(problem, tried)
            if after < before:
                break
            damping *= 5
        else:
            return now
        gained, now, before, damping = before - after, tried, after, damping / 3
        if gained < tolerance * before:
            return now
    return now


def loss(problem: Problem[C], fitted: Parameters) -> float:
    """The sum that is minimised."""
    import numpy as np

    residuals = _residuals(problem, problem.cases, fitted)
    weights = np.array(problem.weights)
    huber = problem.huber_scale**2 * (np.sqrt(1 + (residuals / problem.huber_scale) ** 2) - 1)
    off = np.array([np.log(fitted[name] / prior) for name, prior in problem.priors.items()])
    return float(weights @ huber + problem.prior_weight / 2 * off @ off)


def _residuals(problem: Problem[C], cases: Sequence[C], fitted: Parameters) -> Vector:
    import numpy as np

    return np.array([math.log(problem.predict(case, fitted) / case.value) for case in cases], dtype=np.float64)


def _system(problem: Problem[C], now: Parameters) -> tuple[Vector, Vector]:
    """Gradient and Gauss-Newton curvature of the loss in ln θ."""
    import numpy as np

    residuals = _residuals(problem, problem.cases, now)
    slopes = np.zeros((len(problem.cases), len(problem.priors)))
    for column, name in enumerate(problem.priors):
        rows = [index for index, case in enumerate(problem.cases) if problem.depends(case, name)]
        moved = dict(now) | {name: now[name] * float(np.exp(STEP))}
        part = _residuals(problem, [problem.cases[index] for index in rows], moved)
        slopes[rows, column] = (part - residuals[rows]) / STEP
    pulled = np.array(problem.weights) / np.sqrt(1 + (residuals / problem.huber_scale) ** 2)
    off = np.array([np.log(now[name] / prior) for name, prior in problem.priors.items()])
    gradient = slopes.T @ (pulled * residuals) + problem.prior_weight * off
    return gradient, (slopes.T * pulled) @ slopes + problem.prior_weight * np.eye(len(off))


def depends(case: Case, name: str) -> bool:
    """Whether a number can matter to a case: those of other families and engine classes cannot."""
    kind, _, owner = name.partition(".")
    facts = case.system.card.facts
    if kind in ("eta_m", "eta_c"):
        return facts is not None and facts.performance_family == owner
    if kind in ("tau_layer", "tau_seq"):
        return case.engine_class == owner
    if kind in ("tau_link", "eta_link"):
        return case.group > 1
    if kind == "mu_moe":
        return case.shape.is_moe
    return True
