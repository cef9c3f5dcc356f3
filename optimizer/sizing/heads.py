"""Where memory would do but the attention heads cannot be split over that many devices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from optimizer.sizing.layouts import tensor_degrees
from optimizer.sizing.memory import free_bytes, serves, weight_bytes
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.precision import BYTES_PER_WEIGHT

if TYPE_CHECKING:
    from optimizer.sizing.attempts import Bench
    from optimizer.sizing.shape import ModelShape


def next_degree(shape: ModelShape, devices: int) -> int | None:
    """The least number of devices from `devices` on that heads and KV heads can be split over; None: there is none."""
    return next((t for t in tensor_degrees(shape, shape.heads) if t >= devices), None)


def heads_miss(bench: Bench, precisions: tuple[str, ...]) -> Miss | None:
    """The limit `heads`: an even share of the weights would fit every device, but no such split exists."""
    shape, devices = bench.shape, bench.devices
    degree = next_degree(shape, devices)
    if degree is None or degree == devices or bench.engine.id == "llama_cpp":
        return None
    memory, use = bench.device_memory_bytes, bench.workload.memory_use
    for precision in precisions:
        even = weight_bytes(shape, BYTES_PER_WEIGHT[precision], tensor=devices, group=devices)
        if serves(memory, free_bytes(memory, use, even, bench.engine)):
            cards = math.ceil(degree / bench.facts.devices)
            return Miss("heads", cards, bench.server.cards, "cards", degree / devices)
    return None
