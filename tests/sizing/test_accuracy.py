"""The throughput model reproduces the error it was published with, on the shipped measurements."""

import importlib
import sys
from types import ModuleType
from typing import Any

import pytest

from optimizer.resources import resource


@pytest.fixture(scope="module")
def accuracy() -> ModuleType:
    folder = str(resource("catalogs").parent / "benchmarks")
    sys.path.insert(0, folder)
    try:
        return importlib.import_module("throughput_accuracy")
    finally:
        sys.path.remove(folder)


@pytest.fixture(scope="module")
def rows(accuracy: ModuleType) -> Any:
    return accuracy.score(accuracy.MEASUREMENTS / "inference.csv")


def test_error_on_the_rows_of_the_fit(accuracy: ModuleType, rows: Any) -> None:
    assert len(rows) == 2103
    weighted = accuracy.quantile([(s.error, s.weight) for s in rows], 0.5)
    plain = accuracy.quantile([(s.error, 1.0) for s in rows], 0.5)
    assert weighted == pytest.approx(0.14, abs=0.01)
    assert plain == pytest.approx(0.13, abs=0.01)
    assert accuracy.quantile([(s.ratio, s.weight) for s in rows], 0.5) == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize(
    ("family", "published"),
    [("ampere", 0.14), ("hopper", 0.13), ("blackwell", 0.14), ("pcie", 0.09), ("cdna2", 0.10), ("cdna3", 0.19),
     ("gaudi", 0.07)],
)  # fmt: skip
def test_error_by_card_family(accuracy: ModuleType, rows: Any, family: str, published: float) -> None:
    errors = [(s.error, 1.0) for s in accuracy.slices(rows)[f"family {family}"]]
    assert accuracy.quantile(errors, 0.5) == pytest.approx(published, abs=0.015)


def test_weighted_quantile(accuracy: ModuleType) -> None:
    assert accuracy.quantile([(1.0, 1.0), (2.0, 1.0), (3.0, 1.0)], 0.5) == 2.0
    assert accuracy.quantile([(1.0, 8.0), (2.0, 1.0), (3.0, 1.0)], 0.5) < 1.5
