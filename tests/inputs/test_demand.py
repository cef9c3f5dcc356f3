from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from optimizer.inputs.demand import Demand, demand, implied
from optimizer.inputs.traffic import Traffic
from optimizer.inputs.workload import FinetuneWorkload, InferenceWorkload, PretrainWorkload, ServiceWorkload
from tests.inputs.request_files import FINETUNE, PRETRAIN, changed, load

LENGTHS = {"input_tokens": {"mean": 1800, "p95": 6000}, "output_tokens": 450}


def inference(traffic: Any) -> InferenceWorkload:
    fields = {"name": "a", "kind": "inference", "model": "m", "max_context_tokens": 8192}
    return InferenceWorkload.model_validate({**fields, "traffic": traffic})


@pytest.mark.parametrize(
    ("form", "value", "unit"),
    [
        ({"peak_requests_per_s": 14}, Fraction(14), "requests/s"),
        ({"peak_requests_per_s": 0.3}, Fraction(3, 10), "requests/s"),
        ({"concurrent_requests": 64}, Fraction(64), "requests in flight"),
        # 3000 · 0.3 = 900 active; 900 · 6 / 3600 = 1.5/s; · 2.5 = 3.75/s
        (
            {"users": {"headcount": 3000, "active_share": 0.3, "requests_per_active_hour": 6, "peak_factor": 2.5}},
            Fraction(15, 4),
            "requests/s",
        ),
        # 3000 · 0.3 · 48 / (8 · 3600) · 2.5 = 3.75/s
        (
            {
                "users": {
                    "headcount": 3000, "active_share": 0.3, "requests_per_day": 48, "busy_hours": 8, "peak_factor": 2.5,
                }
            },
            Fraction(15, 4),
            "requests/s",
        ),
        # 200e6 / 1800 = 111,111.1 and 50e6 / 450 = 111,111.1 requests/day; / 28,800 s · 2
        (
            {"tokens_per_day": {"input": 200e6, "output": 50e6, "busy_hours": 8, "peak_factor": 2}},
            Fraction(200_000_000, 1800 * 28_800) * 2,
            "requests/s",
        ),
    ],
)  # fmt: skip
def test_each_form(form: dict[str, Any], value: Fraction, unit: str) -> None:
    got = demand(inference({**form, **LENGTHS}))
    assert (got.value, got.unit) == (value, unit)


def test_the_larger_side_of_daily_tokens_counts_and_is_named() -> None:
    # 90e6 / 1800 = 50,000 by input; 45e6 / 450 = 100,000 by output: 100,000 / 36,000 s
    got = demand(inference({"tokens_per_day": {"input": 90e6, "output": 45e6, "busy_hours": 10}, **LENGTHS}))
    assert got.value == Fraction(100, 36)
    assert got.note.endswith("by output tokens, the input tokens would give 50,000 requests/day")


def test_sides_within_one_percent_need_no_note() -> None:
    got = demand(inference({"tokens_per_day": {"input": 180e6, "output": 45.3e6, "busy_hours": 10}, **LENGTHS}))
    assert got.note == "100,667 requests/day / (10 h × 3600) × peak 1"


def test_fit_is_one_request_in_flight() -> None:
    got = demand(inference("fit"))
    assert (got.value, got.unit) == (Fraction(1), "requests in flight")
    assert "no load was sized" in got.note


def test_a_service_keeps_its_unit() -> None:
    fields = {"name": "ocr", "kind": "service", "demand": {"value": 0.1, "unit": "pages/s"}}
    assert demand(ServiceWorkload.model_validate(fields)) == Demand(
        value=Fraction(1, 10), unit="pages/s", note="as stated"
    )


def test_incomplete_users_imply_nothing() -> None:
    traffic = Traffic.model_validate({"users": {"headcount": 5, "requests_per_day": 3}, **LENGTHS})
    assert implied(traffic) == {}


def test_samples_times_epochs_are_the_tokens_of_a_run(tmp_path: Path) -> None:
    # 1,000 × 2,500.5 × 3 = 7,501,500
    form = "samples: {count: 1000, tokens_per_sample: 2500.5, epochs: 3}"
    (run,) = load(tmp_path, changed("tokens: 300e9", form, PRETRAIN)).requirements.workloads
    assert isinstance(run, PretrainWorkload)
    assert run.job_tokens == 7_501_500
    assert demand(run).note == (
        "one run of 7,501,500 tokens (1,000 samples × 2500.5 tokens × 3 epochs) within 45 days, cards held all year"
    )


def test_a_part_of_a_token_is_a_token(tmp_path: Path) -> None:
    # 3 × 1,366.1 × 1 = 4,098.3
    form = "samples: {count: 3, tokens_per_sample: 1366.1, epochs: 1}"
    (jobs,) = load(tmp_path, changed("tokens_per_job: 50e6", form, FINETUNE)).requirements.workloads
    assert isinstance(jobs, FinetuneWorkload)
    assert jobs.job_tokens == 4099
    assert demand(jobs).value == 8
    assert (
        "8 jobs a month of 4,099 tokens (3 samples × 1366.1 tokens × 1 epochs), at most 24 h each" in demand(jobs).note
    )
