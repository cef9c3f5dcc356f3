"""Device-seconds per token, term by term. Formulas: docs/training.md §2.

The rates of arithmetic are what the terms come to: peak × share reached × fill of the width, and × speed-up of FP8.
"""

from collections.abc import Iterator
from typing import NamedTuple

from optimizer.report.size.training.memory_lines import held_text
from optimizer.report.size.training.sums import Sum, number, over
from optimizer.sizing.training_fitted import TRAINING_FITTED
from optimizer.sizing.training_search import Placed
from optimizer.sizing.training_time import (
    ADAPTER_SHARE,
    FROZEN_BYTES,
    GATHERED_PER_STEP,
    GRADIENT_BYTES,
    HOST_MEMORY_BYTES_PER_S,
    OFFLOADED_BYTES,
    OPTIMIZER_BANDWIDTH_SHARE,
    OPTIMIZER_BYTES,
    PASSES,
    TokenSeconds,
    data_rate,
    expert_bytes,
)
from optimizer.sizing.training_work import KAPPA


class Links(NamedTuple):
    """What a device sends at, one direction, bytes/s, as the model takes it."""

    inside: float
    outside: float
    data: float
    """What sums of gradients, or weights that ZeRO-3 gathers, travel at."""


def links(placed: Placed) -> Links:
    """Of one device of a layout."""
    inside, outside = placed.machine.inside(TRAINING_FITTED), placed.machine.outside(TRAINING_FITTED)
    return Links(inside, outside, data_rate(placed.machine, placed.layout, inside, outside))


def linear_rate(placed: Placed) -> float:
    """FLOP/s of one device in its matrix products, recomputed ones included."""
    work = placed.work
    flops = (KAPPA[work.method] + 2 * (placed.layout.recompute or 0.0)) * work.model.active_params
    return flops / placed.seconds.linear


def time_lines(placed: Placed) -> tuple[Sum, ...]:
    """Seconds of the terms; those of nothing left out."""
    return tuple(line for line in _lines(placed, placed.seconds) if line.amount)


def _lines(placed: Placed, seconds: TokenSeconds) -> Iterator[Sum]:
    work, layout, machine, model = placed.work, placed.layout, placed.machine, placed.work.model
    recomputed = layout.recompute or 0.0
    pass_text = f"({KAPPA[work.method]} + 2 × {recomputed:g}) × {number(model.active_params)}"
    yield Sum("linear", f"{pass_text} FLOP / {number(linear_rate(placed))} FLOP/s", seconds.linear)
    if work.attention:
        rate = (12 + 4 * recomputed) * work.attention / seconds.attention
        text = (
            f"(12 + 4 × {recomputed:g}) × {model.layers} × {number(model.attention_width)} × {work.sequence_tokens:,}"
        )
        yield Sum("attention", f"{text} FLOP / {number(rate)} FLOP/s", seconds.attention)
    tokens = number(layout.tokens(work.sequence_tokens))
    launch = TRAINING_FITTED[f"launch.{work.software}"]
    launched = f"({PASSES} + {recomputed:g}) × {model.layers}{over(layout.pipeline)} × {number(launch)} s / {tokens}"
    yield Sum("launch", launched, seconds.launch)
    beta = links(placed)
    yield Sum("data", f"{_data(placed)} / {number(beta.data)} B/s", seconds.data)
    tensor = beta.inside if layout.tensor <= machine.node_devices else beta.outside
    each = f"(16 + 8 × {recomputed:g}) × {TRAINING_FITTED['tensor']:g}"
    sent = f"{each} × {model.layers} × {model.hidden:,} × ({layout.tensor} − 1) B"
    yield Sum("tensor", f"{sent} / {number(tensor)} B/s", seconds.tensor)
    expert = beta.inside if layout.experts <= machine.node_devices else beta.outside
    exchanged = number(expert_bytes(work, layout, machine, TRAINING_FITTED))
    yield Sum("expert", f"{exchanged} B / {number(expert)} B/s", seconds.expert)
    shard = f"{_held(placed)}{over(layout.data if layout.zero else 1)}"
    step = over(layout.micro_steps * layout.tokens(work.sequence_tokens))
    bandwidth = f"({OPTIMIZER_BANDWIDTH_SHARE:g} × {number(machine.bandwidth_bytes_per_s)} B/s)"
    yield Sum("update", f"{OPTIMIZER_BYTES:g} B × {shard}{step} / {bandwidth}", seconds.optimizer)
    yield Sum("offload", _offload(placed, shard, step), seconds.offload)


def _held(placed: Placed) -> str:
    return f"{held_text(placed.work, placed.layout)}{over(placed.layout.ranks)}"


def _data(placed: Placed) -> str:
    """Bytes that a device sends per token to its data-parallel ranks."""
    work, layout = placed.work, placed.layout
    ranks, tokens = number(layout.data), layout.tokens(work.sequence_tokens)
    if layout.zero == 3:
        return f"({ranks} − 1) / {ranks} × {GATHERED_PER_STEP[work.method]:g} B × {_held(placed)}{over(tokens)}"
    summed = _held(placed)
    if work.method != "full":
        summed = f"{ADAPTER_SHARE:g} × {number(work.model.params)}{over(layout.ranks)}"
    return f"2 × ({ranks} − 1) / {ranks} × {GRADIENT_BYTES} B × {summed}{over(layout.micro_steps * tokens)}"


def _offload(placed: Placed, shard: str, step: str) -> str:
    work, host = placed.work, number(placed.machine.host(TRAINING_FITTED))
    if work.method == "full":
        each = f"({OFFLOADED_BYTES:g} B / {host} B/s + {OPTIMIZER_BYTES:g} B / {number(HOST_MEMORY_BYTES_PER_S)} B/s)"
        return f"{each} × {shard}{step}"
    tokens = placed.layout.tokens(work.sequence_tokens)
    return f"2 × {FROZEN_BYTES[work.method]:g} B × {shard} / {host} B/s{over(tokens)}"
