"""One stream alone on one replica: what the model predicts, and the most that memory bandwidth allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from optimizer.sizing.attempts import replica_of
from optimizer.sizing.ceiling import ceiling_tokens_per_s, read_bytes_per_token
from optimizer.sizing.precision import BYTES_PER_WEIGHT, KV_BYTES
from optimizer.sizing.throughput import step_s

if TYPE_CHECKING:
    from optimizer.sizing.attempts import Bench
    from optimizer.sizing.layouts import Split


class Stream(NamedTuple):
    """Decode of a lone sequence at a context."""

    read_bytes: float
    """Bytes that one device reads for a token."""
    ceiling_tokens_per_s: float
    """At nominal bandwidth."""
    tokens_per_s: float
    """Point prediction, without speculation."""


def stream_of(bench: Bench, precision: str, split: Split, context: float) -> Stream:
    """One sequence at `context` tokens on a layout."""
    read = read_bytes_per_token(
        bench.shape,
        split,
        bytes_per_weight=BYTES_PER_WEIGHT[precision],
        bytes_per_cached_value=KV_BYTES[bench.kv_precision],
        context=context,
    )
    bandwidth = bench.facts.memory_bandwidth_bytes_per_s / bench.facts.devices
    predicted = 1 / step_s(replica_of(bench, precision, split), 1, context)
    return Stream(read, ceiling_tokens_per_s(bandwidth, read), predicted)
