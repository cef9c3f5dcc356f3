"""Errors out of fold, and the bands of measured over predicted that follow from them.

Folds: each (card, model) pair falls whole into one of five by a digest of its name; the model is refitted on the other
four and predicts the fifth. A band is the weighted p10, p50 and p90 of measured/predicted among the rows it is for.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from optimizer.inputs.published.words import publisher
from optimizer.sizing.accuracy.fit import fit, throughput_problem
from optimizer.sizing.accuracy.metrics import quantile, source_weights
from optimizer.sizing.accuracy.predict import predict
from optimizer.sizing.accuracy.priors import PRIORS
from optimizer.sizing.accuracy.score import Score, Scored, Sorted, summary
from optimizer.sizing.families import BANDS, band_group
from optimizer.sizing.fitted import FITTED
from optimizer.sizing.option import Band

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from optimizer.sizing.accuracy.case import Case

FOLDS = 5
LEAST_ROWS, LEAST_SOURCES = 20, 2
"""Fewer rows give no band; a (family, engine class) with fewer, or of one publisher alone, takes the family's."""


class BandLine(NamedTuple):
    """One band as shipped (None: nothing ships under this key) and as the rows say."""

    key: str
    rows: int
    shipped: Band | None
    out_of_fold: Band


class BandCheck(NamedTuple):
    """Out-of-fold errors and bands."""

    score: Score
    lines: tuple[BandLine, ...]


def check_bands(found: Sorted, progress: Callable[[int], None] = lambda _: None) -> BandCheck:
    """Refits five times. `progress` is told the fold."""
    scored = out_of_fold(found, progress)
    groups = _groups(scored)
    lines = [
        BandLine(key, len(groups[key]), BANDS.get(key), Band(p10=p10, p50=p50, p90=p90, source="out of fold"))
        for key, (p10, p50, p90) in fitted_bands(scored).items()
    ]
    return BandCheck(summary(found, scored), tuple(lines))


def fitted_bands(scored: Sequence[Scored]) -> dict[str, tuple[float, float, float]]:
    """Bands with rows enough, by key, as they are shipped: two decimals."""
    return {key: _band(group) for key, group in sorted(_groups(scored).items()) if _is_enough(key, group)}


def _is_enough(key: str, group: Sequence[Scored]) -> bool:
    publishers = {publisher(s.row.cells["source"]) for s in group}
    return len(group) >= LEAST_ROWS and ("/" not in key or len(publishers) >= LEAST_SOURCES)


def _groups(scored: Sequence[Scored]) -> dict[str, list[Scored]]:
    """Rows by family, and by family and engine class."""
    groups: dict[str, list[Scored]] = {}
    for s in scored:
        family = band_group(s.case.system.card, s.case.input_tokens + s.case.output_tokens / 2)
        for key in (family, f"{family}/{s.case.engine_class}"):
            groups.setdefault(key, []).append(s)
    return groups


def out_of_fold(found: Sorted, progress: Callable[[int], None] = lambda _: None) -> tuple[Scored, ...]:
    """Every case as predicted by a fit that saw no row of its (card, model) pair; in the order of the cases."""
    weights = source_weights([publisher(row.cells["source"]) for row, _ in found.cases])
    folds = [fold_of(case) for _, case in found.cases]
    scored: list[Scored | None] = [None] * len(folds)
    for fold in range(FOLDS):
        held_out = [index for index, other in enumerate(folds) if other == fold]
        if not held_out:
            continue
        progress(fold + 1)
        seen = [index for index, other in enumerate(folds) if other != fold]
        problem = throughput_problem([found.cases[i][1] for i in seen], [weights[i] for i in seen], PRIORS)
        fitted = fit(problem, FITTED)
        for index in held_out:
            row, case = found.cases[index]
            scored[index] = Scored(row, case, weights[index], predict(case, fitted) / case.value)
    return tuple(s for s in scored if s is not None)


def fold_of(case: Case) -> int:
    """0 … 4, the same for every row of a (card, model) pair."""
    name = f"{case.system.card.id}/{case.model.id}"
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % FOLDS


def _band(group: Sequence[Scored]) -> tuple[float, float, float]:
    pairs = [(1 / s.ratio, s.weight) for s in group]
    p10, p50, p90 = (round(quantile(pairs, q), 2) for q in (0.1, 0.5, 0.9))
    return p10, p50, p90
