"""The smallest number that does, between doubled and bisected ones; and what a fixed degree leaves to the search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.gang_search import fewest
from optimizer.sizing.training_pinned import Pinned
from optimizer.sizing.training_search import placed
from tests.sizing.training_jobs import machine, work


@given(st.integers(1, 50), st.integers(1, 5000), st.integers(1, 5000))
def test_the_fewest_that_do(first: int, least: int, most: int) -> None:
    most = max(first, most)
    found = fewest(lambda number: number if number >= least else None, first, most)
    assert found == (max(first, least) if least <= most else None)


@pytest.mark.parametrize(
    ("pinned", "tried"),
    [
        (Pinned(tensor=4), {(4, 1), (4, 2), (4, 4), (4, 8)}),
        (Pinned(pipeline=2), {(1, 2), (2, 2), (4, 2), (8, 2)}),
        (Pinned(tensor=16, pipeline=2), {(16, 2)}),  # wider than the link: it pays the network
        (Pinned(zero=3), {(1, 1), (2, 1), (4, 1), (8, 1)}),  # no stages with ZeRO-3
    ],
)
def test_what_is_tried_beside_fixed_degrees(pinned: Pinned, tried: set[tuple[int, int]]) -> None:
    found = placed(work("Llama-2-7B"), machine("a100-80-sxm"), 32, pinned=pinned)
    assert {(each.layout.tensor, each.layout.pipeline) for each in found} == tried
    assert all(pinned.zero in (None, each.layout.zero) for each in found)


def test_a_fixed_recompute_and_context_are_kept() -> None:
    pinned = Pinned(context=2, recompute=0.0)
    found = placed(work("Llama-2-7B"), machine("a100-80-sxm"), 32, pinned=pinned)
    assert {(each.layout.context, each.layout.recompute) for each in found} == {(2, 0.0)}


def test_a_group_wider_than_its_link_is_slower() -> None:
    job, card = work("Llama-2-7B"), machine("a100-80-sxm")
    narrow, wide = (placed(job, card, 32, pinned=Pinned(tensor=t, pipeline=1, zero=1)) for t in (8, 16))
    assert max(each.tokens_per_s for each in wide) < max(each.tokens_per_s for each in narrow)
