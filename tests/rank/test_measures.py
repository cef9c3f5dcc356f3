"""What a card measures, on made-up cards with round numbers and on shipped ones."""

from fractions import Fraction
from typing import Any

import pytest

from optimizer.plan.rank.measures import Measures, Precision, measures
from tests.catalog.shipped import catalog
from tests.sizing.asks import card


def of(precision: Precision = "bf16", ecosystem: str = "cuda", ecc: str = "yes", **facts: Any) -> Measures:
    """100 TFLOPS, 100 GB, 1 TB/s, link 900 GB/s, host 64 GB/s, 300 W unless said otherwise."""
    one = card(**facts).model_copy(update={"ecc": ecc, "ecosystem": ecosystem})
    return measures(one, catalog().ecosystems[ecosystem], precision)


def shipped(card_id: str, precision: Precision) -> Measures:
    one = catalog().cards[card_id]
    return measures(one, catalog().ecosystems[one.ecosystem], precision)


def test_five_amounts() -> None:
    found = of()
    assert list(found.amounts.values()) == [10**14, 10**11, 10**12, 9 * 10**11, Fraction(10**14, 300)]
    assert (found.missing, found.link) == ({}, "scale_up")


def test_the_host_link_counts_where_there_is_no_other() -> None:
    found = of(scale_up_bytes_per_s=0)
    assert (found.amounts["interconnect"], found.link) == (Fraction(64 * 10**9), "host")


@pytest.mark.parametrize("ecc", ["no", "unknown"])
def test_memory_without_known_ecc_halves_efficiency(ecc: str) -> None:
    found = of(ecc=ecc)
    assert found.amounts["efficiency"] == Fraction(10**14, 600)
    assert found.flops_per_w == Fraction(10**14, 300)


def test_the_precision_chooses_the_rate() -> None:
    found = of("int8", int8_ops=4 * 10**14)
    assert found.amounts["compute"] == 4 * 10**14
    assert found.amounts["efficiency"] == Fraction(4 * 10**14, 300)


def test_a_rate_that_the_chip_lacks_scores_nothing_in_two_dimensions() -> None:
    found = of("fp8")
    assert found.missing == {"compute": "no_rate", "efficiency": "no_rate"}
    assert (found.amounts["compute"], found.amounts["efficiency"]) == (None, None)
    assert found.amounts["memory"] == 10**11


def test_a_rate_that_the_stack_does_not_serve_is_told_from_one_that_is_absent() -> None:
    found = of("fp4", "rocm", fp4_flops=9 * 10**14)
    assert found.missing == {"compute": "not_served", "efficiency": "not_served"}
    assert of("fp4", fp4_flops=9 * 10**14).amounts["compute"] == 9 * 10**14  # cuda serves it


def test_a_card_without_facts_is_unknown_everywhere() -> None:
    bare = card().model_copy(update={"facts": None})
    found = measures(bare, catalog().ecosystems["cuda"], "bf16")
    assert set(found.amounts.values()) == {None}
    assert set(found.missing.values()) == {"unknown"}


@pytest.mark.parametrize(
    ("card_id", "precision", "missing"),
    [
        ("h100-sxm", "fp8", None),
        ("h100-sxm", "fp4", "no_rate"),  # Hopper has no FP4
        ("mi355x", "fp4", "not_served"),  # 10 PFLOPS that the stack does not serve
        ("ascend_910b3", "int8", None),
        ("ascend_910b3", "fp8", "no_rate"),
        ("hygon_k100", "bf16", "no_rate"),
        ("gaudi3", "fp16", "not_served"),
    ],
)
def test_shipped_cards(card_id: str, precision: Precision, missing: str | None) -> None:
    assert shipped(card_id, precision).missing.get("compute") == missing
