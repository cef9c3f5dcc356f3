"""Shipped models: exact counts, and the attention that does not read or store everything."""

import pytest

from tests.catalog.shipped import catalog

ENCODERS = ("bge-m3", "bge-large-zh-v1.5", "bge-large-en-v1.5", "Qwen3-Embedding-8B")


def test_only_models_that_generate_tokens() -> None:
    assert [name for name in ENCODERS if name in catalog().models] == []


def test_counts() -> None:
    models = catalog().models
    assert models["DeepSeek-R1"].total_params == models["DeepSeek-V3"].total_params == 671_030_000_000  # without MTP
    assert models["Llama-3.1-70B"].total_params == 70_550_000_000
    assert models["gpt-oss-120b"].active_params == 5_711_000_000  # 5.13e9 on the name plate + 201088 x 2880 embedding


def test_dense_models_use_all_their_parameters() -> None:
    assert [m.id for m in catalog().models.values() if not m.is_moe and m.total_params != m.active_params] == []


def test_mixture_of_experts_shapes() -> None:
    for model in catalog().models.values():
        if model.is_moe:
            assert model.active_params < model.total_params, model.id
            assert model.experts_per_token < model.experts, model.id
            assert model.moe_intermediate_size, model.id
            assert model.dense_layers < model.layers, model.id


def test_expert_parameters_follow_from_the_two_counts() -> None:
    # R1: 58 layers x 256 experts x 3 x 7168 x 2048 = 653.9e9 = (total - active) / (1 - 8/256)
    model = catalog().models["DeepSeek-R1"]
    from_shape = (model.layers - model.dense_layers) * 256 * 3 * 7168 * 2048
    assert (model.total_params - model.active_params) / (1 - 8 / 256) == pytest.approx(from_shape, rel=0.001)


def test_latent_attention_has_its_ranks() -> None:
    for model in catalog().models.values():
        has_ranks = model.kv_lora_rank is not None and model.qk_rope_head_dim is not None
        assert has_ranks == (model.attention == "MLA"), model.id
    r1 = catalog().models["DeepSeek-R1"]
    assert r1.layers * ((r1.kv_lora_rank or 0) + (r1.qk_rope_head_dim or 0)) == 61 * 576


@pytest.mark.parametrize(
    ("name", "share", "window", "stores_window_only"),
    [
        ("gpt-oss-120b", 0.5, 128, False),
        ("Gemma-2-9B", 0.5, 4096, False),
        ("Gemma-3-27B", 0.1667, 1024, False),
        ("Llama-4-Scout", 0.25, 8192, False),
        ("DeepSeek-V3.2", 0, 2048, False),
        ("GLM-5", 0, 2048, False),
        ("Qwen3.5-397B-A17B", 0.25, 2048, True),
        ("Qwen3-Next-80B-A3B", 0.25, 1024, True),
        ("Llama-3.1-70B", 1, None, False),
    ],
)
def test_windows(name: str, share: float, window: int | None, stores_window_only: bool) -> None:
    model = catalog().models[name]
    assert model.full_attention_share == share
    assert model.window_tokens == window
    assert model.window_limits_storage is stores_window_only


def test_every_partial_reader_has_a_window() -> None:
    partial = [m for m in catalog().models.values() if m.full_attention_share < 1]
    assert len(partial) == 17
    assert [m.id for m in partial if m.window_tokens is None] == []


def test_linear_state_in_tokens_of_cache() -> None:
    # a linear layer keeps 64 heads x 128 x 128 fp32 values; a full layer 2 x kv heads x head dim x 2 bytes per token
    model = catalog().models["Qwen3.5-397B-A17B"]
    assert model.window_tokens == 64 * 128 * 128 * 4 // (2 * model.kv_heads * model.head_dim * 2)


def test_sparse_flash_cache_is_an_eighth() -> None:
    # 21 layers keep 1/4, 20 keep 1/128 of 43: 0.1257 of the plain formula for long contexts
    model = catalog().models["DeepSeek-V4-Flash"]
    assert model.full_attention_share == pytest.approx((21 / 4 + 20 / 128) / model.layers, abs=5e-5)
