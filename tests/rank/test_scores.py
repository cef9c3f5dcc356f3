"""Scores by sums in the head, and what holds for all of them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.plan.rank.scores import CLASS_WEIGHTS, DIMENSIONS, Amounts, Dimension, normalised, scores

AMOUNT = st.none() | st.integers(0, 10**15).map(Fraction)
CARD = st.fixed_dictionaries(dict.fromkeys(DIMENSIONS, AMOUNT))
CARDS = st.dictionaries(st.text("abc", min_size=1, max_size=3), CARD, min_size=1, max_size=6)
WEIGHTS = st.lists(st.integers(0, 100), min_size=5, max_size=5).filter(any)


def amounts(*five: int | None) -> Amounts:
    pairs = zip(DIMENSIONS, five, strict=True)
    return {dimension: None if five is None else Fraction(five) for dimension, five in pairs}


def as_asked(*five: int) -> dict[Dimension, Fraction]:
    return normalised(five)


def test_a_part_is_the_share_of_the_best_and_the_score_their_weighted_sum() -> None:
    found = scores(
        {"half": amounts(100, 40, 50, 10, 1), "best": amounts(200, 80, 100, 40, 4)}, as_asked(30, 30, 25, 15, 0)
    )
    assert [each.id for each in found] == ["best", "half"]
    assert found[0].score == 100
    assert list(found[1].parts.values()) == [50, 50, 50, 25, 25]
    assert found[1].score == 15 + 15 + Fraction("12.5") + Fraction("3.75")  # 46.25


def test_the_best_may_differ_by_dimension() -> None:
    found = scores({"a": amounts(100, 10, 1, 1, 1), "b": amounts(50, 40, 1, 1, 1)}, as_asked(1, 1, 0, 0, 0))
    assert {each.id: each.score for each in found} == {"a": (100 + 25) / Fraction(2), "b": (50 + 100) / Fraction(2)}
    assert found[0].id == "b"


def test_an_unknown_amount_scores_0_and_the_card_stays() -> None:
    found = scores({"a": amounts(None, 10, 10, 10, None), "b": amounts(5, 10, 10, 10, 5)}, as_asked(1, 1, 1, 1, 1))
    assert [(each.id, each.score) for each in found] == [("b", Fraction(100)), ("a", Fraction(60))]
    assert found[1].parts["compute"] == 0


def test_a_dimension_that_nobody_has_scores_0_for_all() -> None:
    (found,) = scores({"a": amounts(None, 10, 10, 10, None)}, as_asked(1, 1, 1, 1, 1))
    assert found.score == 60


def test_ties_by_id() -> None:
    same = amounts(1, 2, 3, 4, 5)
    assert [each.id for each in scores({"b": same, "c": same, "a": same}, as_asked(1, 2, 3, 4, 5))] == ["a", "b", "c"]


def test_no_card_is_no_ladder() -> None:
    assert scores({}, as_asked(1, 1, 1, 1, 1)) == ()


@pytest.mark.parametrize("five", CLASS_WEIGHTS.values())
def test_class_weights_are_percent(five: tuple[int, ...]) -> None:
    assert sum(five) == 100
    assert sum(normalised(five).values()) == 1


@given(CARDS, WEIGHTS, st.fractions(min_value=Fraction(1, 1000), max_value=1000))
def test_scaling_all_weights_changes_nothing(cards: dict[str, Amounts], five: list[int], factor: Fraction) -> None:
    assert scores(cards, normalised(five)) == scores(cards, normalised([weight * factor for weight in five]))


@given(CARDS, WEIGHTS, CARD)
def test_at_least_as_good_everywhere_is_never_ranked_below(
    cards: dict[str, Amounts], five: list[int], more: Amounts
) -> None:
    weights = normalised(five)
    worse = next(iter(cards))
    raised = {d: (cards[worse][d] or Fraction(0)) + (more[d] or 0) for d in DIMENSIONS}
    found = scores({**cards, "a-better": raised}, weights)
    by_id = {each.id: each.score for each in found}
    order = [each.id for each in found]
    assert by_id["a-better"] >= by_id[worse]
    if any(weights[d] and (more[d] or 0) > 0 for d in DIMENSIONS):
        assert by_id["a-better"] > by_id[worse]
        assert order.index("a-better") < order.index(worse)


@given(CARDS, WEIGHTS)
def test_scores_lie_between_0_and_100_in_order(cards: dict[str, Amounts], five: list[int]) -> None:
    found = scores(cards, normalised(five))
    assert {each.id for each in found} == set(cards)
    assert all(0 <= each.score <= 100 for each in found)
    assert sorted(found, key=lambda each: (-each.score, each.id)) == list(found)
