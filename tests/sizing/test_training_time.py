"""The short form by hand, published runs, and the families behind a card."""

import pytest

from optimizer.inputs.catalog import Card, LanguageModel
from optimizer.sizing.training_families import (
    ANY_MOE,
    ASCEND_910B,
    ASCEND_910C,
    FULL_FINETUNE,
    H800,
    METAX_ILUVATAR,
    NO_DATA,
    NO_DATA_DOMESTIC,
    reference_flops,
    training_band,
    training_family,
)
from optimizer.sizing.training_time import (
    Method,
    Work,
    attention_width,
    goodput,
    seconds_per_token,
)
from tests.catalog.shipped import catalog
from tests.sizing.asks import card, dense_model, moe_model

A100_80 = 0.57 * 312e12


def work(method: Method = "full", *, moe: bool = False, speed_up: float = 1.0, attention: float = 0.0) -> Work:
    """1e9 active parameters on 1e12 useful FLOP/s."""
    return Work(1e9, attention, moe, method, speed_up, 1e12)


def big_model(params: float, layers: int, width: int, sequence: int = 2048) -> Work:
    return Work(params, layers * width * sequence, False, "full", 1.0, A100_80)


@pytest.mark.parametrize(
    ("asked", "recomputed", "seconds"),
    [
        (work(), 0, 6e-3),
        (work(), 1, 8e-3),
        (work("lora"), 0, 4e-3 / 0.89),
        (work("qlora"), 1, 6e-3 / 0.90 / 0.89),
        (work(moe=True), 0, 6e-3 / 0.59),
        (work(speed_up=2.0), 0, 3e-3),
        (work(speed_up=2.0, moe=True), 0, 6e-3 / 0.59 / 2**0.31),
        (work(attention=1e8), 0, 6e-3 + 1.07 * 12e-4),  # attention: neither faster in FP8 nor slower in MoE
        (work(attention=1e8, speed_up=2.0), 1, 4e-3 + 1.07 * 16e-4),
    ],
)
def test_short_form_by_hand(asked: Work, recomputed: float, seconds: float) -> None:
    assert seconds_per_token(asked, 8, recomputed) == pytest.approx(seconds)


def test_scaling_costs_a_fixed_share_per_doubling_beyond_eight() -> None:
    assert seconds_per_token(work(), 1, 0) == seconds_per_token(work(), 8, 0)
    assert seconds_per_token(work(), 64, 0) == pytest.approx(6e-3 / 0.983**3)
    rates = [devices / seconds_per_token(work(), devices, 0) for devices in (8, 16, 100, 1000, 4000)]
    assert rates == sorted(rates)


def test_llama_65b_took_21_days_on_2048_cards() -> None:
    # 1.4e12 tokens at the published 380 tokens/s per card are 20.8 days of pure training
    rate = 1 / seconds_per_token(big_model(65.2e9, 80, 8192), 2048, 0.29)
    days = 1.4e12 / (rate * 2048 * 86_400)
    assert days == pytest.approx(21, rel=0.20)
    assert days / goodput(2048) > days


def test_bloom_took_99_days_of_steps_on_384_cards() -> None:
    # 341e9 tokens in steps of 2048 sequences of 2048 tokens, 105 s each, all activations recomputed
    rate = 1 / seconds_per_token(big_model(176e9, 70, 14336), 384, 1)
    assert 341e9 / (rate * 384 * 86_400) == pytest.approx(98.8, rel=0.20)


def test_model_flops_count_no_recompute() -> None:
    assert work(attention=1e8).model_flops == 6e9 + 12e8
    assert work("lora", attention=1e8).model_flops == 4e9 + 12e8


def test_attention_width() -> None:
    assert attention_width(dense_model()) == 80 * 100
    assert attention_width(dense_model(full_attention_share=0.25, window_tokens=512)) == 2000
    mla = dense_model(attention="MLA", kv_lora_rank=512, qk_rope_head_dim=64)
    assert attention_width(mla) == 80 * 160


def test_goodput_falls_with_the_gang() -> None:
    assert [goodput(n) for n in (8, 1000, 1001, 4000, 4001)] == [0.86, 0.86, 0.85, 0.85, 0.80]


@pytest.mark.parametrize(
    ("card_id", "efficiency", "p10"),
    [
        ("a100-80-sxm", 0.57, 0.70), ("h100-sxm", 0.50, 0.70), ("h20-96", 0.50, 0.70), ("b200-sxm", 0.50, 0.77),
        ("rtx-4090", 0.59, 0.50), ("mi300x", 0.42, 0.65), ("gaudi2", 0.52, 0.75), ("gaudi3", 0.52, 0.65),
    ],
)  # fmt: skip
def test_fitted_families(card_id: str, efficiency: float, p10: float) -> None:
    family = training_family(catalog().cards[card_id])
    assert (family.efficiency, family.band.p10) == (efficiency, p10)
    assert family.band.source.startswith("docs/training.md")


def test_families_told_apart_by_more_than_the_throughput_family() -> None:
    cards = catalog().cards
    assert training_family(cards["h800-sxm"]) is H800
    assert training_family(cards["ascend_910b3"]) is ASCEND_910B
    assert training_family(cards["ascend_910c"]) is ASCEND_910C
    assert training_family(cards["metax_c550"]) is training_family(cards["iluvatar_bi_v150"]) is METAX_ILUVATAR
    assert training_family(cards["hygon_k100_ai"]) is training_family(cards["kunlun_p800"]) is NO_DATA_DOMESTIC
    assert training_family(card()) is NO_DATA
    with pytest.raises(ValueError, match="no facts"):
        training_family(Card(id="bare", ecosystem="cuda", domestic=False))


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
    ("model", "method", "tuned", "p10"),
    [
        (dense_model(), "full", False, 0.70), (moe_model(), "full", False, ANY_MOE.p10),
        (dense_model(), "full", True, FULL_FINETUNE.p10), (dense_model(), "lora", True, 0.70),
    ],
)  # fmt: skip
def test_the_band_that_promises_least_holds(model: LanguageModel, method: Method, tuned: bool, p10: float) -> None:
    assert training_band(training_family(catalog().cards["h100-sxm"]), model, method, finetune=tuned).p10 == p10
    assert training_band(NO_DATA_DOMESTIC, model, method, finetune=tuned) is NO_DATA_DOMESTIC.band
