"""Weights, cache and the serving test, against sums done by hand and published figures."""

import pytest

from optimizer.sizing.engines import ENGINES
from optimizer.sizing.memory import (
    cache_bytes_per_token,
    cache_split,
    free_bytes,
    needed_bytes,
    serves,
    weight_bytes,
)
from optimizer.sizing.shape import shape_of
from tests.catalog.shipped import catalog
from tests.sizing.asks import dense_model, moe_model

GIB = 2**30
MIB = 2**20
VLLM = ENGINES["vllm"]


def test_fp16_weights_of_a_70b_model() -> None:
    shape = shape_of(catalog().models["Llama-3.1-70B"])
    assert weight_bytes(shape, 2.0) / GIB == pytest.approx(131.4, abs=0.05)  # 70.55e9 × 2


def test_cache_of_sixteen_long_sequences() -> None:
    # 2 · 60 · 8 · 128 · 8192 · 16 · 2 B
    shape = shape_of(dense_model(layers=60, kv_heads=8, head_dim=128))
    assert cache_bytes_per_token(shape, 2.0) * 8192 * 16 == pytest.approx(32.2e9, rel=1e-3)


@pytest.mark.parametrize(
    ("layers", "kv_heads", "tokens", "mib"),
    [(32, 8, 2048, 256), (80, 8, 2048, 640), (40, 64, 2048, 2560), (64, 8, 2048, 512)],
)
def test_published_cache_sizes(layers: int, kv_heads: int, tokens: int, mib: int) -> None:
    shape = shape_of(dense_model(layers=layers, kv_heads=kv_heads, head_dim=128))
    assert cache_bytes_per_token(shape, 2.0) * tokens == mib * MIB


def test_deepseek_cache_keeps_61_times_576_elements_on_every_device() -> None:
    shape = shape_of(catalog().models["DeepSeek-R1"])
    assert shape.cache_elements_per_token == 61 * 576
    assert cache_bytes_per_token(shape, 2.0) == 70_272
    assert cache_bytes_per_token(shape, 2.0, tensor=8) == 70_272  # latent is copied, not split


def test_gqa_cache_splits_over_at_most_the_kv_heads() -> None:
    shape = shape_of(dense_model())
    assert [cache_split(shape, t) for t in (1, 4, 8, 16)] == [1, 4, 8, 8]
    # 2 · 10 layers · 8 heads · 100 · 2 B = 32,000 B; over 4 devices and 2 stages
    assert cache_bytes_per_token(shape, 2.0, tensor=4, pipeline=2) == 4_000


def test_split_of_a_dense_model() -> None:
    shape = shape_of(dense_model())
    assert (shape.body_params, shape.head_params, shape.embedding_params, shape.expert_params) == (10e9, 1e9, 1e9, 0)
    assert shape.flop_params == 11e9
    assert weight_bytes(shape, 1.0) == 10e9 + 4e9  # head and embedding stay in 16 bit
    assert weight_bytes(shape, 1.0, tensor=2, group=2, pipeline=2) == 14e9 / 4


def test_split_of_a_moe_model() -> None:
    shape = shape_of(moe_model())
    assert shape.expert_params == pytest.approx(64e9)  # (74 − 18) / (1 − 2/16)
    assert shape.body_params == pytest.approx(8e9)
    # T 2, G 8: (8 + 4)/2 + 64/8
    assert weight_bytes(shape, 1.0, tensor=2, group=8) == pytest.approx(14e9)


def test_small_models_share_embedding_and_head() -> None:
    shape = shape_of(catalog().models["Qwen3-4B"])
    assert shape.embedding_params == 0
    assert weight_bytes(shape, 2.0) == pytest.approx(2 * catalog().models["Qwen3-4B"].total_params)


@pytest.mark.parametrize("model", sorted(catalog().models))
def test_every_shipped_model_is_counted_whole(model: str) -> None:
    entry = catalog().models[model]
    shape = shape_of(entry)
    assert weight_bytes(shape, 2.0) == pytest.approx(2 * entry.total_params)
    assert shape.body_params >= 0
    assert shape.expert_params >= 0


@pytest.mark.parametrize(
    ("devices", "memory_bytes", "fits"),
    [
        pytest.param(8, 97_871 * MIB, True, id="8 H20 96 GB"),
        pytest.param(8, 143_771 * MIB, True, id="8 H20 141 GB and 8 H200"),
        pytest.param(16, 64 * 10**9, True, id="8 910C, 16 dies of half 128 GB"),
        pytest.param(16, 61_740 * MIB, True, id="16 910B"),
        pytest.param(8, 81_559 * MIB, False, id="8 cards of 80 GB"),
        pytest.param(8, 61_740 * MIB, False, id="8 910B"),
    ],
)
def test_where_deepseek_r1_in_8_bit_fits(devices: int, memory_bytes: int, fits: bool) -> None:
    held = weight_bytes(shape_of(catalog().models["DeepSeek-R1"]), 1.0, tensor=8, group=devices)
    assert serves(memory_bytes, free_bytes(memory_bytes, 0.9, held, VLLM)) is fits
    assert (needed_bytes(memory_bytes, 0.9, held, VLLM) <= memory_bytes) is fits


@pytest.mark.parametrize(
    ("model", "precision_bytes", "tensor", "measured_gib"),
    [("Llama-3.1-8B", 2.0, 1, 51.4), ("Llama-3.3-70B", 1.0, 2, 32.0)],
)
def test_cache_that_vllm_reports_on_h100(model: str, precision_bytes: float, tensor: int, measured_gib: float) -> None:
    memory = 81_559 * MIB
    held = weight_bytes(shape_of(catalog().models[model]), precision_bytes, tensor=tensor, group=tensor)
    assert free_bytes(memory, 0.9, held, VLLM) / GIB == pytest.approx(measured_gib, rel=0.10)


def test_tensorrt_llm_takes_its_share_after_the_weights() -> None:
    # 0.9 · (100 − 27 − 3) against 0.9 · 100 − 27 − 3
    assert free_bytes(100e9, 0.9, 27e9, ENGINES["tensorrt_llm"]) == pytest.approx(63e9)
    assert free_bytes(100e9, 0.9, 27e9, VLLM) == pytest.approx(60e9)


def test_windows_shorten_what_is_read_and_only_where_said_what_is_stored() -> None:
    windowed = {"full_attention_share": 0.25, "window_tokens": 1000}
    reads = shape_of(dense_model(**windowed))
    assert reads.tokens_read(8000) == 0.25 * 8000 + 0.75 * 1000
    assert reads.tokens_stored(8000) == 8000
    assert shape_of(dense_model(**windowed, window_limits_storage=True)).tokens_stored(8000) == 2750


def test_mla_without_its_cache_width_is_refused() -> None:
    with pytest.raises(ValueError, match="kv_lora_rank"):
        shape_of(dense_model(attention="MLA"))
