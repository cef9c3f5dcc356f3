"""Peak memory by hand, and the layouts tried."""

import pytest

from optimizer.sizing.training_memory import Job, Layout, layouts, peak_bytes, state_bytes
from optimizer.sizing.training_time import Method

M80 = 85.2e9


def job(method: Method = "full", **rest: float) -> Job:
    """Mistral-7B: 7.242e9 parameters, 32 layers × 4096, vocabulary 32,000 (N_e = 2·32,000·4096 = 0.262144e9)."""
    numbers = {
        "params": 7.242e9, "active_params": 7.242e9, "layers": 32, "hidden": 4096, "vocabulary": 32_000, "experts": 1,
        "sequence_tokens": 4096, "state_bytes": 20.0,
    }  # fmt: skip
    return Job(method=method, **{**numbers, **rest})  # type: ignore[arg-type]


def llama_70b(method: Method, **rest: float) -> Job:
    shape = {"params": 68.98e9, "active_params": 68.98e9, "layers": 80, "hidden": 8192}
    return job(method, **{**shape, **rest})


def split(tensor: int = 1, pipeline: int = 1, data: int = 1, zero: int = 1, experts: int = 1) -> Layout:
    return Layout(tensor, pipeline, data, experts, zero, recompute=False)


@pytest.mark.parametrize(
    ("asked", "layout", "bytes_held"),
    [
        (job(), split(), 20 * 7.242e9),
        (job(), split(data=8), (6 + 14 / 8) * 7.242e9),
        (job(), split(tensor=2, data=4), (6 + 14 / 4) * 7.242e9 / 2),
        # u/D·N + 2·2·(N − N_e)/L + 2·N_e
        (job(), split(data=8, zero=3), 20 / 8 * 7.242e9 + 4 * 6.979856e9 / 32 + 2 * 0.262144e9),
        (job(state_bytes=28.6), split(), 28.6 * 7.242e9),
        (job("lora"), split(data=8, zero=0), (2 + 0.08) * 7.242e9),
        (job("lora"), split(tensor=2, zero=0), (2 + 0.08) * 7.242e9 / 2),
        # q·(N − N_e) + 2·N_e + 16·0.005·N
        (job("qlora"), split(zero=0), 0.69 * 6.979856e9 + 2 * 0.262144e9 + 0.08 * 7.242e9),
        # a device keeps its own experts only: 6·(1e9 + 6.242e9/8) + 14/8·N
        (job(active_params=1e9, experts=8), split(data=8, experts=8), 6 * 1.78025e9 + 14 / 8 * 7.242e9),
    ],
)
def test_states_by_hand(asked: Job, layout: Layout, bytes_held: float) -> None:
    assert state_bytes(asked, layout) == pytest.approx(bytes_held)


def test_peak_by_hand() -> None:
    tokens = 4096 / 2
    logits = tokens * 32_000 * 19
    states = (6 + 14 / 4) * 7.242e9 / 2
    plain = 2e9 + states + tokens * 4096 * 25 * 32 + logits
    assert peak_bytes(job(), split(tensor=2, data=4)) == pytest.approx(plain)
    recomputed = 2e9 + states + tokens * 4096 * (2.7 * 32 + 29) + logits
    assert peak_bytes(job(), Layout(2, 1, 4, 1, 1, recompute=True)) == pytest.approx(recomputed)
    staged = peak_bytes(job(), split(tensor=2, pipeline=2, data=2))
    assert staged == pytest.approx(2e9 + (6 + 14 / 2) * 7.242e9 / 4 + tokens * 4096 * 25 * 32 + logits / 2)


def least(asked: Job, devices: int, linked: int = 8, memory: float = M80) -> float:
    found = layouts(asked, devices, memory_bytes=memory, linked_devices=linked, sequences=None)
    return min(peak_bytes(asked, layout) for layout in found)


def test_70b_on_eight_80_gb_cards() -> None:
    # full: even the bare states, 20 B · 68.98e9 = 1,380 GB, are twice the 682 GB of the server
    assert least(llama_70b("full"), 8) > M80
    assert least(llama_70b("lora"), 8) * 1.2 <= M80
    assert least(llama_70b("qlora"), 8) * 1.2 <= M80
    assert least(llama_70b("full"), 64) * 1.2 <= M80


def test_more_devices_never_need_more_memory_each() -> None:
    for method in ("full", "lora", "qlora"):
        need = [least(llama_70b(method), devices) for devices in (8, 16, 32, 64, 128)]
        assert need == sorted(need, reverse=True)
    by_length = [least(job(sequence_tokens=tokens), 8) for tokens in (2048, 4096, 8192)]
    assert by_length == sorted(by_length)


def first(asked: Job, devices: int, linked: int = 8, sequences: int | None = None) -> Layout:
    return next(layouts(asked, devices, memory_bytes=M80, linked_devices=linked, sequences=sequences))


@pytest.mark.parametrize(
    ("asked", "devices", "linked", "expected"),
    [
        pytest.param(job(), 8, 8, (1, 1, 8, 3), id="7B fits the half of 8 × 80 GB: ZeRO-3"),
        pytest.param(job(params=2e9), 8, 8, (1, 1, 8, 1), id="2B: ZeRO-1"),
        # 6·68.98/(0.55·85.2) = 8.8 → 16 ranks
        pytest.param(llama_70b("full"), 64, 8, (8, 2, 4, 1), id="70B: 8 tensor × 2 pipeline"),
        pytest.param(llama_70b("full"), 64, 1, (1, 16, 4, 1), id="70B over PCIe: stages only"),
        # 2.2·68.98/46.9 = 3.2 → 4
        pytest.param(llama_70b("lora"), 8, 8, (4, 1, 2, 0), id="70B LoRA"),
        pytest.param(llama_70b("qlora"), 8, 8, (1, 1, 8, 0), id="70B QLoRA fits one card"),
        pytest.param(llama_70b("qlora"), 8, 1, (1, 1, 8, 0), id="QLoRA over PCIe"),
    ],
)
def test_the_rules_own_layout_comes_first(
    asked: Job, devices: int, linked: int, expected: tuple[int, int, int, int]
) -> None:
    layout = first(asked, devices, linked)
    assert (layout.tensor, layout.pipeline, layout.data, layout.zero) == expected


def test_experts_are_spread_and_stages_follow_the_size() -> None:
    large = job(params=671e9, active_params=37e9, experts=256, layers=61)
    layout = first(large, 512)
    assert (layout.tensor, layout.pipeline, layout.data, layout.experts) == (1, 8, 64, 64)
    small = first(job(params=46.7e9, active_params=12.9e9, experts=8), 64)
    assert (small.pipeline, small.data, small.experts) == (1, 64, 8)


def test_the_batch_limits_data_parallel_ranks() -> None:
    assert first(job(), 64, sequences=16).data == 16
    staged = first(llama_70b("full"), 512, sequences=20)  # 20 sequences feed 10 ranks of 2 stages
    assert (staged.pipeline, staged.data) == (2, 10)
    for layout in layouts(llama_70b("full"), 512, memory_bytes=M80, linked_devices=8, sequences=20):
        assert layout.devices <= 512
        assert layout.data * layout.pipeline <= 20 or layout.data == 1
