"""The training short form and its memory formula reproduce their published errors on the shipped measurements."""

import csv
import importlib
from types import ModuleType

import pytest

from optimizer.resources import resource
from tests.catalog.shipped import catalog


@pytest.fixture(scope="module")
def accuracy() -> ModuleType:
    return importlib.import_module("benchmarks.training_accuracy")


def test_short_form(accuracy: ModuleType) -> None:
    for known in (True, False):
        rows = accuracy.speed(recompute_known=known)
        assert len(rows) == 586
        assert accuracy.quantile([(s.error, s.weight) for s in rows], 0.5) == pytest.approx(0.155, abs=0.01)
        assert accuracy.quantile([(s.ratio, s.weight) for s in rows], 0.5) == pytest.approx(1, abs=0.02)


def test_memory(accuracy: ModuleType) -> None:
    rows = accuracy.memory()
    assert len(rows) == 169
    stated = [s for s in rows if s.case.row["zero_stage"]]
    assert accuracy.quantile([(s.error, s.weight) for s in stated], 0.5) == pytest.approx(0.155, abs=0.015)


def test_shipped_rows_and_labels() -> None:
    with resource("catalogs", "measurements", "training.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with resource("catalogs", "measurements", "training_accelerator_names.csv").open(encoding="utf-8") as file:
        names = {row["accelerator"]: row["accelerator_id"] for row in csv.DictReader(file)}
    assert len(rows) == 777
    assert len({row["id"] for row in rows}) == 777
    assert all(row["source"] for row in rows)
    assert {row["accelerator"] for row in rows} <= names.keys()
    assert {card for card in names.values() if card and card not in catalog().cards} == {"mi250x"}
