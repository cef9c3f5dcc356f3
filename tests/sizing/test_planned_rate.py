"""Planned rates: every limit rechecked without the search, and the search against trying every batch."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.planned_rate import (
    Ask,
    Miss,
    Planned,
    largest,
    peak,
    planned_concurrency,
    planned_rate,
    rate_for_wait,
    wait_p95_s,
)
from optimizer.sizing.throughput import Replica, first_token_s, prefill_s, step_s
from tests.sizing.asks import build, dense_model, moe_model

ASK = Ask(input_mean=1000, input_p95=4000, output_mean=300, output_p95=900, ttft_s=2, tpot_s=0.08)
REPLICA = build(dense_model())


def tpot(r: Replica, ask: Ask, batch: int) -> float:
    context = ask.input_mean + ask.output_mean / 2
    return step_s(r, batch, context) + batch * prefill_s(r, ask.input_mean, batch) / ask.output_mean


def test_waiting_time_by_hand() -> None:
    # s = 1 s, ρ = 0.5: ln(10) / 0.5
    assert wait_p95_s(0.5, 1.0) == pytest.approx(math.log(10) / 0.5)
    assert wait_p95_s(0.04, 1.0) == 0  # fewer than 5 % of requests wait
    assert wait_p95_s(1.0, 1.0) == math.inf


@given(st.floats(0, 100), st.floats(0.001, 10))
def test_the_rate_for_a_wait_is_the_largest_one(wait: float, prefill: float) -> None:
    rate = rate_for_wait(wait, prefill)
    assert wait_p95_s(rate, prefill) <= wait + 1e-12
    assert wait_p95_s(rate * (1 + 1e-6), prefill) > wait


@given(st.integers(1, 1000), st.integers(-5, 1005))
def test_largest_finds_the_last_that_holds(limit: int, edge: int) -> None:
    assert largest(limit, lambda n: n <= edge) == max(0, min(limit, edge))


@given(st.integers(1, 3000), st.integers(1, 3000), st.floats(0.1, 10))
def test_peak_finds_the_top_of_a_rise_and_fall(limit: int, top: int, fall: float) -> None:
    assert peak(limit, lambda n: n if n <= top else top - fall * (n - top)) == min(limit, top)


asks = st.builds(
    Ask,
    input_mean=st.floats(50, 4000),
    input_p95=st.floats(4000, 8000),
    output_mean=st.floats(20, 800),
    output_p95=st.floats(800, 2000),
    ttft_s=st.one_of(st.just(math.inf), st.floats(0.3, 5)),
    tpot_s=st.one_of(st.just(math.inf), st.floats(0.03, 0.3)),
    e2e_s=st.one_of(st.just(math.inf), st.floats(5, 200)),
    load_limit=st.floats(0.3, 1),
)
replicas = st.sampled_from([REPLICA, build(dense_model(), (4, 4, 2)), build(moe_model(), (2, 8, 1))])


@given(replicas, asks, st.integers(1, 300))
def test_the_planned_rate_meets_every_limit(r: Replica, ask: Ask, batch_limit: int) -> None:
    planned = planned_rate(r, ask, batch_limit)
    first = first_token_s(r, ask.input_p95)
    if isinstance(planned, Miss):
        assert planned.ratio > 1
        alone = min(tpot(r, ask, batch) for batch in range(1, batch_limit + 1))
        missed = {"tpot": alone > ask.tpot_s, "ttft": first > ask.ttft_s}
        assert missed.get(planned.limit, first + ask.output_p95 * alone > ask.e2e_s)
        return
    rate, batch = planned.requests_per_s, planned.batch
    prefill = prefill_s(r, ask.input_mean, batch)
    step = step_s(r, batch, ask.input_mean + ask.output_mean / 2)
    load = rate * prefill
    wait = max(0.0, prefill * math.log(20 * load) / (1 - load))
    assert 1 <= batch <= batch_limit
    assert 0 < rate <= ask.load_limit / (prefill + ask.output_mean * step / batch) * (1 + 1e-12)
    assert load < 1
    assert tpot(r, ask, batch) <= ask.tpot_s
    assert first + wait <= ask.ttft_s * (1 + 1e-9)
    assert first + wait + ask.output_p95 * tpot(r, ask, batch) <= ask.e2e_s * (1 + 1e-9)
    assert planned.latencies.ttft_p95_ms == pytest.approx((first + wait) * 1000)
    assert planned.latencies.tpot_p95_ms == pytest.approx(tpot(r, ask, batch) * 1000)


@given(replicas, asks, st.integers(1, 120))
def test_no_other_batch_carries_more(r: Replica, ask: Ask, batch_limit: int) -> None:
    planned = planned_rate(r, ask, batch_limit)
    if isinstance(planned, Miss):
        return
    best = 0.0
    for batch in range(1, batch_limit + 1):
        prefill = prefill_s(r, ask.input_mean, batch)
        step = step_s(r, batch, ask.input_mean + ask.output_mean / 2)
        wait = min(ask.ttft_s, ask.e2e_s - ask.output_p95 * tpot(r, ask, batch)) - first_token_s(r, ask.input_p95)
        if tpot(r, ask, batch) > ask.tpot_s or wait < 0:
            continue
        loaded = ask.load_limit / (prefill + ask.output_mean * step / batch)
        fits = loaded if wait_p95_s(loaded, prefill) <= wait else min(loaded, rate_for_wait(wait, prefill))
        best = max(best, fits)
    assert planned.requests_per_s == pytest.approx(best, rel=2e-3)


@pytest.mark.parametrize("field", ["ttft_s", "tpot_s", "e2e_s"])
@given(asks, st.floats(0.5, 0.99))
def test_a_tighter_limit_never_carries_more(field: str, ask: Ask, share: float) -> None:
    loose = planned_rate(REPLICA, ask, 200)
    tight = planned_rate(REPLICA, replace(ask, **{field: getattr(ask, field) * share}), 200)
    if isinstance(loose, Miss):
        assert isinstance(tight, Miss)
    elif isinstance(tight, Planned):
        assert tight.requests_per_s <= loose.requests_per_s * (1 + 2e-3)


def test_one_more_in_flight_would_break_the_limit() -> None:
    planned = planned_rate(REPLICA, ASK, 256)
    assert isinstance(planned, Planned)
    assert tpot(REPLICA, ASK, planned.batch) <= ASK.tpot_s < tpot(REPLICA, ASK, planned.batch + 1)


def test_the_prefix_cache_carries_more() -> None:
    plain, cached = (planned_rate(REPLICA, replace(ASK, cache_hit=h), 256) for h in (0.0, 0.5))
    assert isinstance(plain, Planned)
    assert isinstance(cached, Planned)
    assert cached.requests_per_s > plain.requests_per_s


def test_requests_in_flight_carry_the_whole_batch() -> None:
    planned = planned_concurrency(REPLICA, ASK, 20)
    assert isinstance(planned, Planned)
    assert planned.batch == 20
    # Little: 20 in flight, each for its prefill and its tokens
    time = prefill_s(REPLICA, 1000, 20) + 300 * tpot(REPLICA, ASK, 20)
    assert planned.requests_per_s == pytest.approx(20 / time)
    assert planned.latencies.ttft_p95_ms == pytest.approx(first_token_s(REPLICA, 4000) * 1000)


def test_requests_in_flight_respect_the_end_to_end_limit() -> None:
    limited = planned_concurrency(REPLICA, replace(ASK, tpot_s=math.inf, e2e_s=40), 256)
    assert isinstance(limited, Planned)
    first = first_token_s(REPLICA, 4000)
    assert first + 900 * tpot(REPLICA, ASK, limited.batch) <= 40 < first + 900 * tpot(REPLICA, ASK, limited.batch + 1)


@pytest.mark.parametrize(
    ("change", "limit"), [({"tpot_s": 0.001}, "tpot"), ({"ttft_s": 0.01}, "ttft"), ({"e2e_s": 1.0}, "e2e")]
)
def test_a_limit_out_of_reach_is_named_with_the_best_possible(change: dict[str, float], limit: str) -> None:
    for plan in (planned_rate, planned_concurrency):
        miss = plan(REPLICA, replace(ASK, **change), 256)
        assert isinstance(miss, Miss)
        assert (miss.limit, miss.unit) == (limit, "ms")
        assert isinstance(miss.available, float)
        assert miss.available > next(iter(change.values())) * 1000 == miss.needed
