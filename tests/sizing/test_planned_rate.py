"""Planned rates: every limit rechecked without the search, and the search against trying every batch."""

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.ask import Ask, RequestClass
from optimizer.sizing.planned_rate import Miss, Planned, planned_concurrency, planned_rate
from optimizer.sizing.queueing import Service, rate_for_wait, wait_p95_s
from optimizer.sizing.throughput import Replica, first_token_s, prefill_s, step_s
from tests.sizing.asks import build, dense_model, moe_model

CHAT = RequestClass(input_mean=1000, input_p95=4000, output_mean=300, output_p95=900)
ASK = Ask((CHAT,), ttft_s=2, tpot_s=0.08)
REPLICA = build(dense_model())


def tpot(r: Replica, ask: Ask, batch: float) -> float:
    (one,) = ask.classes
    context = one.input_mean + one.output_mean / 2
    return step_s(r, batch, context) + batch * prefill_s(r, one.input_mean, batch) / one.output_mean


def equal_prompts(prefill: float) -> Service:
    return Service(prefill, prefill / 2)


classes = st.builds(
    RequestClass,
    input_mean=st.floats(50, 4000),
    input_p95=st.floats(4000, 8000),
    output_mean=st.floats(20, 800),
    output_p95=st.floats(800, 2000),
)
asks = st.builds(
    Ask,
    classes=st.tuples(classes),
    ttft_s=st.one_of(st.just(math.inf), st.floats(0.3, 5)),
    tpot_s=st.one_of(st.just(math.inf), st.floats(0.03, 0.3)),
    e2e_s=st.one_of(st.just(math.inf), st.floats(5, 200)),
    load_limit=st.floats(0.3, 1),
)
replicas = st.sampled_from([REPLICA, build(dense_model(), (4, 4, 2)), build(moe_model(), (2, 8, 1))])


@given(replicas, asks, st.integers(1, 300))
def test_the_planned_rate_meets_every_limit(r: Replica, ask: Ask, batch_limit: int) -> None:
    planned = planned_rate(r, ask, batch_limit)
    (one,) = ask.classes
    first = first_token_s(r, one.input_p95)
    if isinstance(planned, Miss):
        assert planned.ratio > 1
        alone = min(tpot(r, ask, batch) for batch in range(1, batch_limit + 1))
        missed = {"tpot": alone > ask.tpot_s, "ttft": first + 2 * alone > ask.ttft_s}
        assert missed.get(planned.limit, first + (2 + one.output_p95) * alone > ask.e2e_s)
        return
    rate, batch = planned.requests_per_s, planned.batch
    prefill = prefill_s(r, one.input_mean, batch)
    step = step_s(r, batch, one.input_mean + one.output_mean / 2)
    load = rate * prefill
    wait = max(0.0, prefill * math.log(20 * load) / (1 - load)) + 2 * tpot(r, ask, batch)
    assert 1 <= batch <= batch_limit
    assert 0 < rate <= ask.load_limit / (prefill + one.output_mean * step / batch) * (1 + 1e-12)
    assert load < 1
    assert tpot(r, ask, batch) <= ask.tpot_s
    assert first + wait <= ask.ttft_s * (1 + 1e-9)
    assert first + wait + one.output_p95 * tpot(r, ask, batch) <= ask.e2e_s * (1 + 1e-9)
    assert planned.latencies.ttft_p95_ms == pytest.approx((first + wait) * 1000)
    assert planned.latencies.tpot_p95_ms == pytest.approx(tpot(r, ask, batch) * 1000)


@given(replicas, asks, st.integers(1, 120))
def test_no_other_batch_carries_more(r: Replica, ask: Ask, batch_limit: int) -> None:
    planned = planned_rate(r, ask, batch_limit)
    if isinstance(planned, Miss):
        return
    best, (one,) = 0.0, ask.classes
    for batch in range(1, batch_limit + 1):
        prefill = prefill_s(r, one.input_mean, batch)
        step = step_s(r, batch, one.input_mean + one.output_mean / 2)
        limit = min(ask.ttft_s, ask.e2e_s - one.output_p95 * tpot(r, ask, batch))
        wait = limit - first_token_s(r, one.input_p95) - 2 * tpot(r, ask, batch)
        if tpot(r, ask, batch) > ask.tpot_s or wait < 0:
            continue
        loaded = ask.load_limit / (prefill + one.output_mean * step / batch)
        queue = equal_prompts(prefill)
        fits = loaded if wait_p95_s(loaded, queue) <= wait else min(loaded, rate_for_wait(wait, queue))
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
    planned = planned_rate(REPLICA, replace(ASK, ttft_s=20), 256)
    assert isinstance(planned, Planned)
    assert tpot(REPLICA, ASK, planned.batch) <= ASK.tpot_s < tpot(REPLICA, ASK, planned.batch + 1)


def one_class(**changes: Any) -> Ask:
    return replace(ASK, classes=(replace(CHAT, **changes),))


def test_the_prefix_cache_carries_more() -> None:
    plain, cached = (planned_rate(REPLICA, one_class(cache_hit=h), 256) for h in (0.0, 0.5))
    assert isinstance(plain, Planned)
    assert isinstance(cached, Planned)
    assert cached.requests_per_s > plain.requests_per_s


def test_means_are_those_of_the_number_in_flight() -> None:
    planned = planned_rate(REPLICA, ASK, 256)
    assert isinstance(planned, Planned)
    found, rate = planned.latencies, planned.requests_per_s
    mean = found.tpot_mean_ms / 1000
    # Little: in flight = rate · (prefill + 300 tokens); at that number a token takes the mean
    busy = rate * (prefill_s(REPLICA, 1000, planned.batch) + 300 * mean)
    assert 1 < busy < planned.batch
    assert mean == pytest.approx(tpot(REPLICA, ASK, busy), rel=2e-3)
    # equal prompts, M/D/1: ρ·t/(2·(1 − ρ))
    prefill = prefill_s(REPLICA, 1000, planned.batch)
    wait = rate * prefill / (1 - rate * prefill) * prefill / 2
    ttft = first_token_s(REPLICA, 1000) + 2 * mean + wait
    assert found.ttft_mean_ms == pytest.approx(ttft * 1000)
    assert found.e2e_mean_ms == pytest.approx((ttft + 300 * mean) * 1000)
    assert found.tpot_mean_ms < found.tpot_p95_ms
    assert found.e2e_p95_ms == pytest.approx(found.ttft_p95_ms + 900 * found.tpot_p95_ms)


def in_flight_wait(batch: int) -> tuple[float, float]:
    """Mean and p95 with `batch` always in flight: rate by Little, M/D/1 and M/M/1, at most the others' prefills."""
    prefill = prefill_s(REPLICA, 1000, batch)
    load = prefill * batch / (prefill + 300 * tpot(REPLICA, ASK, batch))
    tail = max(0.0, prefill * math.log(20 * load) / (1 - load))
    return min(load / (1 - load) * prefill / 2, (batch - 1) * prefill / 2), min(tail, (batch - 1) * prefill)


def test_requests_in_flight_carry_the_whole_batch() -> None:
    planned = planned_concurrency(REPLICA, replace(ASK, ttft_s=20), 20)
    assert isinstance(planned, Planned)
    assert planned.batch == 20
    # Little: 20 in flight, each for its prefill and its tokens
    token = tpot(REPLICA, ASK, 20)
    assert planned.requests_per_s == pytest.approx(20 / (prefill_s(REPLICA, 1000, 20) + 300 * token))
    mean, p95 = in_flight_wait(20)
    found = planned.latencies
    assert found.ttft_p95_ms == pytest.approx((first_token_s(REPLICA, 4000) + 2 * token + p95) * 1000)
    assert found.ttft_mean_ms == pytest.approx((first_token_s(REPLICA, 1000) + 2 * token + mean) * 1000)
    assert found.tpot_mean_ms == found.tpot_p95_ms == pytest.approx(token * 1000)


def test_nobody_in_flight_waits_for_nobody() -> None:
    planned = planned_concurrency(REPLICA, ASK, 1)
    assert isinstance(planned, Planned)
    alone = first_token_s(REPLICA, 4000) + 2 * tpot(REPLICA, ASK, 1)
    assert planned.latencies.ttft_p95_ms == pytest.approx(alone * 1000)


def test_requests_in_flight_respect_the_end_to_end_limit() -> None:
    limited = planned_concurrency(REPLICA, replace(ASK, tpot_s=math.inf, ttft_s=math.inf, e2e_s=40), 256)
    assert isinstance(limited, Planned)
    first = first_token_s(REPLICA, 4000)

    def whole(batch: int) -> float:
        return first + 902 * tpot(REPLICA, ASK, batch) + in_flight_wait(batch)[1]

    assert whole(limited.batch) <= 40 < whole(limited.batch + 1)


@pytest.mark.parametrize(
    ("change", "limit"), [({"tpot_s": 0.001}, "tpot"), ({"ttft_s": 0.01}, "ttft"), ({"e2e_s": 1.0}, "e2e")]
)
def test_a_limit_out_of_reach_is_named_with_the_best_possible(change: dict[str, float], limit: str) -> None:
    for plan in (planned_rate, planned_concurrency):
        miss = plan(REPLICA, replace(ASK, **dict[str, Any](change)), 256)
        assert isinstance(miss, Miss)
        assert (miss.limit, miss.unit) == (limit, "ms")
        assert isinstance(miss.available, float)
        assert miss.available > next(iter(change.values())) * 1000 == miss.needed
