"""The memory of one device as a sum that can be done by hand. Formulas: docs/throughput.md §2, Memory."""

import math

from optimizer.frozen import Frozen
from optimizer.sizing.attempts import Bench, stored_tokens
from optimizer.sizing.layouts import Split
from optimizer.sizing.memory import (
    HEAD_BYTES_PER_PARAM,
    LEAST_FREE_SHARE,
    RESERVE_BYTES,
    cache_bytes_per_token,
    cache_split,
    free_bytes,
    needed_bytes,
    serves,
    weight_bytes,
)
from optimizer.sizing.precision import BYTES_PER_WEIGHT, KV_BYTES


class MemorySum(Frozen):
    """Bytes; `device` is a die as the software sees it."""

    tensor: int
    group: int
    pipeline: int
    devices: int
    body_params: float
    expert_params: float
    head_params: float
    embedding_params: float
    weight_precision: str
    bytes_per_weight: float
    bytes_per_head_weight: int
    """Output head and input embedding stay in 16 bit."""
    weights_bytes: float
    """Of the whole model."""
    weights_device_bytes: float
    is_mla: bool
    layers: int
    cache_elements_per_token: int
    kv_precision: str
    bytes_per_cached_value: float
    cache_token_bytes: float
    """Of one token, once."""
    cache_split: int
    """Devices of a tensor group that the cache is divided over; MLA: 1, each keeps a copy."""
    cache_token_device_bytes: float
    held_tokens: float
    """What a sequence holds while it runs, mean."""
    sequence_bytes: float
    """Cache of one such sequence, once."""
    sequence_device_bytes: float
    longest_tokens: float
    """What one sequence of `max_context_tokens` holds."""
    longest_device_bytes: float
    device_memory_bytes: float
    memory_use: float
    share_after_weights: bool
    """TensorRT-LLM takes its share of memory after weights and reserve."""
    reserve_bytes: float
    free_device_bytes: float
    """For the cache; may be negative."""
    least_free_bytes: float
    needed_device_bytes: float
    """Memory that a device would need to pass the serving test."""
    fits: bool
    ranks: int
    """Attention data-parallel ranks, each with sequences of its own."""
    memory_batch: int
    """Sequences that memory holds in one replica; 0: not one."""
    engine_batch: int
    """Sequences that the engine takes."""

    @property
    def total_bytes(self) -> float:
        """Weights, reserve and the cache of all sequences that fit, over all devices."""
        cache = min(self.memory_batch, self.engine_batch) / self.ranks * self.sequence_device_bytes
        return self.devices * (self.weights_device_bytes + self.reserve_bytes + cache)


def memory_sum(bench: Bench, precision: str, split: Split) -> MemorySum:
    """The sum of one layout, whether it fits or not."""
    shape, engine, use = bench.shape, bench.engine, bench.workload.memory_use
    wide, cached = BYTES_PER_WEIGHT[precision], KV_BYTES[bench.kv_precision]
    weights = weight_bytes(shape, wide, tensor=split.tensor, group=split.group, pipeline=split.pipeline)
    memory = bench.device_memory_bytes
    free = free_bytes(memory, use, weights, engine)
    per_token = cache_bytes_per_token(shape, cached, tensor=split.tensor, pipeline=split.pipeline)
    held, longest = stored_tokens(bench), shape.tokens_stored(bench.workload.max_context_tokens)
    ranks = split.group // split.tensor
    fits = serves(memory, free)
    whole = cache_bytes_per_token(shape, cached)
    return MemorySum(
        tensor=split.tensor,
        group=split.group,
        pipeline=split.pipeline,
        devices=split.devices,
        body_params=shape.body_params,
        expert_params=shape.expert_params,
        head_params=shape.head_params,
        embedding_params=shape.embedding_params,
        weight_precision=precision,
        bytes_per_weight=wide,
        bytes_per_head_weight=HEAD_BYTES_PER_PARAM,
        weights_bytes=weight_bytes(shape, wide),
        weights_device_bytes=weights,
        is_mla=shape.is_mla,
        layers=shape.layers,
        cache_elements_per_token=shape.cache_elements_per_token,
        kv_precision=bench.kv_precision,
        bytes_per_cached_value=cached,
        cache_token_bytes=whole,
        cache_split=cache_split(shape, split.tensor),
        cache_token_device_bytes=per_token,
        held_tokens=held,
        sequence_bytes=whole * held,
        sequence_device_bytes=per_token * held,
        longest_tokens=longest,
        longest_device_bytes=per_token * longest,
        device_memory_bytes=memory,
        memory_use=use,
        share_after_weights=engine.reserves_full_length,
        reserve_bytes=RESERVE_BYTES,
        free_device_bytes=free,
        least_free_bytes=LEAST_FREE_SHARE * memory,
        needed_device_bytes=needed_bytes(memory, use, weights, engine),
        fits=fits,
        ranks=ranks,
        memory_batch=math.floor(free * ranks / (per_token * held)) if fits and per_token * held else 0,
        engine_batch=engine.sequence_cap * ranks,
    )
