"""Several classes of requests in one workload, and the factors that an asker states."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.ask import Ask, RequestClass
from optimizer.sizing.planned_rate import Planned, pace, planned_concurrency, planned_rate
from optimizer.sizing.throughput import first_token_s, prefill_s, step_s
from tests.sizing.asks import LIMITS, build, dense_model, inference, options

REPLICA = build(dense_model())
SHORT = RequestClass(input_mean=1000, input_p95=2000, output_mean=100, output_p95=200)
LONG = RequestClass(input_mean=8000, input_p95=16000, output_mean=500, output_p95=900)


def mix(*parts: tuple[float, RequestClass], **limits: float) -> Ask:
    return Ask(tuple(replace(one, share=share) for share, one in parts), **limits)


def carried(ask: Ask) -> Planned:
    planned = planned_rate(REPLICA, ask, 200)
    assert isinstance(planned, Planned)
    return planned


def test_means_by_hand() -> None:
    ask = mix((0.75, SHORT), (0.25, LONG))
    assert ask.input_mean == 0.75 * 1000 + 0.25 * 8000 == 2750
    assert ask.output_mean == 0.75 * 100 + 0.25 * 500 == 200
    # of the tokens written, 75 of 200 are of short requests (context 1000 + 50) and 125 of long ones (8000 + 250)
    assert ask.mean_context == pytest.approx((75 * 1050 + 125 * 8250) / 200)


def test_pace_by_hand() -> None:
    at = pace(REPLICA, mix((0.75, SHORT), (0.25, LONG)), 20)
    short, long = prefill_s(REPLICA, 1000, 20), prefill_s(REPLICA, 8000, 20)
    mean = 0.75 * short + 0.25 * long
    step = step_s(REPLICA, 20, (75 * 1050 + 125 * 8250) / 200)
    assert at.prefill.mean == pytest.approx(mean)
    assert at.prefill.residual == pytest.approx((0.75 * short**2 + 0.25 * long**2) / (2 * mean))
    assert at.tpot == pytest.approx(step + 20 * mean / 200)
    assert at.rate == pytest.approx(1 / (mean + 200 * step / 20))


@given(st.floats(0.1, 0.9), st.floats(0, 0.9))
def test_two_equal_classes_are_one(share: float, hit: float) -> None:
    one = replace(LONG, cache_hit=hit)
    limits = {"ttft_s": 10.0, "tpot_s": 0.2, "e2e_s": 150.0}
    single, double = (carried(ask) for ask in (mix((1, one), **limits), mix((share, one), (1 - share, one), **limits)))
    assert double.requests_per_s == pytest.approx(single.requests_per_s)
    assert double.batch == pytest.approx(single.batch, abs=1)
    assert double.latencies.ttft_p95_ms == pytest.approx(single.latencies.ttft_p95_ms, rel=1e-2)


@given(st.floats(0.01, 0.9), st.floats(0.01, 0.09))
def test_more_long_requests_never_carry_more(share: float, more: float) -> None:
    limits = {"ttft_s": 20.0, "tpot_s": 0.2}
    few, many = (carried(mix((1 - s, SHORT), (s, LONG), **limits)) for s in (share, share + more))
    assert many.requests_per_s <= few.requests_per_s * (1 + 2e-3)


def test_limits_hold_for_every_class() -> None:
    planned = carried(mix((0.99, SHORT), (0.01, LONG), ttft_s=20))
    found = planned.latencies
    slowest = first_token_s(REPLICA, 16000)
    assert slowest < found.ttft_p95_ms / 1000 <= 20
    waited = found.ttft_p95_ms - slowest * 1000
    assert found.e2e_p95_ms == pytest.approx(waited + slowest * 1000 + 900 * found.tpot_p95_ms)


CLASSES: list[dict[str, Any]] = [
    {"share": 0.7, "input_tokens": 1000.0, "output_tokens": {"mean": 300.0, "p95": 900.0}},
    {"share": 0.3, "input_tokens": 6000.0, "output_tokens": 200.0, "prefix_cache_hit": 0.5},
]


def test_a_workload_with_a_mix() -> None:
    single = {"input_tokens": {"mean": 2500.0, "p95": 6000.0}, "output_tokens": {"mean": 270.0, "p95": 900.0}}
    by_rate = {"peak_requests_per_s": 2.0}
    (mixed, *_) = options(inference("Llama-3.1-8B", by_rate | {"mix": CLASSES}), "hgx-h20-8x96")
    (plain, *_) = options(inference("Llama-3.1-8B", by_rate | single), "hgx-h20-8x96")
    assert mixed.latencies is not None
    assert mixed.latencies.ttft_p95_ms <= 2000
    # the mean request is the same but for 0.3 · 3,000 of 2,500 prompt tokens that come from the prefix cache
    assert plain.capacity < mixed.capacity < plain.capacity * 2


def test_memory_holds_the_mean_of_those_in_flight() -> None:
    """Equal answers: each class is in flight by its share, so the cache holds the mean length."""
    flat = {"output_tokens": 400.0}
    classes = [{"share": 0.5, "input_tokens": 2000.0} | flat, {"share": 0.5, "input_tokens": 6000.0} | flat]
    in_flight: dict[str, Any] = {"concurrent_requests": 10}
    loose = {"tpot_p95_ms": 60_000.0}
    ask = inference("Qwen2.5-72B", in_flight | {"mix": classes}, loose, memory_use=0.45)
    same = inference("Qwen2.5-72B", in_flight | {"input_tokens": 4000.0} | flat, loose, memory_use=0.45)
    assert [o.concurrency for o in options(ask, "hgx-h20-8x96")] == [
        o.concurrency for o in options(same, "hgx-h20-8x96")
    ]


def test_speculation_divides_the_decode_step() -> None:
    plain, fast = (Ask((LONG,), decode_speedup=s) for s in (1.0, 2.0))
    before, after = pace(REPLICA, plain, 10), pace(REPLICA, fast, 10)
    assert after.prefill == before.prefill
    assert before.tpot - after.tpot == pytest.approx(step_s(REPLICA, 10, 8250) / 2)
    assert after.rate > before.rate


def test_goodput_multiplies_the_planned_rate_and_nothing_else() -> None:
    plain, apart = (Ask((SHORT,), ttft_s=3, tpot_s=0.1, goodput_factor=f) for f in (1.0, 1.25))
    assert carried(apart).requests_per_s == pytest.approx(1.25 * carried(plain).requests_per_s)
    assert carried(apart).latencies == carried(plain).latencies
    assert planned_concurrency(REPLICA, apart, 50) == planned_concurrency(REPLICA, plain, 50)


@pytest.mark.parametrize("factor", [{"speculation": {"speedup": 1.4}}, {"disaggregation": {"goodput_factor": 1.4}}])
def test_a_stated_factor_carries_more(factor: dict[str, Any]) -> None:
    asked = [inference("Llama-3.1-8B", None, LIMITS, **more) for more in ({}, factor)]
    plain, stated = (options(each, "hgx-h20-8x96")[0] for each in asked)
    assert plain.capacity < stated.capacity <= plain.capacity * 14 / 10
    assert any("1.4" in note for note in stated.notes)
