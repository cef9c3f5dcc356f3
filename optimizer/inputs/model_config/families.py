"""The architectures that a config.json may have, and what differs between them.

Defaults are those of the architecture's published configuration class (of the published checkpoint for the indexers of
sparse attention); a field without one must be in the file.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Windows = Literal["none", "all", "late", "pattern", "chunk"]
"""Which layers read a window only: all of them, those from `max_window_layers` on, all but every n-th, or chunks."""


class Family(NamedTuple):
    """One architecture."""

    label: str
    types: tuple[str, ...]
    """Values of `model_type`."""
    experts: Literal["none", "local", "qwen", "deepseek", "llama4"] = "none"
    """How the file describes its experts."""
    shared: bool = False
    """With `qwen`: every layer has shared experts, and the file says how wide."""
    attention: Literal["grouped", "latent"] = "grouped"
    linear: Literal["none", "delta", "lightning"] = "none"
    windows: Windows = "none"
    pattern: int | None = None
    """Every n-th layer reads everything, where the file does not say."""
    tied: bool | None = False
    """tie_word_embeddings where the file does not say; None: it must."""
    head_dim: int | Literal["ratio"] | None = None
    """Where the file does not say; ratio: hidden_size / num_attention_heads."""
    kv_heads: int | Literal["heads"] | None = None
    heads: int | None = None
    vocabulary: int | None = None
    context: int | None = None
    input_bias: bool = False
    """Query, key and value have biases, whatever the file says; else `attention_bias` decides."""
    output_bias: bool = False
    """With `attention_bias` the output projection has one too."""
    norms: int = 2
    """Norms per layer."""
    head_norm: bool = False
    full_norm: bool = False
    output_gate: bool = False
    gpt_oss: bool = False
    """Sinks, biases of experts and router."""
    indexer: tuple[int, int, int] | None = None
    """Sparse attention: index_n_heads, index_head_dim, index_topk where the file does not say."""


FAMILIES = (
    Family("Llama", ("llama",), head_dim="ratio", kv_heads="heads", output_bias=True),
    Family("Llama 4", ("llama4_text", "llama4"), "llama4", windows="chunk", pattern=4),
    Family("Mistral", ("mistral",), windows="all", head_dim="ratio"),
    Family("Ministral 3", ("ministral3",), windows="all", tied=None),
    Family("Mixtral", ("mixtral",), "local", windows="all", head_dim="ratio"),
    Family("Qwen2", ("qwen2",), windows="late", head_dim="ratio", input_bias=True),
    Family("Qwen2-MoE", ("qwen2_moe",), "qwen", shared=True, windows="late", head_dim="ratio", input_bias=True),
    Family("Qwen3", ("qwen3",), windows="late", head_norm=True),
    Family("Qwen3-MoE", ("qwen3_moe",), "qwen", windows="late", head_norm=True),
    Family(
        "Qwen3-Next", ("qwen3_next",), "qwen", shared=True, linear="delta", pattern=4, head_norm=True, output_gate=True
    ),
    Family(
        "Qwen3.5", ("qwen3_5_text", "qwen3_5"), linear="delta", pattern=4, tied=None, head_norm=True, output_gate=True
    ),
    Family(
        "Qwen3.5-MoE", ("qwen3_5_moe_text", "qwen3_5_moe"), "qwen", shared=True, linear="delta", pattern=4,
        tied=None, head_norm=True, output_gate=True,
    ),
    Family("DeepSeek-V2", ("deepseek_v2",), "deepseek", attention="latent"),
    Family("DeepSeek-V3", ("deepseek_v3", "kimi_k2", "kimi_k25"), "deepseek", attention="latent"),
    Family("DeepSeek-V3.2", ("deepseek_v32",), "deepseek", attention="latent", indexer=(64, 128, 2048)),
    Family("ChatGLM", ("chatglm",), head_dim=128),
    Family("GLM-4", ("glm",), head_dim=128),
    Family("GLM-4-0414", ("glm4",), head_dim=128, norms=4),
    Family("GLM-4.5", ("glm4_moe",), "deepseek"),
    Family("GLM-5", ("glm_moe_dsa",), "deepseek", attention="latent", indexer=(32, 128, 2048)),
    Family(
        "gpt-oss", ("gpt_oss",), "local", windows="pattern", pattern=2, head_dim=64, output_bias=True, gpt_oss=True
    ),
    Family("Gemma 2", ("gemma2",), windows="pattern", pattern=2, tied=True, head_dim=256, norms=4),
    Family(
        "Gemma 3", ("gemma3_text", "gemma3"), windows="pattern", pattern=6, tied=True, head_dim=256, norms=4,
        head_norm=True, heads=8, kv_heads=4, vocabulary=262_208, context=131_072,
    ),
    Family("MiniMax-Text-01", ("minimax_text_01", "minimax_m1", "minimax"), "local", linear="lightning"),
    Family("MiniMax-M2", ("minimax_m2",), "local", full_norm=True),
    Family("Phi-3", ("phi3",), windows="all", head_dim="ratio", kv_heads="heads"),
)  # fmt: skip
_BY_TYPE = {kind: family for family in FAMILIES for kind in family.types}
DECODERS = ("ForCausalLM", "ForConditionalGeneration", "LMHeadModel", "Model")
"""Endings of class names; the last one has a language-model head in ChatGLM only."""
KNOWN_TYPES = tuple(_BY_TYPE)


def family_of(types: Iterable[str]) -> Family | None:
    """The family of the first of several `model_type` values that is known."""
    return next((_BY_TYPE[kind] for kind in types if kind in _BY_TYPE), None)


def type_of(architecture: str) -> str | None:
    """The `model_type` that goes with a class name; None where it is not known.

    >>> type_of("Qwen3MoeForCausalLM"), type_of("ChatGLMModel"), type_of("MambaForCausalLM")
    ('qwen3_moe', 'chatglm', None)
    """
    stem = next((architecture.removesuffix(end) for end in DECODERS if architecture.endswith(end)), "")
    return next((kind for kind in KNOWN_TYPES if kind.replace("_", "") == stem.lower().replace("_", "")), None)
