"""Peak memory by hand, the layouts tried, and jobs of known fate."""

from dataclasses import replace

import pytest

from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_layout import TrainingLayout, rule_layout
from optimizer.sizing.training_memory import training_memory
from optimizer.sizing.training_search import best, placed
from optimizer.sizing.training_work import States, TrainedModel, TrainingWork
from tests.sizing.training_jobs import machine, work

MISTRAL = TrainedModel(7.242e9, 7.242e9, 32, 4096, 32_000, 4096, 1, 1)
"""N_e = 2·32,000·4096 = 0.262144e9."""
EXPERTS = replace(MISTRAL, active_params=1e9, experts=8, experts_per_token=2)
ROUND = dict(TRAINING_FITTED) | {
    "reserve": 2e9, "state.tuned": 20.0, "state.generic": 28.6, "state.pure_16bit": 10.0, "four_bit": 0.7,
    "kept_recomputed": 2.0, "worked_on": 30.0, "kept_all": 30.0, "logit": 10.0,
}  # fmt: skip
A100 = machine("a100-80-sxm", outside=25e9)
H100 = machine("h100-sxm")


def job(method: str = "full", states: States = "tuned", model: TrainedModel = MISTRAL) -> TrainingWork:
    return replace(work(model, software="tuned"), method=method, states=states)  # type: ignore[arg-type]


def split(tensor: int = 1, pipeline: int = 1, data: int = 1, zero: int = 1, experts: int = 1) -> TrainingLayout:
    return TrainingLayout(tensor, pipeline, 1, data, experts, zero, 0.0, 1, 1)


@pytest.mark.parametrize(
    ("asked", "layout", "held"),
    [
        (job(), split(zero=0), 20 * 7.242e9),
        (job(), split(data=8), (6 + 14 / 8) * 7.242e9),
        (job(), split(data=8, zero=2), (2 + 18 / 8) * 7.242e9),
        (job(), split(tensor=2, data=4), (6 + 14 / 4) * 7.242e9 / 2),
        # u/D·N + 2·2·(N − N_e)/L + 2·N_e
        (job(), split(data=8, zero=3), 20 / 8 * 7.242e9 + 4 * 6.979856e9 / 32 + 2 * 0.262144e9),
        (job(states="generic"), split(), 28.6 * 7.242e9),
        (job(states="pure_16bit"), split(), 10 * 7.242e9),
        (job("lora"), split(data=8, zero=0), (2 + 0.08) * 7.242e9),
        (job("lora"), split(tensor=2, zero=0), (2 + 0.08) * 7.242e9 / 2),
        (job("lora"), split(data=8, zero=3), (2 / 8 + 0.08) * 7.242e9 + 4 * 6.979856e9 / 32 + 2 * 0.262144e9),
        # q·(N − N_e) + 2·N_e + 16·0.005·N
        (job("qlora"), split(zero=0), 0.7 * 6.979856e9 + 2 * 0.262144e9 + 0.08 * 7.242e9),
        # a device keeps its own experts only: 6·(1e9 + 6.242e9/8) + 14/8·N
        (job(model=EXPERTS), split(data=8, experts=8), 6 * 1.78025e9 + 14 / 8 * 7.242e9),
        (job(), replace(split(data=8), offload=True), 6 * 7.242e9),
    ],
)
def test_states_by_hand(asked: TrainingWork, layout: TrainingLayout, held: float) -> None:
    assert training_memory(asked, layout, ROUND).states == pytest.approx(held)


def test_offload_moves_states_to_the_host() -> None:
    moved = training_memory(job(), replace(split(data=8), offload=True), ROUND)
    assert moved.host == pytest.approx(14 / 8 * 7.242e9)
    assert moved.total + moved.host == pytest.approx(training_memory(job(), split(data=8), ROUND).total)


def test_activations_and_logits_by_hand() -> None:
    plain = training_memory(job(), split(tensor=2, data=4), ROUND)
    assert plain.activations == pytest.approx(2048 * 4096 * 30 * 32)
    assert plain.logits == pytest.approx(2048 * 32_000 * 10)
    assert plain.total == pytest.approx(2e9 + plain.states + plain.activations + plain.logits)
    all_again = training_memory(job(), replace(split(tensor=2), recompute=1.0), ROUND)
    assert all_again.activations == pytest.approx(2048 * 4096 * (2 * 32 + 30))
    half = training_memory(job(), replace(split(tensor=2), recompute=0.5), ROUND)
    assert half.activations == pytest.approx((plain.activations + all_again.activations) / 2)
    assert training_memory(job(), split(tensor=2, pipeline=2), ROUND).logits == pytest.approx(plain.logits / 2)
    cut = training_memory(job(), replace(split(tensor=2), context=4, micro_batch=2), ROUND)
    assert cut.activations == pytest.approx(plain.activations / 2)


def test_unknown_recompute_follows_the_software() -> None:
    open_ = replace(split(), recompute=None)
    for asked, recompute in ((job(), 0.0), (job(states="generic"), 1.0), (job("lora"), 1.0)):
        same = training_memory(asked, replace(split(), recompute=recompute))
        assert training_memory(asked, open_).total == same.total


def test_7b_full_does_not_fit_one_card_and_fits_four() -> None:
    # 26 bytes · 6.74e9 = 176 GB of states, twice a card; a quarter of them and a layer at a time fit
    alone, four = (best(work("Llama-2-7B"), A100, cards) for cards in (1, 4))
    assert not alone.holds
    assert alone.missing_bytes == pytest.approx(alone.memory.total - A100.memory_bytes)
    assert alone.missing_bytes > 80e9
    assert four.fits


def test_70b_full_does_not_fit_eight_cards_and_lora_fits_four() -> None:
    assert not best(work("Llama-2-70B"), A100, 8).holds
    assert best(work("Llama-2-70B"), A100, 32).fits
    for cards in (4, 8):
        assert best(work("Llama-2-70B", "lora"), A100, cards).fits
    assert not best(work("Llama-2-70B", "lora"), A100, 1).holds


def test_671b_full_needs_offload_on_16_nodes() -> None:
    # Published: ZeRO-3 without offload runs out of memory on 16 and on 32 nodes of 8 × 80 GB; with offload it trains on
    # 16 (sequence parallel 8) and on 32 (4, two sequences, about 74 GB)
    asked = work("DeepSeek-V3", sequence=32_768)
    nodes_16 = placed(asked, H100, 128)
    assert not any(found.holds for found in nodes_16)
    assert best(asked, H100, 128, offload=True).fits
    zero3 = TrainingLayout(1, 1, 4, 64, 1, 3, 1.0, 1, 1)
    plain, moved = (
        training_memory(asked, replace(zero3, micro_batch=b, offload=offload)).total
        for b, offload in ((1, False), (2, True))
    )
    assert plain > H100.memory_bytes
    assert moved < plain
    alone = replace(zero3, context=1, data=256, micro_batch=2, offload=True)
    assert training_memory(asked, alone).total > H100.memory_bytes  # also published: out of memory without SP


def test_more_devices_never_need_more_memory_each() -> None:
    for method in ("full", "lora", "qlora"):
        asked = work("Llama-2-70B", method)
        need = [min(p.memory.total for p in placed(asked, A100, devices)) for devices in (8, 16, 32, 64, 128)]
        assert need == sorted(need, reverse=True)


def test_of_the_layouts_that_fit_the_fastest_is_taken() -> None:
    found = placed(work("Llama-2-13B"), H100, 16)
    chosen = best(work("Llama-2-13B"), H100, 16)
    assert chosen.fits
    assert chosen.tokens_per_s == max(p.tokens_per_s for p in found if p.fits)


def test_no_tensor_ranks_without_a_link_and_none_beyond_it() -> None:
    bare = machine("rtx-4090", link="none")
    assert all(p.layout.tensor == 1 and p.layout.context == 1 for p in placed(work("Llama-2-7B", "lora"), bare, 8))
    pairs = machine("a100-80-sxm", node=2)
    assert max(p.layout.tensor for p in placed(work("Llama-2-70B"), pairs, 16)) == 2


def test_a_batch_limits_the_copies() -> None:
    for found in placed(work("Llama-2-7B"), A100, 64, batch_tokens=16 * 4096):
        layout = found.layout
        assert layout.devices <= 64
        assert layout.data * layout.pipeline <= 16 or layout.data == 1
        assert layout.micro_batch * layout.micro_steps * layout.data * 4096 == pytest.approx(16 * 4096)


def test_the_layout_by_the_rule() -> None:
    expected = {
        ("Llama-2-7B", "full", 8): (1, 1, 3), ("Llama-3.2-1B", "full", 8): (1, 1, 1),
        # 6·68.98/(0.55·85.2) = 8.8 → 16 ranks
        ("Llama-2-70B", "full", 64): (8, 2, 1),
        # 2.2·68.98/46.9 = 3.2 → 4
        ("Llama-2-70B", "lora", 8): (4, 1, 0), ("Llama-2-70B", "qlora", 8): (1, 1, 0),
    }  # fmt: skip
    for (model, method, devices), degrees in expected.items():
        layout = rule_layout(work(model, method), A100, devices)  # type: ignore[arg-type]
        assert (layout.tensor, layout.pipeline, layout.zero) == degrees
        assert layout.recompute is None  # generic software
    large = rule_layout(work("DeepSeek-V3"), H100, 512)
    assert (large.tensor, large.pipeline, large.experts) == (1, 8, 64)


def test_tuned_software_recomputes_what_memory_demands() -> None:
    def ruled(sequence: int, memory_bytes: float) -> TrainingLayout:
        asked = work("Llama-2-7B", sequence=sequence, software="tuned")
        return rule_layout(asked, replace(A100, memory_bytes=memory_bytes), 8)

    asked = work("Llama-2-7B", sequence=8192, software="tuned")
    kept, freed = (
        training_memory(asked, replace(ruled(8192, A100.memory_bytes), recompute=rho)).total for rho in (0.0, 1.0)
    )
    assert ruled(8192, kept).recompute == 0
    half = ruled(8192, (kept + freed) / 2)
    assert half.recompute == pytest.approx(0.5)
    assert training_memory(asked, half).total == pytest.approx((kept + freed) / 2)
    assert ruled(8192, freed * 0.999).recompute == 1  # does not hold even so
    shares = [ruled(sequence, A100.memory_bytes).recompute or 0.0 for sequence in (4096, 16_384, 32_768, 65_536)]
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[-1]
