"""Rates, times and the ceiling of one stream."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.inputs.catalog import LanguageModel
from optimizer.sizing.step_parts import COEFFICIENTS, step_parts
from optimizer.sizing.throughput import Replica, step_s
from tests.size.run import sized
from tests.sizing.asks import build, dense_model, moe_model

DENSE = ("--cards", "2", "--tp", "2", "--precision", "fp8", "--input", "2000", "--output", "500")


@pytest.mark.parametrize("batch", [1, 7, 64])
@pytest.mark.parametrize("model", [dense_model(), moe_model()])
def test_parts_make_the_step(model: LanguageModel, batch: int) -> None:
    r = build(model, (2, 2, 1))
    p = step_parts(r, batch, 2000)
    q = r.floor_exponent
    roof = ((p.weights_s + p.cache_s + p.compute_s) ** q + p.floor_s**q) ** (1 / q)
    assert roof + p.link_s + p.sequences_s == pytest.approx(p.step_s)
    assert p.step_s == step_s(r, batch, 2000)
    assert min(p.weights_s, p.cache_s, p.compute_s, p.floor_s, p.link_s, p.sequences_s) > 0


def test_every_time_of_a_decode_step_is_in_one_part() -> None:
    r = build(dense_model(), (2, 2, 1))
    prefill_only = {"prefill_attention_s", "lone_token_flop_s"}
    times = {name for name in Replica.__slots__ if name.endswith("_s")}
    assert times - prefill_only == set(COEFFICIENTS)
    assert step_s(replace(r, **dict.fromkeys(COEFFICIENTS, 0.0)), 4, 100) == 0  # type: ignore[arg-type]


def test_ceiling_of_one_stream_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "Llama-3.1-70B", "h100-sxm", *DENSE)
    m, speed = found["memory"], found["speed"]
    read = (m["body_params"] + 2 * m["head_params"]) / 2 + 2250 * 163_840  # S + O/2 tokens of cache
    assert speed["stream_read_bytes"] == pytest.approx(read)
    assert speed["stream_ceiling_tokens_per_s"] == pytest.approx(3.352e12 / read)
    assert speed["stream_tokens_per_s"] < speed["stream_ceiling_tokens_per_s"]


def test_rates_are_the_point_times_the_band(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "Llama-3.1-70B", "h100-sxm", *DENSE, "--tpot", "60")
    one, per_card, every = found["rates_per_s"]
    band, point = found["layout"]["band"], found["layout"]["point_capacity"]
    assert found["layout"]["quantile"] == "p50"
    assert one["requests"] == pytest.approx(point * band["p50"]) == pytest.approx(found["layout"]["capacity"])
    assert one["output_tokens"] == pytest.approx(one["requests"] * 500)
    assert one["total_tokens"] == pytest.approx(one["requests"] * 2500)
    assert one["output_tokens_p10"] == pytest.approx(point * band["p10"] * 500)
    assert one["output_tokens_p90"] == pytest.approx(point * band["p90"] * 500)
    assert per_card["requests"] == pytest.approx(one["requests"] / 2)
    assert every["requests"] == one["requests"]
    assert found["speed"]["planned_requests_per_s"] <= 0.8 * found["speed"]["steady_requests_per_s"] * (1 + 1e-9)
    assert found["speed"]["tpot_ms"] <= 60 < found["speed"]["next_tpot_ms"]
    assert found["binding"] == {
        "limit": "tpot", "needed": found["speed"]["next_tpot_ms"], "available": 60, "unit": "ms",
    }  # fmt: skip


def test_a_tight_ttft_holds_the_rate(capsys: pytest.CaptureFixture[str]) -> None:
    loose = sized(capsys, "Llama-3.1-70B", "h100-sxm", *DENSE, "--tpot", "60")
    limit = loose["latency"]["ttft_mean_ms"] * 1.2
    tight = sized(capsys, "Llama-3.1-70B", "h100-sxm", *DENSE, "--tpot", "60", "--ttft", f"{limit}")
    assert tight["binding"]["limit"] == "ttft"
    assert tight["latency"]["ttft_p95_ms"] <= limit * (1 + 1e-6)
    assert tight["layout"]["capacity"] < loose["layout"]["capacity"]


def test_without_limits_nothing_is_limited(capsys: pytest.CaptureFixture[str]) -> None:
    found = sized(capsys, "Qwen3-32B", "h20-96")
    assert (found["asked"]["tpot_p95_ms"], found["asked"]["ttft_p95_ms"]) == (None, None)
    assert found["binding"]["limit"] in ("memory", "engine")


@given(number=st.integers(1, 400))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_requests_in_flight_beyond_the_batch_wait(number: int) -> None:
    from optimizer.cli.size_command import SizeOptions
    from optimizer.cli.size_request import read_size
    from optimizer.plan.size.answer import answer

    nothing = dict.fromkeys(SizeOptions._fields)
    asked = {"model": "Qwen3-32B", "hardware": "dgx-h100", "cards": 2, "tensor": 2, "weight_precision": ("bf16",)}
    options = SizeOptions(**{**nothing, **asked, "quick": False, "language": "en", "concurrency": number})  # type: ignore[arg-type]
    given_ = read_size(options)
    found = answer(given_.request, given_.workload, given_.machines, given_.wanted)
    speed = found.speed
    assert speed is not None
    assert found.best is not None
    assert speed.batch + speed.waiting == number
    assert speed.batch <= speed.planned_batch
    assert (found.status == "fits") == (number <= found.best.capacity)
