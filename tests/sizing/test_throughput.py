"""The step model against sums done by hand, and what must hold for any numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.sizing.fitted import FITTED
from optimizer.sizing.throughput import first_token_s, prefill_s, requests_per_s, step_s
from tests.sizing.asks import build, card, dense_model, moe_model

LAYER, SEQUENCE, Q = FITTED["tau_layer.vllm"], FITTED["tau_seq.vllm"], FITTED["floor_exponent"]


def test_one_stream_by_hand() -> None:
    # memory: (10e9·2 + 2·1e9 + 32,000·1,000) B / (1e12·0.65) = 33.8954 ms
    # compute: 2·11e9/(1e14·0.55) + 2·10·80·200·1,000/(1e14·0.55) = 0.4 ms + 0.0058 ms
    # floor: 10 layers; then one sequence
    memory, compute, floor = 22.032e9 / 0.65e12, 22e9 / 0.55e14 + 0.32e9 / 0.55e14, 10 * LAYER
    busy = ((memory + compute) ** Q + floor**Q) ** (1 / Q)
    assert step_s(build(dense_model()), 1, 1000) == pytest.approx(busy + SEQUENCE)


def test_expert_groups_by_hand() -> None:
    # T 2, G 4, batch 8: β_D = 8 / 2 ranks = 4
    share = 1 - (1 - 2 / 16) ** 8
    memory = ((8e9 * 2 + 2e9) / 2 + 64e9 * 2 * share / (4 * FITTED["mu_moe"]) + 4 * 32_000 * 1000 / 2) / 0.65e12
    compute = 2 * 8 * 17e9 / (4 * 0.55e14) + 2 * 4 * 10 * 80 * 200 * 1000 / (2 * 0.55e14)
    rate = 450e9 * FITTED["eta_link"]
    link = 2 * 10 * (2 * 1 / 2 * 4 * 8000 * 2) / rate + 10 * 4 * 2 * 8000 * 3 / rate
    floor = 10 * LAYER + 2 * 10 * FITTED["tau_link.nvlink"]
    expected = ((memory + compute) ** Q + floor**Q) ** (1 / Q) + link + 4 * SEQUENCE
    assert step_s(build(moe_model(), (2, 4, 1)), 8, 1000) == pytest.approx(expected)


def test_prefill_by_hand() -> None:
    # 4,096 tokens: 2 passes over 22e9 B, plus the arithmetic of prompt and attention
    flop = 2 * 11e9 * 4096 / 0.55e14 + 10 * 80 * 200 * 4096 * 4096 / 0.55e14
    passes = 4096 / 2048 * (22e9 / 0.65e12 + 10 * LAYER)
    assert prefill_s(build(dense_model()), 4096, 1) == pytest.approx(flop + passes)


def test_short_prompts_share_a_pass_when_many_are_in_flight() -> None:
    r = build(dense_model())
    one_pass = 22e9 / 0.65e12 + 10 * LAYER
    flop = prefill_s(r, 512, 1) - one_pass
    assert prefill_s(r, 512, 8) == pytest.approx(flop + one_pass / 4)  # 512/2048 outweighs 1/8
    assert prefill_s(r, 64, 8) < prefill_s(r, 64, 2)


def test_cached_prompt_tokens_cost_attention_only() -> None:
    r = build(dense_model())
    # 1,000 new tokens behind 3,000 cached ones attend to 3,500 on average instead of 500
    extra = prefill_s(r, 1000, 1, cached=3000) - prefill_s(r, 1000, 1)
    assert extra == pytest.approx(10 * 80 * 200 * 1000 * 6000 / 0.55e14)


def test_a_lone_prompt_takes_every_stage_and_its_own_rank() -> None:
    plain = build(dense_model(), (2, 2, 1))
    assert first_token_s(plain, 3000) == pytest.approx(prefill_s(plain, 3000, 1))
    staged = build(dense_model(), (2, 2, 4))
    assert first_token_s(staged, 3000) == pytest.approx(prefill_s(staged, 3000, 1))
    assert prefill_s(staged, 3000, 4) < first_token_s(staged, 3000) / 2
    ranked = build(moe_model(), (1, 8, 1))
    assert first_token_s(ranked, 3000) > prefill_s(ranked, 3000, 1)


def test_one_stream_never_beats_the_memory() -> None:
    # 14e9 B of weights in FP8 over 3.352 TB/s: at most 239 tokens/s even at full bandwidth
    r = build(dense_model(), on=card(memory_bandwidth_bytes_per_s=3352 * 10**9, fp8_flops=10**15), precision="fp8")
    assert 1 / step_s(r, 1, 1) < 3352e9 / 12e9


def test_layers_bound_the_speed_of_one_stream() -> None:
    fast = card(memory_bandwidth_bytes_per_s=10**17, bf16_flops=10**17, fp16_flops=10**17)
    r = build(dense_model(layers=32), on=fast)
    assert 1 / step_s(r, 1, 1) < 1 / (32 * LAYER)  # some 300 tokens/s however fast the memory


batches = st.integers(1, 2048)
contexts = st.integers(1, 100_000)
layouts = st.sampled_from([(1, 1, 1), (2, 2, 1), (8, 8, 1), (1, 1, 4), (2, 2, 2), (1, 8, 1), (2, 4, 1)])


@given(layouts, batches, contexts)
def test_a_fuller_batch_never_steps_faster_and_never_serves_less(
    layout: tuple[int, int, int], batch: int, context: int
) -> None:
    r = build(moe_model(), layout)
    now, more = step_s(r, batch, context), step_s(r, batch + 1, context)
    assert more >= now * (1 - 1e-12)
    if batch >= r.pipeline:  # before that, another sequence fills an idle stage
        assert (batch + 1) * prefill_s(r, 700, batch + 1) >= batch * prefill_s(r, 700, batch) * (1 - 1e-12)
    rates = [requests_per_s(prefill_s(r, 700, b), step, 300, b) for b, step in ((batch, now), (batch + 1, more))]
    assert rates[1] >= rates[0] * (1 - 1e-12)


@given(layouts, batches, contexts, st.floats(1.01, 10))
def test_a_better_card_is_never_slower(layout: tuple[int, int, int], batch: int, context: int, times: float) -> None:
    base = build(moe_model(), layout)
    for field, value in (
        ("memory_bandwidth_bytes_per_s", 10**12), ("bf16_flops", 10**14), ("scale_up_bytes_per_s", 9 * 10**11),
    ):  # fmt: skip
        better = build(moe_model(), layout, card(**{field: int(value * times)}))
        assert step_s(better, batch, context) <= step_s(base, batch, context)
        assert prefill_s(better, context, batch) <= prefill_s(base, context, batch)


@given(layouts, batches, contexts)
def test_a_longer_context_is_never_faster(layout: tuple[int, int, int], batch: int, context: int) -> None:
    r = build(dense_model(), layout)
    assert step_s(r, batch, context + 100) > step_s(r, batch, context)
    assert prefill_s(r, context + 100, batch) > prefill_s(r, context, batch)
