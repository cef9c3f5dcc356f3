"""Shapes of the shipped models, with what decides about parameters and the catalog does not hold."""

from optimizer.inputs.catalog import LanguageModel
from optimizer.inputs.parameter_count import (
    DecoderShape,
    DeltaAttention,
    Experts,
    GroupedAttention,
    LatentAttention,
    LightningAttention,
)
from optimizer.sizing.shape import TIED_BELOW_PARAMS

SMALL_BUT_NOT_TIED = ("Phi-3.5-mini", "DeepSeek-R1-Distill-Qwen-1.5B")
TIED_ALTHOUGH_LARGE = ("Gemma-2-", "Gemma-3-")
QUERY_RANKS: dict[str, int | None] = {"DeepSeek-V2-Lite": None, "GLM-5": 2048, "GLM-5.1": 2048}
USUAL_QUERY_RANK = 1536
DELTA_HEAD_DIM = 128
DELTA_KEY_HEADS = 16
"""Qwen3-Next and Qwen3.5."""


def shape_of(model: LanguageModel) -> DecoderShape:
    """The shape that a catalog entry describes, biases and norms of heads left out (below 0.1 %)."""
    moe = None
    if model.moe_intermediate_size is not None:
        width, shared = model.moe_intermediate_size, model.shared_experts * model.moe_intermediate_size
        moe = Experts(count=model.experts, per_token=model.experts_per_token, width=width, shared_width=shared)
    linear = _linear(model)
    return DecoderShape(
        vocabulary=model.vocab_size,
        hidden=model.hidden_size,
        layers=model.layers,
        tied=_tied(model),
        attention=_latent(model) if model.attention == "MLA" else _grouped(model),
        linear=linear,
        linear_layers=model.layers - round(model.layers * model.full_attention_share) if linear else 0,
        dense_width=model.intermediate_size or 0,
        experts=moe,
        dense_layers=model.dense_layers,
    )


def _tied(model: LanguageModel) -> bool:
    if model.id in SMALL_BUT_NOT_TIED:
        return False
    return model.id.startswith(TIED_ALTHOUGH_LARGE) or model.total_params < TIED_BELOW_PARAMS


def _grouped(model: LanguageModel) -> GroupedAttention:
    return GroupedAttention(
        heads=model.attention_heads,
        kv_heads=model.kv_heads,
        head_dim=model.head_dim,
        output_gate=model.id.startswith(("Qwen3-Next", "Qwen3.5")),
    )


def _latent(model: LanguageModel) -> LatentAttention:
    assert model.kv_lora_rank is not None
    assert model.qk_rope_head_dim is not None
    glm, sparse = model.id.startswith("GLM"), model.full_attention_share == 0
    return LatentAttention(
        heads=model.attention_heads,
        query_rank=QUERY_RANKS.get(model.id, USUAL_QUERY_RANK),
        cache_rank=model.kv_lora_rank,
        nope_dim=model.head_dim - model.qk_rope_head_dim,
        rope_dim=model.qk_rope_head_dim,
        value_dim=256 if glm else 128,
        index_heads=(32 if glm else 64) if sparse else 0,
        index_dim=128 if sparse else 0,
    )


def _linear(model: LanguageModel) -> DeltaAttention | LightningAttention | None:
    """The catalog holds the state in tokens of cache: value heads · 128 · 128 · 4 bytes."""
    if not model.window_limits_storage or model.window_tokens is None:
        return None
    if model.id == "MiniMax-Text-01":
        return LightningAttention(heads=model.attention_heads, head_dim=model.head_dim)
    elements = model.window_tokens * 2 * model.kv_heads * model.head_dim * 2 // 4
    return DeltaAttention(
        key_heads=DELTA_KEY_HEADS,
        key_dim=DELTA_HEAD_DIM,
        value_heads=elements // DELTA_HEAD_DIM**2,
        value_dim=DELTA_HEAD_DIM,
        kernel=4,
    )
