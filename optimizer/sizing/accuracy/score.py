"""Scores the throughput model on the rows of measurement files. It never looks rows up and never calibrates on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.files import CSV_MAX_BYTES
from optimizer.inputs.published.models import Models
from optimizer.inputs.published.rows import PublishedRow, published_rows
from optimizer.inputs.published.systems import Systems
from optimizer.inputs.published.words import publisher, scenario_of
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.sizing.accuracy.case import Case, Cases, Unpredictable
from optimizer.sizing.accuracy.metrics import Errors, errors_of, source_weights
from optimizer.sizing.accuracy.predict import predict
from optimizer.sizing.fitted import FITTED, Parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SHIPPED_FILES = ("measurements/inference.csv", "measurements/inference_domestic.csv")
UNKNOWN = "unknown"
Dimension = Literal["family", "model_class", "precision", "scenario", "engine", "source"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
_DENSE_CLASSES = ((10e9, "dense < 10B"), (50e9, "dense 10-50B"), (100e9, "dense 50-100B"))
LARGE_MOE_PARAMS = 200e9


class Scored(NamedTuple):
    """A predictable row, its weight among all of its kind, and predicted over measured."""

    row: PublishedRow
    case: Case
    weight: float
    ratio: float


class Sorted(NamedTuple):
    """Rows as cases, and the others with the reason."""

    cases: tuple[tuple[PublishedRow, Case], ...]
    unpredicted: tuple[tuple[PublishedRow, str], ...]


class Score(NamedTuple):
    """What `procure accuracy` answers."""

    overall: Errors
    by: Mapping[str, Mapping[str, Errors]]
    """By dimension and name."""
    unpredicted: tuple[tuple[str, str], ...]
    """(id of the row, reason)."""


def shipped_rows() -> tuple[PublishedRow, ...]:
    """The rows that come with the product."""
    files = shipped_files()
    texts = {name: files.read_text(name, max_bytes=CSV_MAX_BYTES) for name in SHIPPED_FILES}
    return tuple(row for name, text in texts.items() for row in published_rows(text, name, []))


def sort_rows(rows: Sequence[PublishedRow]) -> Sorted:
    """Read every row with the shipped catalog."""
    files = shipped_files()
    entries = shipped_entries()
    models = {key: LanguageModel.model_validate(entry) for key, entry in entries["models"].items()}
    reader = Cases(Systems(files, entries), Models(models))
    cases, unpredicted = [], []
    earlier: dict[tuple[str, ...], PublishedRow] = {}
    for row in rows:
        try:
            _refuse_repeats(row, earlier)
            cases.append((row, reader.of(row)))
        except Unpredictable as reason:
            unpredicted.append((row, str(reason)))
    return Sorted(tuple(cases), tuple(unpredicted))


def _refuse_repeats(row: PublishedRow, earlier: dict[tuple[str, ...], PublishedRow]) -> None:
    """Raises Unpredictable where value, TTFT and TPOT repeat those of another card digit for digit: a copied row."""
    figures = tuple(row.cells[name] for name in ("value", "ttft_ms", "tpot_ms"))
    if not all(figures):
        return
    first = earlier.setdefault(figures, row)
    if first.cells["accelerator"] != row.cells["accelerator"]:
        raise Unpredictable(f"figures of another card repeated: {first.id}")


def score_cases(found: Sorted, fitted: Parameters = FITTED) -> tuple[Scored, ...]:
    """Prediction of every case."""
    weights = source_weights([publisher(row.cells["source"]) for row, _ in found.cases])
    return tuple(
        Scored(row, case, weight, predict(case, fitted) / case.value)
        for (row, case), weight in zip(found.cases, weights, strict=True)
    )


def score(rows: Sequence[PublishedRow]) -> Score:
    """Errors over all rows and by every dimension."""
    found = sort_rows(rows)
    return summary(found, score_cases(found))


def summary(found: Sorted, scored: Sequence[Scored]) -> Score:
    """Errors of predictions made elsewhere."""
    return Score(
        overall=errors_of(len(scored) + len(found.unpredicted), [(s.ratio, s.weight) for s in scored]),
        by={dimension: _slices(found, scored, dimension) for dimension in DIMENSIONS},
        unpredicted=tuple((row.id, reason) for row, reason in found.unpredicted),
    )


def _slices(found: Sorted, scored: Sequence[Scored], dimension: Dimension) -> dict[str, Errors]:
    """By name; rows without a prediction count where their slice is known without one, else under `unknown`."""
    groups: dict[str, list[tuple[float, float]]] = {}
    rows: dict[str, int] = {}
    for s in scored:
        name = slice_of(s.row, s.case, dimension)
        groups.setdefault(name, []).append((s.ratio, s.weight))
        rows[name] = rows.get(name, 0) + 1
    for row, _ in found.unpredicted:
        name = _OF_ROW[dimension](row) if dimension in _OF_ROW else UNKNOWN
        rows[name] = rows.get(name, 0) + 1
    return {name: errors_of(rows[name], groups.get(name, [])) for name in sorted(rows)}


_OF_ROW: dict[Dimension, Callable[[PublishedRow], str]] = {
    "scenario": lambda row: scenario_of(row.cells["scenario"]),
    "source": lambda row: publisher(row.cells["source"]),
}


def slice_of(row: PublishedRow, case: Case, dimension: Dimension) -> str:
    """The slice that a predicted row belongs to."""
    if dimension in _OF_ROW:
        return _OF_ROW[dimension](row)
    if dimension == "family":
        return family_of(case)
    if dimension == "model_class":
        return model_class(case.model)
    return case.precision if dimension == "precision" else case.engine_class


def family_of(case: Case) -> str:
    """Card family of a case."""
    facts = case.system.card.facts
    assert facts is not None
    return facts.performance_family


def model_class(model: LanguageModel) -> str:
    """Dense models by size, MoE models by total size."""
    if model.is_moe:
        return "MoE < 200B" if model.total_params < LARGE_MOE_PARAMS else "MoE >= 200B"
    return next((name for limit, name in _DENSE_CLASSES if model.total_params < limit), "dense >= 100B")
