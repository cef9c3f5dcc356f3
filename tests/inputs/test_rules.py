from pathlib import Path

import pytest

from tests.inputs.request_files import INFERENCE, ROWS, SERVICE, changed, load, problems

FIT = """\
name: test
workloads:
  - {name: a, kind: inference, model: Qwen3-32B, traffic: fit, max_context_tokens: 8192}
"""
RATE = "peak_requests_per_s: 14"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (RATE, RATE + "\n      concurrent_requests: 64", "request.yaml:8:7: workloads[0].traffic.concurrent_requests: "
         "a second form of traffic: peak_requests_per_s gives 14 requests/s, concurrent_requests gives 64 requests in"),
        (RATE, RATE + "\n      tokens_per_day: {input: 200e6, output: 50e6, busy_hours: 8, peak_factor: 2}",
         "peak_requests_per_s gives 14 requests/s, tokens_per_day gives 7.71605 requests/s"),
        ("      " + RATE + "\n", "", "request.yaml:6:5: workloads[0].traffic: has no form of traffic; write one of pe"),
        (RATE, RATE + "\n      full_context: true", "only has a meaning with concurrent_requests"),
        (RATE, "users: {headcount: 30}", "says how many users there are, but not how many requests they send"),
        (RATE, "users: {headcount: 30, requests_per_day: 20}",
         "request.yaml:7:7: workloads[0].traffic.users.busy_hours: is missing: requests_per_day needs it"),
        (RATE, "users: {headcount: 30, requests_per_active_hour: 2, requests_per_day: 20, busy_hours: 8}",
         "request.yaml:7:59: workloads[0].traffic.users.requests_per_day: requests_per_day and requests_per_active_ho"),
        (RATE, "users: {headcount: 30, requests_per_active_hour: 2, busy_hours: 8}", "are two forms of one number"),
        ("{tpot_p95_ms: 60}", "{ttft_p95_ms: 2000}", "request.yaml:10:5: workloads[0].latency: has no limit on the ti"),
        ("    latency: {tpot_p95_ms: 60}\n", "", "request.yaml:3:5: workloads[0].latency: has no limit on the time pe"),
        ("{tpot_p95_ms: 60}", "{tpot_p95_ms: 60, tokens_per_s_per_user: 20}",
         "20 tokens/s is 50 ms per token, but tpot_p95_ms is 60; keep one of the two"),
        ("{mean: 1800, p95: 6000}", "{mean: 6001, p95: 6000}",
         "request.yaml:8:7: workloads[0].traffic.input_tokens: the mean (6001) is above the 95th percentile (6000)"),
        ("32768", "7199", "workloads[0].max_context_tokens: 7199 is shorter than p95 of prompt + answer "
         "= 7,200 tokens; write at least 7200"),
        ("32768", "1e6", "1000000 is more than Qwen3-32B was made for"),
        ("Qwen3-32B", "Qwen3-23B", 'request.yaml:5:5: workloads[0].model: unknown model "Qwen3-23B"; did you mean Qwe'),
        ("Qwen3-32B", "Qwen/Qwen3-32B", "write a catalog id, or the path of the checkpoint's config.json below"),
        ("    latency:", "    engine: vlm\n    latency:", 'unknown engine "vlm"; did you mean vllm?'),
        ("    latency:", "    cards: {allowed: [h20-96, h20_96]}\n    latency:",
         'request.yaml:10:31: workloads[0].cards.allowed[1]: unknown card "h20_96"; did you mean h20-96?'),
        ("    latency:", "    servers: {forbidden: [nosuch]}\n    latency:", 'unknown server "nosuch"'),
        ("    latency:", "    growth: [1, 1.5, 2, 2.5]\n    latency:",
         "workloads[0].growth: has 4 years, the horizon has 3; shorten the list, or raise finance.horizon_years"),
        ("name: test", "name: test\npolicy: {ecosystems: {allowed: [cuda, can]}}", 'unknown ecosystem "can"; did you'),
        ("name: test", "name: test\npolicy: {vendors: {forbidden: [Nvidia]}}", 'unknown vendor "Nvidia"; did you mean'),
        ("name: test", "name: test\npolicy: {servers: {allowed: [x]}}", 'unknown server "x"'),
        ("name: test", "name: test\nprice_book: chinna-2026", 'unknown price book "chinna-2026"; did you mean china-2'),
        ("name: test", "name: test\nsite: {racks: [{name: a, count: 1}, {name: a, count: 2}]}",
         'request.yaml:2:38: site.racks[1].name: the name "a" is already used by site.racks[0]'),
    ],
)  # fmt: skip
def test_contradictions(tmp_path: Path, old: str, new: str, message: str) -> None:
    found = problems(tmp_path, changed(old, new))
    assert len(found) == 1, found
    assert message in found[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{tpot_p95_ms: 60}", "{tpot_p95_ms: 60, tokens_per_s_per_user: 16.7}"),
        ("{tpot_p95_ms: 60}", "{tokens_per_s_per_user: 20}"),
        ("{tpot_p95_ms: 60}", "{e2e_p95_ms: 30000}"),
        ("32768", "7200"),
        (RATE, "concurrent_requests: 64\n      full_context: true"),
        ("    latency:", "    engine: TensorRT-LLM\n    max_server_types: 1\n    latency:"),
        ("    latency:", "    growth: [1, 1.5, 2]\n    cards: {allowed: [h20-96], forbidden: [h20-96]}\n    latency:"),
        ("name: test", "name: test\nfinance: {horizon_years: 4, capex_budget: 0}\nas_of: 2026-01-31"),
    ],
)
def test_what_is_just_allowed(tmp_path: Path, old: str, new: str) -> None:
    assert load(tmp_path, changed(old, new)).requirements.name == "test"


def test_fit_takes_no_latency(tmp_path: Path) -> None:
    assert load(tmp_path, FIT).requirements.workloads[0].name == "a"
    (found,) = problems(tmp_path, changed("fit,", "fit, latency: {ttft_p95_ms: 1},", FIT))
    assert "workloads[0].latency: has limits, but with `traffic: fit` no load and no latency is sized" in found


def test_workload_names_differ(tmp_path: Path) -> None:
    second = INFERENCE[INFERENCE.index("  - name") :]
    (found,) = problems(tmp_path, INFERENCE + second)
    assert found.startswith(
        'request.yaml:12:5: workloads[1].name: the name "assistant" is already used by workloads[0]'
    )


def test_a_service_needs_a_measured_row(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, SERVICE.replace("measurements: [rows.csv]\n", ""))
    assert found.startswith("request.yaml:3:5: workloads[0]: no measured row for this service; name a file under `meas")
    assert load(tmp_path, SERVICE, rows__csv=ROWS).measured[0].workload == "ocr"
