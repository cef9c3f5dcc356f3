"""A config.json → a model of the catalog, or every reason why not."""

from typing import Any

from optimizer.errors import InputError
from optimizer.inputs.catalog import LanguageModel, Provenance
from optimizer.inputs.document import Document
from optimizer.inputs.fields import ConfigPath
from optimizer.inputs.model_config.attention import read_grouped, read_latent, selected_tokens
from optimizer.inputs.model_config.families import KNOWN_TYPES, Family, family_of, type_of
from optimizer.inputs.model_config.feed_forward import FeedForward, read_feed_forward
from optimizer.inputs.model_config.fields import INSTEAD, LAYERS, Assumed, Fields
from optimizer.inputs.model_config.layers import BY_FAMILY, read_layers, read_linear, state_tokens
from optimizer.inputs.model_config.precision import read_precision
from optimizer.inputs.parameter_count import DecoderShape, GroupedAttention, LatentAttention, parameter_count
from optimizer.inputs.wording import shown

MOST_LAYERS = 10_000
MOST_PARAMS = 10**15
"""A thousand trillion; larger counts are slips."""
HEADED = ("ForCausalLM", "ForConditionalGeneration", "ChatGLMModel", "LMHeadModel")
"""Endings of `architectures` with a language-model head."""
BY_CLASS = "by architectures"


class ConfigModel(LanguageModel):
    """A model read from a config.json; its id is the path as the requirements file writes it."""

    id: ConfigPath
    assumed: tuple[Assumed, ...] = ()
    """What the file leaves out and the architecture decides."""


def read_config(document: Document) -> ConfigModel:
    """The model of one file. Raises InputError with everything that is missing, wrong or unknown in it."""
    fields = Fields(document)
    family = _family(fields)
    if family is None:
        raise InputError(fields.problems)
    layers = fields.count(*LAYERS)
    if layers > MOST_LAYERS:
        fields.wrong(fields.name_of(*LAYERS), f"must be at most {MOST_LAYERS:,} (got {layers})", "check the number")
        layers = 1
    known, shape = _read(fields, family, layers)
    if fields.problems:
        raise InputError(fields.problems)
    total, active = parameter_count(shape)
    if total > MOST_PARAMS:
        fields.wrong("hidden_size", f"the file describes {total:.3g} parameters", "check the numbers of the file")
        raise InputError(fields.problems)
    return ConfigModel(
        id=document.file,
        total_params=total,
        active_params=active,
        **known,
        spec=Provenance(source=f"{document.file} ({family.label}), parameters counted", confidence="high"),
        notes="multi-token-prediction layers and vision towers are not counted",
        assumed=tuple(fields.assumed),
    )


def _family(fields: Fields) -> Family | None:
    """By `model_type` of the text part, then of the file, then by the class; None with a problem."""
    types = [each.get("model_type") for each in (fields.data, fields.document.data)]
    listed = fields.data.get("architectures") or fields.document.data.get("architectures")
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    family = family_of(each for each in types if isinstance(each, str))
    if family is None and (by_class := next(filter(None, map(type_of, names)), None)):
        family = family_of([by_class])
        fields.assume("model_type", by_class, BY_CLASS)
    if family is None:
        written = next((each for each in types if each is not None), None)
        what = "is missing" if written is None else f"the architecture {shown(written)} is not known"
        fields.wrong("model_type", what, f"known: {', '.join(KNOWN_TYPES)}; else {INSTEAD}")
    elif names and not any(name.endswith(HEADED) for name in names):
        what = f"{shown(names[0])} has no head that generates text"
        fields.wrong("architectures", what, "plan it as `kind: service` with a measured capacity")
    return family


def _read(fields: Fields, family: Family, layers: int) -> tuple[dict[str, Any], DecoderShape]:
    """Catalog fields without the counts, and the shape that gives them."""
    hidden = fields.count("hidden_size")
    context = fields.count("max_position_embeddings", "seq_length", default=family.context, why=BY_FAMILY)
    vocabulary = fields.count("vocab_size", "padded_vocab_size", default=family.vocabulary, why=BY_FAMILY)
    latent = family.attention == "latent"
    attention = read_latent(fields, family, layers) if latent else read_grouped(fields, family, hidden)
    known: dict[str, Any] = {
        "layers": layers,
        "hidden_size": hidden,
        "attention_heads": attention.heads,
        "vocab_size": vocabulary,
        "max_context_tokens": context,
        "native_precision": read_precision(fields),
    }
    known |= _cache(fields, family, attention)
    forward = read_feed_forward(fields, family, layers)
    known |= _experts(forward)
    linear = read_linear(fields, family, attention.heads, known["head_dim"])
    plan = read_layers(fields, family, layers, context)
    if plan.windowed:
        known |= {"full_attention_share": 1 - plan.windowed / layers, "window_tokens": plan.window_tokens}
    if linear is not None and plan.linear:
        known |= {"full_attention_share": 1 - plan.linear / layers, "window_limits_storage": True}
        known |= {"window_tokens": state_tokens(linear, known["kv_heads"], known["head_dim"])}
    shape = DecoderShape(
        vocabulary=vocabulary,
        hidden=hidden,
        layers=layers,
        tied=_tied(fields, family),
        attention=attention,
        linear=linear,
        linear_layers=plan.linear,
        dense_width=forward.dense_width,
        dense_biases=fields.flag("mlp_bias", default=False),
        experts=forward.experts,
        dense_layers=forward.dense_layers,
        norms_per_layer=family.norms,
    )
    return known, shape


def _cache(fields: Fields, family: Family, attention: GroupedAttention | LatentAttention) -> dict[str, Any]:
    """Heads as the catalog states them, and what the cache of a token holds."""
    if isinstance(attention, GroupedAttention):
        kind = "MHA" if attention.kv_heads == attention.heads else "GQA"
        return {"attention": kind, "kv_heads": attention.kv_heads, "head_dim": attention.head_dim}
    known = {"attention": "MLA", "kv_heads": attention.heads, "head_dim": attention.nope_dim + attention.rope_dim}
    known |= {"kv_lora_rank": attention.cache_rank, "qk_rope_head_dim": attention.rope_dim}
    selected = selected_tokens(fields, family)
    return known if selected is None else {**known, "full_attention_share": 0.0, "window_tokens": selected}


def _experts(forward: FeedForward) -> dict[str, Any]:
    known: dict[str, Any] = {"intermediate_size": forward.dense_width or None}
    if forward.experts is None:
        return known
    known |= {"experts": forward.experts.count, "experts_per_token": forward.experts.per_token}
    known |= {"shared_experts": forward.shared_experts, "moe_intermediate_size": forward.experts.width}
    return {**known, "dense_layers": forward.dense_layers}


def _tied(fields: Fields, family: Family) -> bool:
    """tie_word_embeddings of the text part, then of the file, then of the architecture."""
    key, outer = "tie_word_embeddings", fields.document.data
    if not fields.has(key) and fields.prefix and isinstance(outer.get(key), bool):
        return bool(outer[key])
    if not fields.has(key) and family.tied is None:
        fields.count(key)
    elif not fields.has(key):
        fields.assume(key, bool(family.tied), BY_FAMILY)
    return fields.flag(key, default=bool(family.tied))
