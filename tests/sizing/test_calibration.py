"""Measured runs correct the model: by hand numbers, what they leave alone, and monotone in what was measured."""

import importlib
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.errors import InputError
from optimizer.inputs.measured_run import MeasuredRun
from optimizer.inputs.request import MeasuredRows
from optimizer.sizing.calibrate import at_pace, factor, narrowed, refuse_unusable_runs
from optimizer.sizing.calibrated import Calibration
from optimizer.sizing.families import band_of
from optimizer.sizing.option import Option
from optimizer.sizing.predict_run import predicted, system_of_run
from optimizer.sizing.size import size
from optimizer.sizing.throughput import first_token_s, prefill_s, requests_per_s, step_s
from tests.catalog.shipped import catalog
from tests.sizing.asks import build, dense_model, inference, request

H20 = "hgx-h20-8x96"
EVIDENCE = MeasuredRows(by_card={"h20-96/vllm": 3}, by_family={"hopper/vllm": 10})


def run(ratio: float = 1.0, **rest: Any) -> MeasuredRun:
    """A run on two H20 that measured `ratio` times the prediction."""
    fields = {
        "id": "", "card": "h20-96", "cards": 2, "server_or_form": "", "model": "Qwen3-32B", "weight_precision": "bf16",
        "kv_precision": None, "tensor_parallel": 2, "pipeline_parallel": 1, "expert_parallel": 1,
        "engine_class": "vllm", "input_tokens": 1000.0, "output_tokens": 300.0, "concurrency": 32.0,
        "metric": "output_tok_s_total", "value": 1.0, "scenario": "fixed_concurrency", "date": "2026-05",
        "source": "own bench", "notes": "", "file": "b.csv", "line": 2, "columns": (("value", 60),), **rest,
    }  # fmt: skip
    found = MeasuredRun.model_validate(fields)
    rate = predicted(found, catalog())
    assert isinstance(rate, float)
    return found.model_copy(update={"value": ratio * rate})


def best(*runs: MeasuredRun, model: str = "Qwen3-32B", server: str = H20, **rest: Any) -> Option:
    workload = inference(model, weight_precision=["bf16"], **rest.pop("workload", {}))
    asked = request(workload, **rest).model_copy(update={"runs": runs})
    found = size(asked, workload, asked.catalog.servers[server])
    assert isinstance(found, tuple), found
    return found[0]


def test_the_prediction_of_a_run_is_that_of_the_replica() -> None:
    """10e9 · 2 B + … on the shipped H20: the same t_pre and t_step as sizing uses, B = 32 on one replica."""
    shipped = catalog()
    card = shipped.cards["h20-96"]
    model = dense_model(id="Qwen3-32B")
    changed = shipped.model_copy(update={"models": {**shipped.models, "Qwen3-32B": model}})
    r = build(model, (2, 2, 1), card)
    rate = requests_per_s(prefill_s(r, 1000, 32), step_s(r, 32, 1150), 300, 32)
    assert card.facts is not None
    one = run(server_or_form=H20)
    assert predicted(one, changed) == pytest.approx(300 * rate)
    assert predicted(one.model_copy(update={"metric": "total_tok_s"}), changed) == pytest.approx(1300 * rate)
    assert predicted(one.model_copy(update={"metric": "requests_s"}), changed) == pytest.approx(rate)
    prefill = one.model_copy(update={"metric": "prefill_tok_s"})
    assert predicted(prefill, changed) == pytest.approx(1000 / prefill_s(r, 1000, 32))
    four = one.model_copy(update={"cards": 4, "concurrency": 64.0})
    assert predicted(four, changed) == pytest.approx(2 * 300 * rate)


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [([0.8], 0.8**0.7), ([0.8, 0.5], 0.4**0.35), ([0.8, 0.5, 1.25], 0.5 ** (1 / 3)), ([0.5] * 4, 0.5)],
)
def test_exponents(ratios: list[float], expected: float) -> None:
    """One and two rows: g^0.7; three and more: g."""
    option = best(*(run(r, line=n) for n, r in enumerate(ratios)))
    assert option.origin == "calibrated"
    assert option.calibration is not None
    assert option.calibration.factor == pytest.approx(expected)
    assert f"calibrated by {len(ratios)} row{'s' if len(ratios) > 1 else ''} of b.csv, factor" in option.notes[0]


def test_a_slower_card_is_slower_in_rate_and_in_latency() -> None:
    """Factor 1/2: twice the time per step, so half the rate at one batch; limits are checked with it."""
    r = build(dense_model())
    slow = at_pace(r, 0.5)
    assert step_s(slow, 16, 1000) == pytest.approx(2 * step_s(r, 16, 1000))
    assert prefill_s(slow, 900, 16, 100) == pytest.approx(2 * prefill_s(r, 900, 16, 100))
    assert first_token_s(slow, 900) == pytest.approx(2 * first_token_s(r, 900))
    no_limit: dict[str, Any] = {"latency": {"tpot_p95_ms": 1e6}}
    plain, halved = best(workload=no_limit), best(*[run(0.5, line=n) for n in range(3)], workload=no_limit)
    assert plain.layout == halved.layout
    assert float(halved.point_capacity) == pytest.approx(float(plain.point_capacity) / 2)
    assert plain.latencies is not None
    assert halved.latencies is not None
    assert halved.latencies.tpot_p95_ms == pytest.approx(2 * plain.latencies.tpot_p95_ms)


def test_a_calibrated_card_can_miss_a_latency_limit() -> None:
    workload = inference("Qwen3-32B", weight_precision=["bf16"], latency={"tpot_p95_ms": 20.0})
    asked = request(workload)
    assert isinstance(size(asked, workload, asked.catalog.servers[H20]), tuple)
    slow = asked.model_copy(update={"runs": tuple(run(0.2, line=n) for n in range(3))})
    found = size(slow, workload, asked.catalog.servers[H20])
    assert not isinstance(found, tuple)
    assert found.limit == "tpot"


def test_rows_of_ratio_one_change_no_rate() -> None:
    plain, told = best(), best(*(run(1.0, line=n) for n in range(3)))
    assert float(told.point_capacity) == pytest.approx(float(plain.point_capacity), rel=1e-8)
    assert told.latencies is not None
    assert plain.latencies is not None
    assert told.latencies.tpot_p95_ms == pytest.approx(plain.latencies.tpot_p95_ms)


def test_other_cards_and_engine_classes_are_left_alone() -> None:
    for server, changes in ((H20, {"engine_class": "sglang"}), ("dgx-h200", {})):
        plain, told = best(server=server), best(run(0.5, **changes), server=server)
        assert told == plain


def test_other_models_move_by_the_root_where_nothing_is_published() -> None:
    """r^0.5 with the band kept; a card with published rows of its own is not moved, and says so."""
    other = run(0.49, model="Qwen3-8B")
    plain, told = best(), best(other)
    assert told.origin == "calibrated"
    assert told.calibration is not None
    assert told.calibration.factor == pytest.approx(0.7)
    assert told.band == plain.band
    assert told.notes[0] == "calibrated by 1 row of b.csv on other models, factor 0.70, band kept"
    known, passed_over = best(rows=EVIDENCE), best(other, rows=EVIDENCE)
    assert passed_over.origin == "modelled"
    assert passed_over.capacity == known.capacity
    assert passed_over.notes[0].startswith("1 row of b.csv on other models not applied")
    assert best(other, run(0.8), rows=EVIDENCE).calibration == best(run(0.8), rows=EVIDENCE).calibration


def test_the_band_narrows_to_what_rows_leave_over() -> None:
    """Hopper 0.54/1.02/1.30 around its median is 0.529/1/1.275: three rows leave 0.76, and no more above than it."""
    three = best(*(run(0.8, line=n) for n in range(3))).band
    assert three is not None
    assert [three.p10, three.p50, three.p90] == pytest.approx([0.76, 1.0, 1.30 / 1.02], abs=1e-3)
    one = best(run(0.8)).band
    assert one is not None
    assert one.p10 < three.p10


def test_short_runs_do_not_narrow_the_band_of_long_contexts() -> None:
    card = catalog().cards["ascend_910b3"]
    long = band_of(card, "ascend_graph", 64_000)
    ratio = best(run(0.8)).calibration
    assert ratio is not None
    assert narrowed(long, ratio, card, "ascend_graph") == long
    far = ratio.runs[0].model_copy(update={"context_tokens": 64_000.0})
    same = Calibration(factor=1, same_model=True, runs=(far,))
    assert narrowed(long, same, card, "ascend_graph") != long


def test_own_rows_count_for_the_quantile() -> None:
    """Two published rows of the card and nine of its family: one own row of the model makes three and ten."""
    almost = MeasuredRows(by_card={"h20-96/vllm": 2}, by_family={"hopper/vllm": 9})
    assert best(rows=almost).quantile == "p10"
    assert best(run(0.9), rows=almost).quantile == "p50"
    assert best(run(0.9, model="Qwen3-8B"), rows=almost).quantile == "p10"


@given(st.lists(st.floats(0.06, 19.0), min_size=1, max_size=5), st.floats(1.0, 1.05))
@settings(max_examples=30, deadline=None)
def test_a_faster_measurement_never_plans_less(ratios: list[float], more: float) -> None:
    no_limit: dict[str, Any] = {"latency": {"tpot_p95_ms": 1e6}}
    slow = best(*(run(r, line=n) for n, r in enumerate(ratios)), workload=no_limit)
    fast = best(*(run(r * more, line=n) for n, r in enumerate(ratios)), workload=no_limit)
    assert fast.capacity >= slow.capacity
    assert math.isclose(factor([1.0] * len(ratios), 0.7), 1.0)


def test_absurd_and_unpredictable_runs_are_refused_together() -> None:
    runs = (
        run(25.0, line=2),
        run(19.9, line=3),
        run(0.04, line=4),
        run(line=5).model_copy(update={"model": "DeepSeek-R1"}),
    )
    asked = request(inference("Qwen3-32B")).model_copy(update={"runs": runs})
    with pytest.raises(InputError) as caught:
        refuse_unusable_runs(asked)
    found = [str(problem) for problem in caught.value.problems]
    assert [line.split(" ")[0] for line in found] == ["b.csv:2:60:", "b.csv:4:60:", "b.csv:5:1:"]
    assert "25 times the" in found[0]
    assert "weights take" in found[2]


def test_the_link_of_a_run() -> None:
    """The server named, else the widest domain that the catalog offers the card in."""
    card = catalog().cards[run().card]
    widest = system_of_run(run(), card, catalog())
    assert system_of_run(run(server_or_form="pcie-8x-l40s"), card, catalog()) == widest
    shipped = catalog().servers[H20]
    named = system_of_run(run(server_or_form=H20), card, catalog())
    assert (named.scale_up_link, named.scale_up_domain_cards) == (shipped.scale_up_link, shipped.scale_up_domain_cards)


def test_fit_is_not_calibrated() -> None:
    workload = inference("Qwen3-32B", "fit", {}, weight_precision=["bf16"])
    asked = request(workload).model_copy(update={"runs": (run(0.5),)})
    found = size(asked, workload, asked.catalog.servers[H20])
    assert isinstance(found, tuple)
    assert {(option.origin, option.calibration) for option in found} == {("modelled", None)}


def test_three_rows_bring_unseen_families_below_fifteen_percent() -> None:
    """Two families, each held out of a fit; `python -m benchmarks.calibration` judges all eight."""
    bench = importlib.import_module("benchmarks.calibration")
    held = bench.rows(held_out=True, families=("ampere", "blackwell"))
    before, after = bench.left_over(held, 0, 1.0)["all"], bench.left_over(held, 3, 1.0)["all"]
    assert len(before) > 500
    assert bench.error(after) <= min(0.15, bench.error(before) - 0.02)
    assert [bench.quantile(after, q) for q in (0.1, 0.5, 0.9)] == pytest.approx([0.76, 1.00, 1.34], abs=0.05)
