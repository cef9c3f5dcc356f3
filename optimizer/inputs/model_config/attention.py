"""Heads and ranks of the layers with softmax attention."""

from optimizer.inputs.model_config.families import Family
from optimizer.inputs.model_config.fields import Fields
from optimizer.inputs.model_config.layers import BY_FAMILY
from optimizer.inputs.parameter_count import GroupedAttention, LatentAttention

RATIO = "hidden_size / num_attention_heads"
AS_MANY = "as many as num_attention_heads"


def read_grouped(fields: Fields, family: Family, hidden: int) -> GroupedAttention:
    """Multi-head or grouped-query attention."""
    heads = fields.count("num_attention_heads", default=family.heads, why=BY_FAMILY)
    kv_heads = _kv_heads(fields, family, heads)
    kv_key = fields.name_of("num_key_value_heads", "multi_query_group_num")
    if heads % kv_heads and fields.good("num_attention_heads", kv_key):
        fields.wrong(kv_key, f"{kv_heads} do not divide the {heads} attention heads", "check both numbers")
    bias = family.input_bias or fields.flag("attention_bias", default=family.gpt_oss)
    return GroupedAttention(
        heads=heads,
        kv_heads=kv_heads,
        head_dim=_head_dim(fields, family, hidden, heads),
        input_bias=bias or fields.flag("add_qkv_bias", default=False),
        output_bias=bias and family.output_bias,
        head_norm=family.head_norm or (family.label == "GLM-4.5" and fields.flag("use_qk_norm", default=False)),
        full_norm=family.full_norm and fields.flag("use_qk_norm", default=True),
        output_gate=family.output_gate and fields.flag("attn_output_gate", default=True),
        sinks=family.gpt_oss,
    )


def _kv_heads(fields: Fields, family: Family, heads: int) -> int:
    if fields.has("multi_query_attention"):  # ChatGLM
        several = fields.flag("multi_query_attention", default=False)
        return fields.count("multi_query_group_num") if several else heads
    if family.kv_heads == "heads":
        return fields.count("num_key_value_heads", default=heads, why=AS_MANY)
    return fields.count("num_key_value_heads", default=family.kv_heads, why=BY_FAMILY)


def _head_dim(fields: Fields, family: Family, hidden: int, heads: int) -> int:
    if family.head_dim != "ratio" or fields.has("head_dim") or fields.has("kv_channels"):
        default = None if family.head_dim == "ratio" else family.head_dim
        return fields.count("head_dim", "kv_channels", default=default, why=BY_FAMILY)
    if not fields.good("hidden_size", "num_attention_heads"):
        return 1
    if hidden % heads:
        what = f"is missing, and {heads} heads do not divide the hidden size of {hidden}"
        fields.wrong("head_dim", what, "add it as the checkpoint has it")
        return 1
    fields.assume("head_dim", hidden // heads, RATIO)
    return hidden // heads


def read_latent(fields: Fields, family: Family, layers: int) -> LatentAttention:
    """MLA; with `index_topk` in the file, or by the architecture, with the indexer of sparse attention."""
    index_heads = index_dim = 0
    if family.indexer is not None or fields.has("index_topk"):
        heads, dim, _ = family.indexer or (None, None, None)
        index_heads = fields.count("index_n_heads", default=heads, why=BY_FAMILY)
        index_dim = fields.count("index_head_dim", default=dim, why=BY_FAMILY)
    kinds = fields.items("indexer_types", str, layers)
    if "q_lora_rank" not in fields.data:
        query_rank: int | None = fields.count("q_lora_rank")
    else:
        query_rank = fields.optional("q_lora_rank")
    return LatentAttention(
        heads=fields.count("num_attention_heads"),
        query_rank=query_rank,
        cache_rank=fields.count("kv_lora_rank"),
        nope_dim=fields.count("qk_nope_head_dim"),
        rope_dim=fields.count("qk_rope_head_dim"),
        value_dim=fields.count("v_head_dim"),
        index_heads=index_heads,
        index_dim=index_dim,
        index_share=kinds.count("full") / len(kinds) if kinds else 1.0,
    )


def selected_tokens(fields: Fields, family: Family) -> int | None:
    """Tokens that sparse attention reads; None without it."""
    if family.indexer is None and not fields.has("index_topk"):
        return None
    default = family.indexer[2] if family.indexer else None
    return fields.count("index_topk", default=default, why=BY_FAMILY)
