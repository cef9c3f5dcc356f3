"""`policy.ecc_above_days`: long runs need cards with ECC memory. The 4090 has none, the L40S has it."""

from decimal import Decimal
from typing import Any

import pytest

from optimizer.inputs.requirements import Policy
from optimizer.inputs.workload import Workload
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.rejection_words import limit_name
from optimizer.report.texts import label
from tests.sizing.asks import finetune, measured_row, options, pretrain, rejected

CONSUMER, WITH_ECC = "pcie-8x-rtx4090", "pcie-8x-l40s"
RUN = pretrain("Llama-3.2-1B", tokens=30 * 10**9, sequence_length=2048, mfu=0.4)
"""Gives its own MFU, so that its length follows from the peak alone."""


def policy(days: float | None = None, **rest: Any) -> dict[str, Policy]:
    return {"policy": Policy.model_validate({"consumer_cards": "allow", "ecc_above_days": days, **rest})}


def length_days(workload: Workload, server: str) -> float:
    """Of the run on one server where no rule shortens it."""
    (option,) = options(workload, server, **policy())
    assert option.days is not None
    return option.days


def test_a_run_longer_than_the_rule_is_rejected_with_its_length() -> None:
    days = length_days(RUN, CONSUMER)
    assert 1 < days < 45
    refused = rejected(RUN, CONSUMER, **policy(days - 0.5))
    assert (refused.limit, refused.needed, refused.unit) == ("ecc", days - 0.5, "days without ECC memory")
    assert refused.available == pytest.approx(days, abs=1e-3)
    assert options(RUN, CONSUMER, **policy(days + 0.5))[0].days == pytest.approx(days)


def test_cards_with_ecc_run_as_long_as_they_like() -> None:
    days = length_days(RUN, WITH_ECC)
    assert options(RUN, WITH_ECC, **policy(0.1))[0].days == pytest.approx(days)


def test_a_deadline_within_the_rule_is_the_only_limit() -> None:
    short = RUN.model_copy(update={"deadline_days": length_days(RUN, CONSUMER) / 2})
    assert rejected(short, CONSUMER, **policy(40)) == rejected(short, CONSUMER, **policy())


def test_jobs_are_kept_short_by_larger_gangs() -> None:
    # one card takes 43 h a job: within 200 h, but not within a day
    tokens = {"tokens_per_job": 2 * 10**8, "sequence_length": 2048, "max_hours_per_job": 200.0}
    jobs = finetune("lora", "Qwen2.5-7B", mfu=0.3, **tokens)

    def shapes(days: float | None) -> list[tuple[int, float]]:
        found = options(jobs, CONSUMER, **policy(days))
        return [(option.devices, (option.card_hours or 0) / option.devices) for option in found]

    ((cards, hours),) = shapes(None)
    assert (cards, hours > 24) == (1, True)
    assert all(cards > 1 and hours <= 24 for cards, hours in shapes(1))
    assert rejected(jobs, CONSUMER, **policy(hours / 24 / 9)).limit == "ecc"


def test_a_measured_run_counts_with_its_own_limit() -> None:
    row = (measured_row("run", CONSUMER, "1", cards=8, unit="runs"),)
    refused = rejected(RUN, CONSUMER, measured=row, **policy(44))
    assert (refused.limit, refused.needed, refused.available) == ("ecc", 44, 45)
    assert options(RUN, CONSUMER, measured=row, **policy(45))[0].point_capacity == Decimal(1)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("zh", ("ECC 显存", "天（无 ECC 显存）", "无 ECC 显存", "须用 ECC 显存的训练时长（天）")),
        ("en", ("ecc", "days without ECC memory", "no ECC memory", "runs longer than this need ECC memory, days")),
    ],
)
def test_the_rejection_in_words(language: str, expected: tuple[str, ...]) -> None:
    found = (
        limit_name("ecc", language).here, in_both("days without ECC memory", language).here,
        label("rejected.ecc", language), path_name("policy.ecc_above_days", language).here,
    )  # fmt: skip
    assert found == expected
