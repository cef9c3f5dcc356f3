"""Reinforcement-learning jobs: a named efficiency over the whole loop, the asker's own before the catalog's."""

from typing import Any

import pytest

from benchmarks.rl_efficiency import efficiencies, efficiency, rows, slowdown
from optimizer.inputs.requirements import SizingRules
from optimizer.report.plan_texts import in_both
from optimizer.report.rejection_words import rejection_words
from optimizer.sizing.option import Option
from optimizer.sizing.rl import LINKED_ONLY, TAKES_TURNS
from tests.catalog.shipped import catalog
from tests.sizing.asks import finetune, options, rejected

FLOPS_PER_TOKEN = 6 * 7.62e9 + 12 * 28 * 3584 * 4096
"""Of Qwen2.5-7B at 4,096 tokens."""


def jobs(rl: dict[str, Any] | None, model: str = "Qwen2.5-7B", **rest: Any) -> Any:
    return finetune("full", model, rl=rl, tokens_per_job=10**8, max_hours_per_job=400.0, **rest)


def hours(option: Option) -> float:
    return (option.card_hours or 0) / option.devices


def test_the_askers_efficiency_gives_the_hours_by_hand() -> None:
    # 8 cards at 0.10 of 989.4 TFLOPS; the share of the wall clock that trains is the same as of a stated MFU
    own = options(jobs({"efficiency": {"cuda": 0.10}, "source": "own GRPO runs"}), "dgx-h100")
    stated = options(
        finetune("full", "Qwen2.5-7B", mfu=0.10, tokens_per_job=10**8, max_hours_per_job=400.0), "dgx-h100"
    )
    assert [(o.devices, o.capacity) for o in own] == [(o.devices, o.capacity) for o in stated]
    whole = next(o for o in own if o.devices == max(o.devices for o in own))
    busy_s = 1e8 * FLOPS_PER_TOKEN / (whole.devices * 0.10 * 989.4e12)
    assert 0.75 < busy_s / (hours(whole) * 3600) <= 1
    assert whole.mfu == 0.10
    assert whole.notes[0] == "RL loop at 0.1 of the 16-bit peak on cuda (own GRPO runs)"
    assert not any("request's own MFU" in note for note in whole.notes)


def test_without_one_the_catalogs_low_is_planned_and_its_typical_at_p50() -> None:
    entry = catalog().parameters["rl_efficiency_cuda"]
    careful = options(jobs({}), "dgx-h100")[0]
    median = options(jobs({}), "dgx-h100", rules=SizingRules(quantile="p50"))[0]
    assert (careful.quantile, median.quantile) == ("p10", "p50")
    assert careful.band is not None
    assert careful.band.p10 == pytest.approx(float(entry.low / entry.typical))
    assert careful.band.source == "parameter rl_efficiency_cuda"
    slower = float(entry.typical / entry.low)
    assert float(careful.point_capacity) == pytest.approx(float(careful.capacity) * slower, rel=1e-9)
    assert hours(careful) * careful.devices == pytest.approx(hours(median) * median.devices * slower, rel=0.2)


def test_a_loop_takes_far_longer_than_supervised_training() -> None:
    supervised, loop = options(jobs(None), "dgx-h100"), options(jobs({}), "dgx-h100")
    assert min(map(hours, loop)) > 3 * min(map(hours, supervised))


def test_cards_without_a_link_say_that_no_published_rate_is_of_such() -> None:
    assert LINKED_ONLY in options(jobs({}), "pcie-8x-l20")[0].notes
    assert LINKED_ONLY not in options(jobs({"efficiency": {"cuda": 0.05}}), "pcie-8x-l20")[0].notes
    assert LINKED_ONLY not in options(jobs({}), "dgx-h100")[0].notes
    for note in (LINKED_ONLY, TAKES_TURNS):
        assert in_both(note, "zh").here != note


def test_experts_on_ascend_need_the_askers_number() -> None:
    asked: dict[str, Any] = {"model": "Qwen3-30B-A3B"}
    refused = rejected(jobs({}, **asked), "atlas_800t_a2_910b1", fabric_gbps=200.0)
    assert (refused.limit, refused.available) == ("engine", "none")
    assert rejection_words(str(refused.needed), "zh").here == "该生态的强化学习效率（rl.efficiency）"
    assert options(jobs({"efficiency": {"cann": 0.02}}, **asked), "atlas_800t_a2_910b1", fabric_gbps=200.0)


@pytest.mark.parametrize("name", sorted(efficiencies()))
def test_shipped_efficiencies_are_those_of_the_published_runs(name: str) -> None:
    entry = catalog().parameters[name]
    assert (float(entry.low), float(entry.typical), float(entry.high)) == efficiencies()[name].rounded()
    assert entry.spec.confidence == "low"


def test_published_runs_by_hand() -> None:
    # 540 tokens/s · (6 · 32.76e9 + 12 · 64 · 8,192 · 3,206) / 989.4e12 = 0.118
    (run,) = (r for r in rows("rl_runs.csv") if r["model"] == "Qwen3-32B")
    assert efficiency(run) == pytest.approx(0.1183, abs=1e-4)
    assert len(rows("rl_pairs.csv")) == 24
    assert slowdown().low == pytest.approx(28.93 / 14.59)


@pytest.mark.parametrize("source", ["the requirements file", "parameter rl_efficiency_cuda", "own GRPO runs"])
def test_the_note_in_chinese(source: str) -> None:
    text = in_both(f"RL loop at 0.1 of the 16-bit peak on cuda ({source})", "zh").here
    assert text.startswith("强化学习全流程按 cuda 的 16 位峰值 × 0.1 计（")
