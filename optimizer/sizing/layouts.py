"""Which parallel layouts to try on one server, and which of the sized ones are worth keeping.

Tensor-parallel degrees divide the attention heads and match the KV heads (one divides the other). Experts are spread
over G devices, a multiple of T that divides the number of experts. Attention data parallelism (G > T) is tried without
pipeline stages. llama.cpp splits layers only. Where one server has too little memory and the site has a fabric, whole
servers join: tensor groups stay inside each, pipeline stages or one expert group span them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from optimizer.sizing.precision import BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from optimizer.sizing.planned_rate import Planned
    from optimizer.sizing.shape import ModelShape

PIPELINE_DEGREES = (1, 2, 4, 8)
PIPELINE_GAIN = 1.05
WIDEST_TENSOR = 16
"""No measured row splits the heads over more devices."""
WIDE_TENSORS = 2
"""Tensor degrees tried under pipeline stages that span servers."""


class Split(NamedTuple):
    """Degrees in devices; a replica takes `group · pipeline` of them."""

    tensor: int
    group: int
    pipeline: int

    @property
    def devices(self) -> int:
        return self.group * self.pipeline


@dataclass(frozen=True, slots=True)
class Sized:
    """A layout that passes every check of its own."""

    precision: str
    split: Split
    batch_limit: int
    """Sequences that memory and engine allow."""
    planned: Planned | None
    """None = `traffic: fit`."""
    point: float
    """What one replica carries at the point prediction, in the workload's unit."""


def tensor_degrees(shape: ModelShape, devices: int) -> list[int]:
    """T that every head and every KV head can be divided by."""
    most = min(devices, shape.heads, WIDEST_TENSOR)
    whole = [t for t in range(1, most + 1) if shape.heads % t == 0]
    return [t for t in whole if shape.is_mla or shape.kv_heads % t == 0 or t % shape.kv_heads == 0]


def _groups(shape: ModelShape, tensor: int, devices: int) -> list[int]:
    if not shape.is_moe:
        return [tensor]
    return [g for g in range(tensor, devices + 1, tensor) if shape.experts % g == 0]


def splits(shape: ModelShape, engine_class: str, devices: int) -> tuple[Split, ...]:
    """Layouts of one replica on a server with that many devices."""
    pipelines = [p for p in PIPELINE_DEGREES if p <= min(devices, shape.layers)]
    if engine_class == "llama_cpp":
        return tuple(Split(1, 1, p) for p in pipelines)
    found = []
    for tensor in tensor_degrees(shape, devices):
        for group in _groups(shape, tensor, devices):
            stages = pipelines if group == tensor else [1]
            found += [Split(tensor, group, p) for p in stages if group * p <= devices]
    return tuple(found)


def splits_over_servers(shape: ModelShape, devices: int, servers: int) -> tuple[Split, ...]:
    """Layouts of one replica that fills whole servers of `devices` each; tensor ranks stay inside a server.

    Pipeline stages of the widest tensor groups that divide a server, or one expert group over all devices.
    """
    inside = [t for t in tensor_degrees(shape, devices) if devices % t == 0]
    stages = [Split(t, t, devices // t * servers) for t in inside[-WIDE_TENSORS:]]
    found = [split for split in stages if split.pipeline <= shape.layers]
    if shape.is_moe and shape.experts % (devices * servers) == 0:
        found += [Split(t, devices * servers, 1) for t in inside]
    return tuple(found)


def undominated(sized: Sequence[Sized], devices: int) -> list[Sized]:
    """Layouts worth keeping on a server with that many devices.

    One goes when another packs at least as many replicas on a server and the whole replicas in the same room carry at
    least as much; on ties the wider weights stay, then fewer stages, then fewer devices. The step model has no pipeline
    bubbles, so a pipelined replica must carry `PIPELINE_GAIN` times as much.
    """
    kept: list[Sized] = []
    for candidate in sorted(sized, key=lambda s: _best_first(s, devices)):
        room = devices // candidate.split.devices
        worth = candidate.point / (PIPELINE_GAIN if candidate.split.pipeline > 1 else 1.0)
        packed = ((devices // other.split.devices, other.point) for other in kept)
        if not any(per >= room and per // room * point >= worth for per, point in packed):
            kept.append(candidate)
    return kept


def _best_first(sized: Sized, devices: int) -> tuple[float, ...]:
    split = sized.split
    return (
        -(devices // split.devices), -sized.point, -BITS[sized.precision], split.pipeline, split.devices, -split.tensor,
    )  # fmt: skip
