"""Shipped benchmark rows: complete, and their labels lead to cards."""

import csv
from typing import Any

import pytest

from optimizer.resources import resource
from tests.catalog.shipped import catalog

WITHOUT_CARD = {"Intel Max 1550", "Ascend 950PR", "Ascend 950DT"}
"""Labels of cards that are measured but not shipped: not sold singly, or without price and power."""


def rows(name: str) -> list[dict[str, Any]]:
    with resource("catalogs", "measurements", name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("name", "count"), [("inference.csv", 2151), ("inference_domestic.csv", 168), ("accelerator_names.csv", 52)]
)
def test_rows(name: str, count: int) -> None:
    assert len(rows(name)) == count


def test_both_files_have_the_same_columns_unique_ids_and_sources() -> None:
    inference, domestic = rows("inference.csv"), rows("inference_domestic.csv")
    assert inference[0].keys() == domestic[0].keys()
    ids = [row["id"] for row in (*inference, *domestic)]
    assert len(ids) == len(set(ids))
    assert all(row["source"] for row in (*inference, *domestic))


def test_labels_lead_to_shipped_cards() -> None:
    names = {row["accelerator"]: row["accelerator_id"] for row in rows("accelerator_names.csv")}
    assert {name for name, card in names.items() if card and card not in catalog().cards} == WITHOUT_CARD
    used = {row["accelerator"] for row in (*rows("inference.csv"), *rows("inference_domestic.csv"))}
    assert used - names.keys() == set()
