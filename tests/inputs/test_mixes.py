"""Mixes of requests and stated factors in a requirements file."""

from pathlib import Path

import pytest

from optimizer.inputs.demand import demand
from optimizer.inputs.load import load_request
from optimizer.inputs.traffic import Traffic
from optimizer.inputs.workload import InferenceWorkload
from tests.inputs.request_files import INFERENCE, changed, load, problems

LENGTHS = "      input_tokens: {mean: 1800, p95: 6000}\n      output_tokens: {mean: 450, p95: 1200}\n"
FIRST = "        - {share: 0.7, input_tokens: {mean: 1800, p95: 6000}, output_tokens: 400}\n"
SECOND = "        - {share: 0.3, input_tokens: 12000, output_tokens: 300, prefix_cache_hit: 0.5}\n"
MIXED = changed(LENGTHS, "      mix:\n" + FIRST + SECOND)
SPECULATION = "    speculation: {speedup: 1.3, source: own test}\n"
CONTEXT = "    max_context_tokens: 32768\n"


def inference(folder: Path, text: str) -> InferenceWorkload:
    (workload,) = load(folder, text).requirements.workloads
    assert isinstance(workload, InferenceWorkload)
    return workload


def traffic(folder: Path, text: str) -> Traffic:
    found = inference(folder, text).traffic
    assert isinstance(found, Traffic)
    return found


def test_a_mix_as_one_distribution(tmp_path: Path) -> None:
    mixed = traffic(tmp_path, MIXED)
    # 0.7 · 1,800 + 0.3 · 12,000 and 0.7 · 400 + 0.3 · 300; the longest p95
    assert mixed.input_lengths.mean == pytest.approx(4860)
    assert mixed.output_lengths.mean == pytest.approx(370)
    assert (mixed.input_lengths.p95, mixed.output_lengths.p95) == (12000, 400)
    assert [c.prefix_cache_hit for c in mixed.classes] == [0, 0.5]


def test_one_distribution_is_a_class_of_its_own(tmp_path: Path) -> None:
    (only,) = traffic(tmp_path, INFERENCE).classes
    assert (only.share, only.input_lengths.mean, only.output_lengths.p95) == (1, 1800, 1200)


def test_a_daily_volume_counts_with_the_means_of_the_mix(tmp_path: Path) -> None:
    daily = "tokens_per_day: {input: 4860000, output: 370000, busy_hours: 10}"
    text = changed("peak_requests_per_s: 14", daily, MIXED)
    assert float(demand(inference(tmp_path, text)).value) == pytest.approx(1000 / 36000)


def test_what_a_class_leaves_out_is_assumed_for_it(tmp_path: Path) -> None:
    assumed = {each.path for each in load(tmp_path, MIXED).assumptions}
    assert "workloads[0].traffic.mix[0].prefix_cache_hit" in assumed
    assert not {"workloads[0].traffic.prefix_cache_hit", "workloads[0].traffic.mix[1].prefix_cache_hit"} & assumed


def test_a_scenario_removes_a_factor(tmp_path: Path) -> None:
    name = inference(tmp_path, INFERENCE).name
    overlay = f"scenarios:\n  plain: {{workloads: [{{name: {name}, speculation: null}}]}}\n"
    stated = inference(tmp_path, INFERENCE + SPECULATION + overlay).speculation
    assert stated is not None
    assert (stated.speedup, stated.source) == (1.3, "own test")
    (plain,) = load_request(tmp_path / "request.yaml", scenario="plain").requirements.workloads
    assert isinstance(plain, InferenceWorkload)
    assert plain.speculation is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("share: 0.3", "share: 0.2", "workloads[0].traffic.mix: the shares add to 0.9; correct them"),
        ("share: 0.3", "share: 0", "workloads[0].traffic.mix[1].share: must be greater than 0"),
        ("share: 0.3, ", "", "workloads[0].traffic.mix[1].share: is missing; write the share of the requests"),
        (SECOND, "", "workloads[0].traffic.mix: the shares add to 0.7"),
        (FIRST + SECOND, "          []\n", "workloads[0].traffic.mix: must not be empty"),
        ("mean: 1800", "mean: 6001", "workloads[0].traffic.mix[0].input_tokens: the mean (6001) is above the 95th"),
        ("32768", "12299", "12299 is shorter than p95 of prompt + answer = 12,300 tokens; write at least 12300"),
        ("      mix:", "      input_tokens: 100\n      mix:",
         "workloads[0].traffic.input_tokens: the classes of `mix` state it each for itself; remove `input_tokens`"),
        ("      mix:", "      prefix_cache_hit: 0\n      mix:", "workloads[0].traffic.prefix_cache_hit: the classes"),
        ("prefix_cache_hit: 0.5", "prefix_cache_hit: 1", "workloads[0].traffic.mix[1].prefix_cache_hit: must be less"),
        ("prefix_cache_hit", "prefix_cache_hits", "did you mean prefix_cache_hit?"),
        (CONTEXT, CONTEXT + "    speculation: {speedup: 8}\n", "workloads[0].speculation.speedup: must be at most 5"),
        (CONTEXT, CONTEXT + "    speculation: {speedup: 0.1}\n", "workloads[0].speculation.speedup: must be at least"),
        (CONTEXT, CONTEXT + "    speculation: {}\n", "workloads[0].speculation.speedup: is missing; write the"),
        (CONTEXT, CONTEXT + "    disaggregation: {prefill_share: 0.3}\n", "disaggregation.goodput_factor: is missing"),
    ],
)  # fmt: skip
def test_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    found = problems(tmp_path, changed(old, new, MIXED))
    assert any(message in line for line in found), found


def test_factors_need_a_rate(tmp_path: Path) -> None:
    apart = changed(CONTEXT, CONTEXT + "    disaggregation: {goodput_factor: 1.2}\n")
    steady = problems(tmp_path, changed("peak_requests_per_s: 14", "concurrent_requests: 14", apart))
    assert len(steady) == 1
    assert "workloads[0].disaggregation: raises the requests/s of a card, but concurrent_requests asks" in steady[0]
    fit = (
        "name: t\nworkloads:\n  - {name: a, kind: inference, model: Qwen3-32B, traffic: fit, max_context_tokens: 8192,"
    )
    (line,) = problems(tmp_path, fit + " speculation: {speedup: 1.3}}\n")
    assert "with `traffic: fit` no load is sized; remove `speculation`, or state the traffic" in line
