"""Dense and expert layers."""

from typing import NamedTuple

from optimizer.inputs.model_config.families import Family
from optimizer.inputs.model_config.fields import Fields
from optimizer.inputs.parameter_count import Experts


class FeedForward(NamedTuple):
    """What stands behind the attention of every layer."""

    dense_width: int
    """0 where no layer is dense."""
    dense_layers: int
    """Layers without experts."""
    experts: Experts | None
    shared_experts: int = 0


def read_feed_forward(fields: Fields, family: Family, layers: int) -> FeedForward:
    """Widths and experts, in the spelling of the architecture."""
    match family.experts:
        case "local":
            return _local(fields, family)
        case "qwen":
            return _qwen(fields, family, layers)
        case "deepseek":
            return _deepseek(fields, layers)
        case "llama4":
            return _llama4(fields, layers)
        case _:
            return FeedForward(fields.count("intermediate_size", "ffn_hidden_size"), layers, None)


def _checked(fields: Fields, key: str, count: int, per_token: int) -> None:
    used = fields.name_of("num_experts_per_tok", "experts_per_token")
    if per_token >= count > 1 and fields.good(key, used):
        fields.wrong(used, f"a token uses {per_token} of {count} experts ({key})", "check both numbers")


def _local(fields: Fields, family: Family) -> FeedForward:
    """Mixtral, gpt-oss, MiniMax: every layer has experts of `intermediate_size`."""
    count = fields.count("num_local_experts")
    per_token = fields.count("num_experts_per_tok", "experts_per_token")
    _checked(fields, "num_local_experts", count, per_token)
    shared = fields.count("shared_intermediate_size", default=0, zero=True)
    experts = Experts(
        count=count,
        per_token=per_token,
        width=fields.count("intermediate_size"),
        shared_width=shared,
        router_bias=family.gpt_oss or fields.flag("use_routing_bias", default=False),
        biases=family.gpt_oss,
    )
    return FeedForward(0, 0, experts, 1 if shared else 0)


def _qwen(fields: Fields, family: Family, layers: int) -> FeedForward:
    """Every `decoder_sparse_step`-th layer has experts, except those in `mlp_only_layers`."""
    count, per_token = fields.count("num_experts", "num_local_experts"), fields.count("num_experts_per_tok")
    _checked(fields, "num_experts", count, per_token)
    step = fields.count("decoder_sparse_step", default=1)
    dense_only = set(fields.items("mlp_only_layers", int) or ())
    sparse = sum((layer + 1) % step == 0 and layer not in dense_only for layer in range(layers))
    width = fields.count("moe_intermediate_size")
    absent = None if family.shared else 0
    shared = fields.count("shared_expert_intermediate_size", default=absent, zero=True)
    experts = Experts(count=count, per_token=per_token, width=width, shared_width=shared, shared_gate=shared > 0)
    dense_width = fields.count("intermediate_size") if sparse < layers else 0
    return FeedForward(dense_width, layers - sparse, experts, max(1, round(shared / width)) if shared else 0)


def _deepseek(fields: Fields, layers: int) -> FeedForward:
    """The first `first_k_dense_replace` layers are dense, then every `moe_layer_freq`-th has experts."""
    count, per_token = fields.count("n_routed_experts"), fields.count("num_experts_per_tok")
    _checked(fields, "n_routed_experts", count, per_token)
    if (kinds := fields.items("mlp_layer_types", str, layers)) is not None:
        dense = sum(kind == "dense" for kind in kinds)
    else:
        first, step = fields.count("first_k_dense_replace", zero=True), fields.count("moe_layer_freq", default=1)
        dense = layers - sum(layer >= first and layer % step == 0 for layer in range(layers))
    width = fields.count("moe_intermediate_size")
    shared = fields.count("n_shared_experts", zero=True)
    experts = Experts(
        count=count,
        per_token=per_token,
        width=width,
        shared_width=shared * width,
        router_bias=fields.data.get("topk_method", "noaux_tc") == "noaux_tc",
    )
    return FeedForward(fields.count("intermediate_size") if dense else 0, dense, experts, shared)


def _llama4(fields: Fields, layers: int) -> FeedForward:
    """Every `interleave_moe_layer_step`-th layer has experts, one of them shared; the others are wider and dense."""
    count, per_token = fields.count("num_local_experts"), fields.count("num_experts_per_tok")
    _checked(fields, "num_local_experts", count, per_token)
    listed, step = fields.items("moe_layers", int), fields.count("interleave_moe_layer_step")
    dense = layers - (len({each for each in listed if 0 <= each < layers}) if listed else layers // step)
    width = fields.count("intermediate_size")
    experts = Experts(count=count, per_token=per_token, width=width, shared_width=width)
    return FeedForward(fields.count("intermediate_size_mlp") if dense else 0, dense, experts, 1)
