"""Scores the training model on rows of measurement files. It never looks rows up and never calibrates on them.

`overall` counts rates, MFU, card-hours and days with the layout as far as the row states it; memory stands apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.files import CSV_MAX_BYTES
from optimizer.inputs.published.rows import PublishedRow, published_rows
from optimizer.inputs.published.systems import Systems
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.sizing.accuracy.case import Unpredictable
from optimizer.sizing.accuracy.metrics import Errors, errors_of, source_weights
from optimizer.sizing.accuracy.score import Score
from optimizer.sizing.training_accuracy.case import TrainingCase, TrainingCases, is_memory
from optimizer.sizing.training_accuracy.models import TrainedModels
from optimizer.sizing.training_accuracy.predict import predict_ruled, predict_searched, predict_stated
from optimizer.sizing.training_accuracy.systems import TrainingSystems
from optimizer.sizing.training_accuracy.words import MEMORY, metric_of, source_of
from optimizer.sizing.training_families import card_band_key
from optimizer.sizing.training_fitted import TRAINING_FITTED, Parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SHIPPED_FILE = "measurements/training.csv"
UNKNOWN = "unknown"
Dimension = Literal["metric", "family", "task", "model_class", "precision", "cards", "layout", "source"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
_SIZES = ((3e9, "dense < 3B"), (15e9, "dense 3-15B"), (50e9, "dense 15-50B"), (120e9, "dense 50-120B"))
_COUNTS = ((1, "1"), (8, "2-8"), (64, "9-64"), (512, "65-512"))


class TrainingScored(NamedTuple):
    """A predictable row, its weight among all of its kind, and predicted over measured on every view."""

    row: PublishedRow
    case: TrainingCase
    weight: float
    ratio: float
    """Layout as stated."""
    ratio_ruled: float
    """Layout, micro-batch and recompute by the rule."""
    ratio_searched: float | None = None
    """Layout as a plan takes it; None where memory holds none, and for rows of memory."""


class TrainingSorted(NamedTuple):
    """Rows as cases, and the others with the reason."""

    cases: tuple[tuple[PublishedRow, TrainingCase], ...]
    unpredicted: tuple[tuple[PublishedRow, str], ...]


def shipped_training_rows() -> tuple[PublishedRow, ...]:
    """The training rows that come with the product."""
    text = shipped_files().read_text(SHIPPED_FILE, max_bytes=CSV_MAX_BYTES)
    return tuple(published_rows(text, SHIPPED_FILE, []))


def sort_training(rows: Sequence[PublishedRow]) -> TrainingSorted:
    """Read every row with the shipped catalog."""
    files = shipped_files()
    entries = shipped_entries()
    models = {key: LanguageModel.model_validate(entry) for key, entry in entries["models"].items()}
    reader = TrainingCases(TrainingSystems(files, entries, Systems(files, entries)), TrainedModels(files, models))
    cases, unpredicted = [], []
    for row in rows:
        try:
            cases.append((row, reader.of(row)))
        except Unpredictable as reason:
            unpredicted.append((row, str(reason)))
    return TrainingSorted(tuple(cases), tuple(unpredicted))


def score_training(found: TrainingSorted, fitted: Parameters = TRAINING_FITTED) -> tuple[TrainingScored, ...]:
    """Every prediction of every case; weights among rows of speed and rows of memory apart."""
    return tuple(
        scored_row(row, case, weight, fitted)
        for (row, case), weight in zip(found.cases, row_weights(found), strict=True)
    )


def scored_row(row: PublishedRow, case: TrainingCase, weight: float, fitted: Parameters) -> TrainingScored:
    """One case on every view."""
    searched = predict_searched(case, fitted)
    return TrainingScored(
        row, case, weight, predict_stated(case, fitted) / case.value, predict_ruled(case, fitted) / case.value,
        searched and searched / case.value,
    )  # fmt: skip


def row_weights(found: TrainingSorted) -> list[float]:
    """1/√(rows of the source), counted among rows of the same kind."""
    return source_weights([f"{is_memory(case)} {source_of(row.cells['source'])}" for row, case in found.cases])


def training_summary(found: TrainingSorted, scored: Sequence[TrainingScored]) -> Score:
    """Errors over all rows and by every dimension."""
    speed = [s for s in scored if not is_memory(s.case)]
    left = [row for row, _ in found.unpredicted if metric_of(row.cells["metric"]) != MEMORY]
    return Score(
        overall=errors_of(len(speed) + len(left), [(s.ratio, s.weight) for s in speed]),
        by={dimension: _slices(found, scored, dimension) for dimension in DIMENSIONS},
        unpredicted=tuple((row.id, reason) for row, reason in found.unpredicted),
    )


def _slices(found: TrainingSorted, scored: Sequence[TrainingScored], dimension: Dimension) -> dict[str, Errors]:
    """By name. Memory counts under `metric` alone; `layout` holds every row of speed on every view."""
    groups: dict[str, list[tuple[float, float]]] = {}
    rows: dict[str, int] = {}
    for s in scored:
        if is_memory(s.case) and dimension != "metric":
            continue
        views: dict[str, float | None] = {slice_of(s, dimension): s.ratio}
        if dimension == "layout":
            views = {"as stated": s.ratio, "by rule": s.ratio_ruled, "as planned": s.ratio_searched}
        for name, ratio in views.items():
            groups.setdefault(name, [])
            if ratio is not None:
                groups[name].append((ratio, s.weight))
            rows[name] = rows.get(name, 0) + 1
    for row, _ in found.unpredicted:
        metric = metric_of(row.cells["metric"])
        if metric == MEMORY and dimension != "metric":
            continue
        name = _OF_ROW[dimension](row) if dimension in _OF_ROW else UNKNOWN
        rows[name] = rows.get(name, 0) + 1
    return {name: errors_of(rows[name], groups.get(name, [])) for name in sorted(rows)}


_OF_ROW: dict[Dimension, Callable[[PublishedRow], str]] = {
    "metric": lambda row: metric_of(row.cells["metric"]) or UNKNOWN,
    "source": lambda row: source_of(row.cells["source"]),
}


def slice_of(scored: TrainingScored, dimension: Dimension) -> str:
    """The slice that a predicted row belongs to."""
    case = scored.case
    if dimension in _OF_ROW:
        return _OF_ROW[dimension](scored.row)
    if dimension == "family":
        return card_band_key(case.card)
    if dimension == "task":
        return "full_finetune" if case.finetune and case.work.method == "full" else (
            "pretrain" if case.work.method == "full" else case.work.method
        )  # fmt: skip
    if dimension == "model_class":
        if case.work.model.is_moe:
            return "MoE"
        return next((name for limit, name in _SIZES if case.work.model.params < limit), "dense >= 120B")
    if dimension == "precision":
        return f"{case.work.bits}-bit"
    return next((name for limit, name in _COUNTS if case.cards <= limit), "> 512")
