"""Load curves: the planned point lies on them, and beyond what memory holds the rate stays and requests wait."""

from itertools import pairwise

import pytest

from optimizer.sizing.load_curve import load_curve
from optimizer.sizing.option import Option
from tests.catalog.shipped import catalog
from tests.sizing.asks import CHAT, LIMITS, inference, measured_row, options, request

SERVER = "hgx-h20-8x96"
STEADY = {key: value for key, value in CHAT.items() if key != "peak_requests_per_s"} | {"concurrent_requests": 64}
LOOSE = {"tpot_p95_ms": 500.0}


def test_the_planned_point_is_that_of_the_option() -> None:
    workload = inference("Llama-3.1-8B", STEADY, LOOSE)
    (option, *_) = options(workload, SERVER)
    assert option.latencies is not None
    points = load_curve(request(workload), workload, catalog().servers[SERVER], option)
    (planned,) = [point for point in points if point.planned]
    assert planned.concurrency == option.concurrency
    assert planned.tpot_mean_ms == pytest.approx(option.latencies.tpot_mean_ms)
    assert planned.ttft_mean_ms == pytest.approx(option.latencies.ttft_mean_ms)
    # Little: in flight = rate · (TTFT without joining and waiting + 300 tokens)
    assert planned.output_tokens_per_s == pytest.approx(planned.requests_per_s * 300)
    assert planned.total_tokens_per_s == pytest.approx(planned.requests_per_s * 1300)


def test_what_is_not_held_waits() -> None:
    workload = inference("Qwen2.5-72B", STEADY, LOOSE, memory_use=0.45)
    (option, *_) = options(workload, SERVER)
    points = load_curve(request(workload), workload, catalog().servers[SERVER], option)
    held = [point for point in points if not point.full]
    (full,) = [point for point in points if point.full]
    assert [p.concurrency for p in points] == sorted({p.concurrency for p in points})
    assert points[0].concurrency == 1
    last = held[-1]
    assert last.concurrency < full.concurrency
    assert (full.requests_per_s, full.tpot_mean_ms) == (last.requests_per_s, last.tpot_mean_ms)
    queued_s = (full.concurrency - last.concurrency) / last.requests_per_s
    assert full.ttft_mean_ms == pytest.approx(last.ttft_mean_ms + queued_s * 1000)
    for before, after in pairwise(held):
        assert after.tpot_mean_ms > before.tpot_mean_ms


def curve_points(option: Option, **rest: object) -> int:
    workload = inference("Llama-3.1-8B", **rest)
    return len(load_curve(request(workload), workload, catalog().servers[SERVER], option))


def test_no_curve_without_a_load_or_a_layout() -> None:
    fit = inference("Llama-3.1-8B", "fit", {})
    (option, *_) = options(fit, SERVER)
    assert curve_points(option, traffic="fit", latency={}) == 0
    row = measured_row("chat", SERVER, "3", unit="requests/s")
    (measured,) = options(inference("Llama-3.1-8B"), SERVER, measured=(row,))
    assert curve_points(measured, latency=LIMITS) == 0
