"""The sum of memory, line by line, each with the numbers it is made of."""

from collections.abc import Iterator

from optimizer.inputs.catalog import LanguageModel
from optimizer.plan.size.memory_sum import MemorySum
from optimizer.report.size.words import word

GB = 10**9


def gb(value: float) -> str:
    """Bytes in GB, four digits.

    >>> gb(84_113_000_000.0), gb(5.2e6)
    ('84.11', '0.0052')
    """
    amount = value / GB
    return f"{amount:,.2f}" if abs(amount) >= 1 else f"{amount:.4g}"


def memory_lines(m: MemorySum, model: LanguageModel, language: str) -> Iterator[tuple[str, str]]:
    """(name, sum) of weights, reserve, free, cache, one sequence, the longest, batch and total."""
    yield word("weights", language), f"{_weights(m)} = {gb(m.weights_device_bytes)}"
    yield word("reserve", language), f"{gb(m.reserve_bytes)} ({word('reserve_text', language)})"
    yield word("free", language), _free(m, language)
    yield word("cache", language), _cache(m, model, language)
    yield word("sequence", language), _tokens(m.held_tokens, m.cache_token_device_bytes, m.sequence_device_bytes)
    yield word("longest", language), _tokens(m.longest_tokens, m.cache_token_device_bytes, m.longest_device_bytes)
    if m.fits:
        yield (
            word("batch", language),
            word("batch_text", language).format(
                free=gb(m.free_device_bytes), ranks=m.ranks, one=gb(m.sequence_device_bytes), memory=m.memory_batch,
                engine=m.engine_batch,
            ),
        )  # fmt: skip
        yield word("total", language), _total(m)
    else:
        needed, has = m.needed_device_bytes * m.devices, m.device_memory_bytes * m.devices
        each = f"{m.devices} × {gb(m.needed_device_bytes)} = {gb(needed)} GB"
        yield word("needed", language), f"{each}; {word('has', language)} {gb(has)} GB"


def _weights(m: MemorySum) -> str:
    """`[(11.6 × 1 + 3.7 × 2) / 8 + 653.9 × 1 / 8] / 1`, parameters in 10^9."""
    wide = m.head_params + m.embedding_params
    dense = f"({gb(m.body_params)} × {m.bytes_per_weight:g} + {gb(wide)} × {m.bytes_per_head_weight}) / {m.tensor}"
    experts = f" + {gb(m.expert_params)} × {m.bytes_per_weight:g} / {m.group}" if m.expert_params else ""
    return f"[{dense}{experts}] / {m.pipeline}" if m.pipeline > 1 else f"{dense}{experts}"


def _free(m: MemorySum, language: str) -> str:
    memory, weights, reserve = gb(m.device_memory_bytes), gb(m.weights_device_bytes), gb(m.reserve_bytes)
    sum_ = f"{m.memory_use:g} × {memory} − {weights} − {reserve}"
    if m.share_after_weights:
        sum_ = f"{m.memory_use:g} × ({memory} − {weights} − {reserve})"
    least = word("least", language).format(least=gb(m.least_free_bytes))
    return f"{sum_} = {gb(m.free_device_bytes)} ({least})"


def _cache(m: MemorySum, model: LanguageModel, language: str) -> str:
    if m.is_mla:
        text = f"{m.layers} × ({model.kv_lora_rank} + {model.qk_rope_head_dim}) × {m.bytes_per_cached_value:g} B"
    else:
        text = f"2 × {m.layers} × {model.kv_heads} × {model.head_dim} × {m.bytes_per_cached_value:g} B"
    line = word("per_token", language).format(text=text, bytes=f"{m.cache_token_bytes:,.0f}")
    split = m.cache_split * m.pipeline
    if split == 1:
        return line + (word("copy", language) if m.devices > 1 else "")
    return line + word("split", language).format(split=split, bytes=f"{m.cache_token_device_bytes:,.0f}")


def _tokens(tokens: float, each: float, all_: float) -> str:
    return f"{tokens:,.10g} × {each:,.0f} B = {gb(all_)}"


def _total(m: MemorySum) -> str:
    sequences = min(m.memory_batch, m.engine_batch)
    per_rank = f"{sequences}" if m.ranks == 1 else f"{sequences}/{m.ranks}"
    one = f"{gb(m.weights_device_bytes)} + {gb(m.reserve_bytes)} + {per_rank} × {gb(m.sequence_device_bytes)}"
    return f"{m.devices} × ({one}) = {gb(m.total_bytes)} / {gb(m.devices * m.device_memory_bytes)} GB"
