"""Which layers read everything, which a window, and which keep a linear state; as the catalog stores it.

Windowed layers store every token (cautious, as all shipped entries); linear layers keep a state of fixed size, stated
in tokens of a full layer's 16-bit cache: state elements · 4 bytes / (2 · kv_heads · head_dim · 2 bytes), rounded up.
"""

from typing import NamedTuple

from optimizer.inputs.model_config.families import Family
from optimizer.inputs.model_config.fields import Fields
from optimizer.inputs.parameter_count import DeltaAttention, LightningAttention
from optimizer.inputs.wording import shown

STATE_BYTES = 4
"""The state of a linear layer is kept in fp32."""
FULL = "full_attention"
WINDOWED = ("sliding_attention", "chunked_attention")
LINEAR = "linear_attention"
BY_FAMILY = "default of the architecture"


class Layers(NamedTuple):
    """Layers by what they read; the rest of them read everything."""

    windowed: int = 0
    linear: int = 0
    window_tokens: int = 0


def read_layers(fields: Fields, family: Family, layers: int, context: int) -> Layers:
    """Counts from `layer_types` where the file has them, else from the rule of the architecture."""
    listed = fields.items("layer_types", str, layers)
    known = (FULL, LINEAR) if family.linear != "none" else (FULL,) if family.windows == "none" else (FULL, *WINDOWED)
    if odd := {kind for kind in listed or () if kind not in known}:
        what = f"{shown(min(odd))} is no kind of layer that {family.label} has"
        fields.wrong("layer_types", what, f"known: {', '.join(known)}; check `model_type`")
    if family.linear != "none":
        return Layers(linear=listed.count(LINEAR) if listed is not None else _linear_layers(fields, family, layers))
    windowed = sum(kind in WINDOWED for kind in listed) if listed is not None else None
    return _window(fields, family, layers, context, windowed)


def _linear_layers(fields: Fields, family: Family, layers: int) -> int:
    """All but every n-th, or those with a 0 in `attn_type_list`."""
    if family.pattern is not None:
        interval = fields.count("full_attention_interval", default=family.pattern, why=BY_FAMILY)
        return layers - layers // interval
    if not fields.has("attn_type_list"):
        fields.count("attn_type_list")
    kinds = fields.items("attn_type_list", int, layers) or ()
    return sum(kind == 0 for kind in kinds)


def _window(fields: Fields, family: Family, layers: int, context: int, windowed: int | None) -> Layers:
    """`windowed`: layers with a window where the file lists them."""
    key = "attention_chunk_size" if family.windows == "chunk" else "sliding_window"
    if family.windows == "none" or (family.windows == "late" and not fields.flag("use_sliding_window", default=False)):
        return Layers()
    if windowed is None and not fields.has(key) and family.windows in ("all", "late"):
        return Layers()
    window = fields.count(key) if windowed != 0 else 0
    if windowed is None:
        windowed = _windowed_layers(fields, family, layers)
    return Layers(windowed=windowed, window_tokens=window) if 0 < window < context and windowed else Layers()


def _windowed_layers(fields: Fields, family: Family, layers: int) -> int:
    if family.windows == "all":
        return layers
    if family.windows == "late":
        return max(0, layers - fields.count("max_window_layers", zero=True))
    no_rope = fields.items("no_rope_layers", int, layers) if family.windows == "chunk" else None
    if no_rope:
        return sum(each != 0 for each in no_rope)
    keys = ("no_rope_layer_interval",) if family.windows == "chunk" else (
        "sliding_window_pattern", "_sliding_window_pattern",
    )  # fmt: skip
    return layers - layers // fields.count(*keys, default=family.pattern, why=BY_FAMILY)


def read_linear(
    fields: Fields, family: Family, heads: int, head_dim: int
) -> DeltaAttention | LightningAttention | None:
    """Shape of the linear layers."""
    if family.linear == "lightning":
        return LightningAttention(heads=heads, head_dim=head_dim)
    if family.linear == "none":
        return None
    return DeltaAttention(
        key_heads=fields.count("linear_num_key_heads"),
        key_dim=fields.count("linear_key_head_dim"),
        value_heads=fields.count("linear_num_value_heads"),
        value_dim=fields.count("linear_value_head_dim"),
        kernel=fields.count("linear_conv_kernel_dim"),
    )


def state_tokens(linear: DeltaAttention | LightningAttention, kv_heads: int, head_dim: int) -> int:
    """State of a linear layer in tokens of a full layer's 16-bit cache, rounded up."""
    return -(-linear.state_elements * STATE_BYTES // (2 * kv_heads * head_dim * 2))
