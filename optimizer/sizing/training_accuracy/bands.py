"""Errors over unseen sources, and the bands of measured over predicted that follow from them.

Each source is left out in turn, the model refitted on the others, and its rows predicted with the layout a plan takes.
A band is the weighted p10, p50 and p90 of measured over predicted speed among the rows it is for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from optimizer.sizing.accuracy.bands import LEAST_ROWS, BandCheck, BandLine
from optimizer.sizing.accuracy.metrics import quantile
from optimizer.sizing.option import Band
from optimizer.sizing.training_accuracy.case import is_memory
from optimizer.sizing.training_accuracy.fit import fit_training
from optimizer.sizing.training_accuracy.score import row_weights, scored_row, training_summary
from optimizer.sizing.training_accuracy.words import TIMES, source_of
from optimizer.sizing.training_families import TRAINING_BANDS, card_band_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from optimizer.sizing.training_accuracy.score import TrainingScored, TrainingSorted


def check_training_bands(found: TrainingSorted, progress: Callable[[str], None] = lambda _: None) -> BandCheck:
    """Refits once per source. `progress` is told the source."""
    scored = out_of_fold(found, progress)
    counts = Counter(key for s in scored for key in _keys(s))
    lines = [
        BandLine(key, counts[key], TRAINING_BANDS.get(key), Band(p10=p10, p50=p50, p90=p90, source="out of fold"))
        for key, (p10, p50, p90) in fitted_bands(scored).items()
    ]
    return BandCheck(training_summary(found, scored), tuple(lines))


def out_of_fold(found: TrainingSorted, progress: Callable[[str], None] = lambda _: None) -> tuple[TrainingScored, ...]:
    """Every row of speed as predicted by a fit that saw no row of its source."""
    weights = row_weights(found)
    speed = [(row, case, w) for (row, case), w in zip(found.cases, weights, strict=True) if not is_memory(case)]
    scored: list[TrainingScored] = []
    for source in sorted({source_of(row.cells["source"]) for row, _, _ in speed}):
        progress(source)
        fitted = fit_training([(row, case) for row, case, _ in speed if source_of(row.cells["source"]) != source])
        scored += [
            scored_row(row, case, weight, fitted)
            for row, case, weight in speed
            if source_of(row.cells["source"]) == source
        ]
    return tuple(scored)


def fitted_bands(scored: Sequence[TrainingScored]) -> dict[str, tuple[float, float, float]]:
    """Bands of measured over predicted speed with rows enough, by key, as they are shipped: two decimals."""
    groups: dict[str, list[tuple[float, float]]] = {}
    for s in scored:
        if s.ratio_searched is not None:
            speed = s.ratio_searched if s.case.metric in TIMES else 1 / s.ratio_searched
            for key in _keys(s):
                groups.setdefault(key, []).append((speed, s.weight))
    return {key: _band(pairs) for key, pairs in sorted(groups.items()) if len(pairs) >= LEAST_ROWS}


def _keys(s: TrainingScored) -> list[str]:
    """Bands that a row is for: mixtures of experts stand apart from their card's."""
    if s.case.work.model.is_moe:
        return ["moe"]
    own = [card_band_key(s.case.card)]
    return [*own, "full_finetune"] if s.case.finetune and s.case.work.method == "full" else own


def _band(pairs: list[tuple[float, float]]) -> tuple[float, float, float]:
    p10, p50, p90 = (round(quantile(pairs, q), 2) for q in (0.1, 0.5, 0.9))
    return p10, p50, p90
