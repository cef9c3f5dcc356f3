"""How many published measurements stand behind a card and its family, by engine class."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping

from optimizer.inputs.catalog import Card
from optimizer.inputs.engine_label import engine_class, is_comparable
from optimizer.inputs.files import CSV_MAX_BYTES, Files
from optimizer.inputs.request import MeasuredRows

TRAINING = "training"
"""Stands in for the engine class of training rows; rows of memory alone are not counted."""
_COLUMNS = ("id", "accelerator", "weight_precision", "engine", "engine_version", "date", "notes")


def measured_row_counts(files: Files, cards: Mapping[str, Card]) -> MeasuredRows:
    """Count comparable rows of the shipped measurements; rows whose label names no single card count for none.

    `files` opens the shipped catalog. Family = `performance_family` of the card.
    """
    names = card_labels(files)
    by_card: Counter[str] = Counter()
    by_family: Counter[str] = Counter()
    for file in ("inference", "inference_domestic"):
        for row in _rows(files, file, _COLUMNS):
            card_id = names.get(row["accelerator"])
            if not card_id or not is_comparable(row):
                continue
            engine = engine_class(row, card.ecosystem if (card := cards.get(card_id)) else None)
            by_card[f"{card_id}/{engine}"] += 1
            if (card := cards.get(card_id)) and card.facts:
                by_family[f"{card.facts.performance_family}/{engine}"] += 1
    names = {row["accelerator"]: row["accelerator_id"] for row in _rows(files, "training_accelerator_names")}
    for row in _rows(files, "training", ("accelerator", "metric")):
        card = cards.get(names.get(row["accelerator"], ""))
        if card and card.facts and row["metric"] != "peak_memory_gb":
            by_card[f"{card.id}/{TRAINING}"] += 1
            by_family[f"{card.facts.performance_family}/{TRAINING}"] += 1
    return MeasuredRows(by_card=dict(by_card), by_family=dict(by_family))


def card_labels(files: Files) -> dict[str, str]:
    """Label of the shipped inference measurements → card id; empty where it names no single card of the catalog."""
    return {row["accelerator"]: row["accelerator_id"] for row in _rows(files, "accelerator_names")}


def _rows(files: Files, name: str, columns: tuple[str, ...] | None = None) -> Iterator[dict[str, str]]:
    lines = csv.reader(files.read_text(f"measurements/{name}.csv", max_bytes=CSV_MAX_BYTES).splitlines())
    header = next(lines)
    wanted = [(column, header.index(column)) for column in columns or header]
    return ({column: cells[place] for column, place in wanted} for cells in lines)
