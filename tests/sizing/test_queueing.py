"""Waiting times by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.queueing import Service, rate_for_wait, wait_mean_s, wait_p95_s

EQUAL = Service(1.0, 0.5)
"""Every prompt takes 1 s; an arrival finds half of one left."""
MIXED = Service(1.0, 2.5)
"""Half take 1/3 s … any with E[t] = 1, E[t²] = 5."""


def test_the_tail_by_hand() -> None:
    # s = 1 s, ρ = 0.5: ln(10) / 0.5
    assert wait_p95_s(0.5, EQUAL) == pytest.approx(math.log(10) / 0.5)
    assert wait_p95_s(0.04, EQUAL) == 0  # fewer than 5 % of requests wait
    assert wait_p95_s(1.0, EQUAL) == wait_mean_s(1.0, EQUAL) == math.inf


def test_the_mean_by_hand() -> None:
    # M/D/1 at ρ = 0.5: half a second, once; five times as much for prompts of very unequal length
    assert wait_mean_s(0.5, EQUAL) == pytest.approx(0.5)
    assert wait_mean_s(0.5, MIXED) == pytest.approx(2.5)
    assert wait_p95_s(0.5, MIXED) == pytest.approx(2.5 * math.log(10) / 0.5)


@given(st.floats(0, 100), st.floats(0.001, 10), st.floats(0.5, 20))
def test_the_rate_for_a_wait_is_the_largest_one(wait: float, prefill: float, spread: float) -> None:
    service = Service(prefill, prefill * spread)
    rate = rate_for_wait(wait, service)
    assert wait_p95_s(rate, service) <= wait + 1e-12
    assert wait_p95_s(rate * (1 + 1e-6), service) > wait
