"""Memory of one device: weights, cache, what is left. A device is a die as the software sees it.

    weights per device = [ (P_d·w + 2·P_h + 2·embedding)/T + P_e·w/G ] / p        head and embedding stay in 16 bit
    free bytes         = use·M − weights − 3e9           (TensorRT-LLM: use·(M − weights − 3e9))
    serves             ⇔ free ≥ 1 % of M

Nothing else is taken off. Source: docs/throughput.md §2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimizer.sizing.engines import Engine
    from optimizer.sizing.shape import ModelShape

RESERVE_BYTES = 3e9
"""Driver context, activations and graphs; fixed in the fit (docs/throughput.md §3)."""
LEAST_FREE_SHARE = 0.01
HEAD_BYTES_PER_PARAM = 2


def weight_bytes(
    shape: ModelShape, bytes_per_weight: float, *, tensor: int = 1, group: int = 1, pipeline: int = 1
) -> float:
    """Weights held by one device, bytes; with all degrees 1 the whole model."""
    wide = HEAD_BYTES_PER_PARAM * (shape.head_params + shape.embedding_params)
    dense = (shape.body_params * bytes_per_weight + wide) / tensor
    return (dense + shape.expert_params * bytes_per_weight / group) / pipeline


def cache_split(shape: ModelShape, tensor: int) -> int:
    """s_kv: devices that the cache of one sequence is divided over; MLA keeps a full copy on each."""
    return 1 if shape.is_mla else min(tensor, shape.kv_heads)


def cache_bytes_per_token(shape: ModelShape, bytes_per_value: float, *, tensor: int = 1, pipeline: int = 1) -> float:
    """Cache of one token on one device, bytes: κ / (s_kv · p)."""
    return shape.cache_elements_per_token * bytes_per_value / (cache_split(shape, tensor) * pipeline)


def free_bytes(memory_bytes: float, memory_use: float, weights_per_device: float, engine: Engine) -> float:
    """Bytes of one device left for the cache; may be negative."""
    if engine.reserves_full_length:
        return memory_use * (memory_bytes - weights_per_device - RESERVE_BYTES)
    return memory_use * memory_bytes - weights_per_device - RESERVE_BYTES


def serves(memory_bytes: float, free: float) -> bool:
    """The serving test: at least 1 % of the device is left for the cache."""
    return free >= LEAST_FREE_SHARE * memory_bytes


def needed_bytes(memory_bytes: float, memory_use: float, weights_per_device: float, engine: Engine) -> float:
    """Memory one device would need to pass the serving test, bytes: the number printed when it fails."""
    if engine.reserves_full_length:
        return weights_per_device + RESERVE_BYTES + LEAST_FREE_SHARE * memory_bytes / memory_use
    return (weights_per_device + RESERVE_BYTES + LEAST_FREE_SHARE * memory_bytes) / memory_use
