"""Resale classes and their factors."""

import datetime
from decimal import Decimal

import pytest

from optimizer.cost.resale import resale_factor
from optimizer.inputs.catalog import Card
from tests.catalog.shipped import catalog
from tests.cost.price_requests import request


@pytest.mark.parametrize(
    ("card", "factor", "name"),
    [
        ("h200-sxm", "0.30", "resale_sxm_oam"),
        ("mi300x", "0.30", "resale_sxm_oam"),
        ("h100-sxm", "0.30", "resale_sxm_oam"),  # 2022: four years, not more
        ("a100-80-sxm", "0", "resale_over_four_years"),  # 2020
        ("l40s", "0.25", "resale_pcie"),
        ("rtx-6000-ada", "0.25", "resale_pcie"),
        ("gb200", "0.25", "resale_pcie"),
        ("rtx-5090", "0.25", "resale_consumer"),
        ("ascend_910b3", "0.10", "resale_domestic"),  # a module, but domestic
        ("kunlun_r200", "0", "resale_over_four_years"),  # domestic, 2021
    ],
)
def test_classes_in_2026(card: str, factor: str, name: str) -> None:
    assert resale_factor(request(), catalog().cards[card]) == (Decimal(factor), name)


def test_age_counts_from_the_year_of_the_request() -> None:
    card = catalog().cards["h200-sxm"]  # 2024
    assert resale_factor(request(as_of=datetime.date(2028, 12, 31)), card)[1] == "resale_sxm_oam"
    assert resale_factor(request(as_of=datetime.date(2029, 1, 1)), card) == (Decimal(0), "resale_over_four_years")


def test_unknown_launch_year_is_not_old() -> None:
    card = Card(id="x", ecosystem="cuda", domestic=False, form_factor="OAM")
    assert resale_factor(request(), card) == (Decimal("0.30"), "resale_sxm_oam")
