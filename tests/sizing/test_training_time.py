"""Seconds per token by hand, what links are worth, published runs, and the families behind a card."""

from dataclasses import replace
from math import sqrt

import pytest

from optimizer.inputs.catalog import Card
from optimizer.sizing.goodput import goodput, interruptions
from optimizer.sizing.training_families import (
    NO_DATA_EFFICIENCY,
    TRAINING_BANDS,
    card_band_key,
    efficiency,
    efficiency_name,
    has_rows,
    reference_flops,
    training_band,
)
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_layout import TrainingLayout
from optimizer.sizing.training_machine import TrainingMachine
from optimizer.sizing.training_search import best
from optimizer.sizing.training_time import all_reduce_bytes, token_seconds
from optimizer.sizing.training_work import Method, TrainingWork, trained_model
from tests.catalog.shipped import catalog
from tests.sizing.asks import card, dense_model
from tests.sizing.training_jobs import BLOOM_176B, LLAMA_65B, MIXTURE, SMALL, machine, work

ROUND = dict(TRAINING_FITTED) | {
    "eta.ampere": 0.5, "width": 1000, "speed_up.8": 2.0, "moe_exponent": 0.5, "moe": 0.8,
    "attention.hopper": 1.5, "attention.others": 0.5, "launch.generic": 1e-3,
    "adapter": 0.9, "qlora": 0.8, "link.in": 0.5, "link.out": 1.0, "link.pcie": 0.8,
    "tensor": 0.5, "expert": 0.5, "bubble": 1.0, "doubling": 0.02, "recompute.generic": 0.25,
}  # fmt: skip
CARD = TrainingMachine("ampere", 4e12, 80e9, 1e12, 200e9, 16e9, 10e9, 8)
"""0.5 · 4e12 FLOP/s, half of it on layers as wide as `width`: 1e12."""
ALONE = TrainingLayout(1, 1, 1, 1, 1, 0, 0.0, 1, 1)
JOB = work(SMALL, sequence=1000)


def seconds(job: TrainingWork, layout: TrainingLayout = ALONE, on: TrainingMachine = CARD) -> dict[str, float]:
    found = token_seconds(job, on, layout, ROUND)
    return {name: getattr(found, name) for name in (*found.__slots__, "total")}


@pytest.mark.parametrize(
    ("job", "recompute", "linear"),
    [
        (JOB, 0.0, 6e-3),
        (JOB, 1.0, 8e-3),
        (JOB, None, 6.5e-3),
        (work(SMALL, "lora", 1000), 0.0, 4e-3 / 0.9),
        (work(SMALL, "qlora", 1000), 0.0, 4e-3 / 0.9 / 0.8),
        (replace(JOB, bits=8), 0.0, 6 / (2000 * (1000 / 3000) * 2)),
        (replace(work(MIXTURE, sequence=1000), bits=8), 0.0, 3 / (2000 * (1000 / 3000) * 2**0.5 * 0.8)),
    ],
)
def test_linear_work_by_hand(job: TrainingWork, recompute: float | None, linear: float) -> None:
    assert seconds(job, replace(ALONE, recompute=recompute))["linear"] == pytest.approx(linear)


def test_attention_launches_and_optimizer_by_hand() -> None:
    found = seconds(JOB)
    assert found["attention"] == pytest.approx(0.5 * 12 * 10 * 1000 * 1000 / 1e12)
    hopper = replace(CARD, efficiency="hopper")  # its own share of the peak, and its own attention
    on_hopper = token_seconds(JOB, hopper, ALONE, ROUND | {"eta.hopper": 0.5}).attention
    assert on_hopper == pytest.approx(3 * found["attention"])
    assert found["launch"] == pytest.approx(3 * 10 * 1e-3 / 1000)
    assert seconds(JOB, replace(ALONE, recompute=1.0))["launch"] == pytest.approx(4 * 10 * 1e-3 / 1000)
    assert found["optimizer"] == pytest.approx(26 * 1e9 / 1000 / (0.8 * 1e12))
    together = sqrt((found["linear"] + found["attention"]) ** 2 + found["launch"] ** 2)
    assert found["total"] == pytest.approx(together + found["optimizer"])


def test_gradients_are_summed_once_a_step_by_a_ring() -> None:
    ranks = replace(ALONE, data=8, zero=1, micro_steps=4)
    # 2·7/8 · 2 bytes · 1e9 in 4 · 1000 tokens over 0.5 · 200e9
    assert seconds(JOB, ranks)["data"] == pytest.approx(all_reduce_bytes(8, 2e9) / 4000 / 100e9)
    assert seconds(JOB, replace(ranks, zero=3))["data"] == pytest.approx(7 / 8 * 6e9 / 1000 / 100e9)
    assert seconds(work(SMALL, "lora", 1000), ranks)["data"] == pytest.approx(all_reduce_bytes(8, 1e7) / 4000 / 100e9)
    beyond = seconds(JOB, replace(ranks, data=16))["data"]
    assert beyond == pytest.approx(all_reduce_bytes(16, 2e9) / 4000 / (10e9 * 8))  # a network card for every rank


def test_tensor_pipeline_and_expert_traffic_by_hand() -> None:
    assert seconds(JOB, replace(ALONE, tensor=4))["tensor"] == pytest.approx(16 * 0.5 * 10 * 1000 * 3 / 100e9)
    again = seconds(JOB, replace(ALONE, tensor=4, recompute=1.0))["tensor"]  # the forward's half once more
    assert again == pytest.approx((16 + 8) * 0.5 * 10 * 1000 * 3 / 100e9)
    wide = seconds(JOB, replace(ALONE, tensor=16))["tensor"]
    assert wide == pytest.approx(16 * 0.5 * 10 * 1000 * 15 / 10e9)
    assert seconds(JOB, replace(ALONE, pipeline=5, micro_steps=8, virtual=2))["bubble"] == 1 + 4 / 16
    spread = replace(ALONE, data=8, experts=8)
    assert seconds(work(MIXTURE, sequence=1000), spread)["expert"] == pytest.approx(8 * 0.5 * 10 * 1000 * 2 / 100e9)
    assert seconds(JOB, replace(ALONE, data=32))["doublings"] == pytest.approx(0.98**-2)


def test_a_link_makes_the_difference_it_makes() -> None:
    # The seed's quick sum: 28 GB of gradients over 900 against 64 GB/s per card, both directions counted
    fast, slow = machine("h100-sxm"), machine("rtx-4090", link="none")
    assert fast.inside_bytes_per_s == 450e9
    assert slow.host_bytes_per_s == 32e9
    ratio = fast.inside(TRAINING_FITTED) / slow.inside(TRAINING_FITTED)
    assert pytest.approx(14, abs=0.1) == 28e9 / 64e9 / (28e9 / 900e9)
    assert ratio == pytest.approx(14, rel=0.1)
    job, layout = work("Llama-2-7B"), replace(ALONE, data=8, zero=1)
    one = token_seconds(job, fast, layout)
    other = token_seconds(job, replace(fast, inside_bytes_per_s=None, host_bytes_per_s=32e9), layout)
    assert other.data / one.data == pytest.approx(ratio)
    assert other.total > one.total


def days(job: TrainingWork, on: TrainingMachine, layout: TrainingLayout, tokens: float, *, paused: bool) -> float:
    rate = layout.devices / token_seconds(job, on, layout).total
    return tokens / rate / 86_400 / (goodput(job, layout.devices) if paused else 1)


def test_llama_65b_took_21_days_on_2048_cards() -> None:
    job, on = work(LLAMA_65B, sequence=2048, software="tuned"), machine("a100-80-sxm", outside=25e9)
    layout = best(job, on, 2048, batch_tokens=4 * 2**20).layout
    assert days(job, on, layout, 1.4e12, paused=True) == pytest.approx(21, rel=0.2)


def test_bloom_took_99_days_on_384_cards() -> None:
    # 4 tensor × 12 pipeline × 8 data, 2 sequences at a time, all recomputed; steps of 2048 sequences of 2048 tokens
    job, on = work(BLOOM_176B, sequence=2048, software="tuned"), machine("a100-80-sxm", outside=25e9)
    layout = TrainingLayout(4, 12, 1, 8, 1, 1, 1.0, 2, 128)
    assert days(job, on, layout, 341e9, paused=True) == pytest.approx(99, rel=0.2)


def test_llama_405b_took_31_million_hours() -> None:
    job, on = work("Llama-3.1-405B", sequence=8192, software="tuned"), machine("h100-sxm")
    layout = TrainingLayout(8, 16, 1, 128, 1, 1, 0.0, 1, 16, 4)
    hours = days(job, on, layout, 15.6e12, paused=True) * 24 * layout.devices
    assert hours == pytest.approx(30.84e6, rel=0.2)


def test_deepseek_v3_took_under_three_million_hours_of_steps() -> None:
    # its own kernels and no rollback: card-hours of the steps, without the pauses of other runs
    job = replace(work("DeepSeek-V3", software="tuned"), bits=8)
    layout = TrainingLayout(1, 16, 1, 128, 64, 1, 0.0, 1, 120, 2)
    hours = days(job, machine("h800-sxm"), layout, 14.8e12, paused=False) * 24 * 2048
    assert hours == pytest.approx(2.79e6, rel=0.2)


def test_interruptions_cost_more_in_larger_gangs() -> None:
    job = work("Llama-3.1-405B", software="tuned")
    one = interruptions(job, 16_384)
    assert one.mtbf_s / 3600 == pytest.approx(3.05, abs=0.01)
    assert one.checkpoint_bytes == pytest.approx(5.28e12, rel=0.01)
    assert one.interval_s == pytest.approx(sqrt(2 * one.write_s * one.mtbf_s))
    assert 0.05 < one.loss < 0.12  # the run stood above 90 % effective time
    shares = [goodput(job, devices) for devices in (8, 1024, 4096, 16_384, 65_536)]
    assert shares == sorted(shares, reverse=True)
    assert goodput(work("Llama-2-7B"), 8) == pytest.approx(1 - TRAINING_FITTED["pause"], abs=0.01)
    assert goodput(work("Llama-2-70B", "lora"), 8) > goodput(work("Llama-2-70B"), 8)


def test_model_flops_count_no_recompute() -> None:
    assert JOB.model_flops == 6e9 + 12 * 10 * 1000 * 1000
    assert work(SMALL, "lora", 1000).model_flops == 4e9 + 12e7


def test_attention_width() -> None:
    assert trained_model(dense_model()).attention_width == 80 * 100
    assert trained_model(dense_model(full_attention_share=0.25, window_tokens=512)).attention_width == 2000
    mla = dense_model(attention="MLA", kv_lora_rank=512, qk_rope_head_dim=64)
    assert trained_model(mla).attention_width == 80 * 160


@pytest.mark.parametrize(
    ("card_id", "name", "band"),
    [
        ("a100-80-sxm", "ampere", "ampere"), ("h100-sxm", "hopper", "hopper"), ("h800-sxm", "hopper", "h800"),
        ("b200-sxm", "blackwell", "blackwell"), ("rtx-4090", "pcie", "pcie"), ("mi300x", "cdna3", "cdna3"),
        ("gaudi2", "gaudi", "gaudi"), ("gaudi3", "gaudi", "gaudi3"), ("ascend_910b3", "ascend", "ascend"),
        ("ascend_910c", "ascend", "ascend_910c"), ("metax_c550", "metax", "metax"),
        ("iluvatar_bi_v150", "metax", "metax"), ("hygon_k100_ai", "no_data_domestic", "no_data_domestic"),
    ],
)  # fmt: skip
def test_families(card_id: str, name: str, band: str) -> None:
    chip = catalog().cards[card_id]
    assert (efficiency_name(chip), card_band_key(chip)) == (name, band)
    assert 0.3 < efficiency(name) < 0.8
    assert has_rows(chip) == (band not in ("gaudi3", "no_data_domestic"))
    assert TRAINING_BANDS[band].source.startswith("docs/training.md")


def test_cards_without_data_and_without_facts() -> None:
    assert efficiency(efficiency_name(card())) == NO_DATA_EFFICIENCY["no_data"]
    with pytest.raises(ValueError, match="no facts"):
        efficiency_name(Card(id="bare", ecosystem="cuda", domestic=False))


@pytest.mark.parametrize(
    ("card_id", "tera"),
    [("ascend_910b1", 313), ("ascend_910b3", 313), ("ascend_910b4", 280), ("ascend_910c", 313),
     ("ascend_910c_560t", 280), ("h100-sxm", 989.4)],
)  # fmt: skip
def test_ascend_bins_keep_the_peak_of_the_measured_rows(card_id: str, tera: float) -> None:
    chip = catalog().cards[card_id]
    assert chip.facts is not None
    assert reference_flops(chip, chip.facts, "bf16") == pytest.approx(tera * 1e12, rel=1e-3)


@pytest.mark.parametrize(
    ("card_id", "method", "is_moe", "tuned", "key"),
    [
        ("h100-sxm", "full", False, False, "hopper"), ("h100-sxm", "full", True, False, "moe"),
        ("b200-sxm", "full", False, True, "full_finetune"), ("h100-sxm", "lora", False, True, "hopper"),
        ("hygon_k100_ai", "full", True, True, "no_data_domestic"),
    ],
)  # fmt: skip
def test_the_band_that_promises_least_holds(card_id: str, method: Method, is_moe: bool, tuned: bool, key: str) -> None:
    found = training_band(catalog().cards[card_id], method, is_moe=is_moe, finetune=tuned)
    assert found == TRAINING_BANDS[key]
