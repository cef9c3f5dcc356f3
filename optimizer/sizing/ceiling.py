"""The most one stream can be decoded at: memory bandwidth by the data sheet over the bytes that a token must read.

    bytes per device = [P_d·w + 2·P_h]/T + P_e·w·(k/E)/G + κ·c̄/s_kv        tokens/s = W / bytes

Stages follow one another, so p does not help. No engine reaches it: nothing is taken off for efficiency, launches or
links. Symbols: docs/throughput.md §1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from optimizer.sizing.memory import HEAD_BYTES_PER_PARAM, cache_bytes_per_token

if TYPE_CHECKING:
    from optimizer.sizing.layouts import Split
    from optimizer.sizing.shape import ModelShape


def read_bytes_per_token(
    shape: ModelShape, split: Split, *, bytes_per_weight: float, bytes_per_cached_value: float, context: float
) -> float:
    """Bytes that one device reads, over all its stages, for one token of a lone sequence."""
    dense = (shape.body_params * bytes_per_weight + HEAD_BYTES_PER_PARAM * shape.head_params) / split.tensor
    experts = shape.active_expert_params * bytes_per_weight / split.group
    cache = cache_bytes_per_token(shape, bytes_per_cached_value, tensor=split.tensor) * shape.tokens_read(context)
    return dense + experts + cache


def ceiling_tokens_per_s(bandwidth_bytes_per_s: float, read_bytes: float) -> float:
    """Tokens/s of one stream at the nominal bandwidth of one device."""
    return bandwidth_bytes_per_s / read_bytes
