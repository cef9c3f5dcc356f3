"""Layouts that somebody asks for by their degrees: what is wrong with them, and the splits that answer.

A degree left open is searched as for plans (`layouts.py`). Those given may go beyond that search in one way only: any
number of pipeline stages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from optimizer.sizing.layouts import PIPELINE_DEGREES, WIDEST_TENSOR, Split, splits, splits_over_servers, tensor_degrees

if TYPE_CHECKING:
    from collections.abc import Iterator

    from optimizer.sizing.shape import ModelShape

Fault = tuple[str, str, str]
"""Degree (`tensor`, `pipeline`, `group`), what is wrong, remedy."""


class Wanted(NamedTuple):
    """Degrees in devices; None = open."""

    tensor: int | None = None
    pipeline: int | None = None
    group: int | None = None
    """Devices that share one copy of the experts."""

    @property
    def is_open(self) -> bool:
        return self == Wanted()

    @property
    def least_devices(self) -> int:
        """Devices that the given degrees take."""
        return max(self.tensor or 1, self.group or 1) * (self.pipeline or 1)

    def admits(self, split: Split) -> bool:
        """Whether a split has every degree that is given."""
        pairs = ((self.tensor, split.tensor), (self.pipeline, split.pipeline), (self.group, split.group))
        return all(given in (None, there) for given, there in pairs)


def wanted_splits(shape: ModelShape, engine_class: str, devices: int, wanted: Wanted) -> tuple[Split, ...]:
    """Splits of one server; stages by the given number also where the search does not try it."""
    found = [split for split in splits(shape, engine_class, devices) if wanted.admits(split)]
    stages = wanted.pipeline
    if stages is not None and stages not in PIPELINE_DEGREES and stages <= shape.layers:
        tensors = [1] if engine_class == "llama_cpp" else tensor_degrees(shape, devices // stages)
        found += [split for t in tensors if wanted.admits(split := Split(t, t, stages))]
    return tuple(found)


def wanted_wide_splits(shape: ModelShape, devices: int, servers: int, wanted: Wanted) -> tuple[Split, ...]:
    """Splits over whole servers of `devices` each."""
    return tuple(split for split in splits_over_servers(shape, devices, servers) if wanted.admits(split))


def faults(shape: ModelShape, engine_class: str, wanted: Wanted, devices: int, per_server: int) -> Iterator[Fault]:
    """What no layout can have, with the degrees that do; `devices` there are, `per_server` in one machine."""
    tensor, stages, group = wanted
    if engine_class == "llama_cpp" and (tensor or group or 1) > 1:
        yield "tensor" if tensor else "group", "llama.cpp splits layers only", "write pipeline stages instead"
        return
    if tensor is not None:
        yield from _tensor(shape, tensor, per_server)
    if stages is not None and stages > shape.layers:
        yield "pipeline", f"{stages} stages are more than {shape.layers} layers", f"write at most {shape.layers}"
    if group is not None:
        yield from _group(shape, wanted, group)
    if wanted.least_devices > devices:
        need = wanted.least_devices
        what = f"these degrees take {need} devices, there are {devices}"
        yield "pipeline" if stages else "group" if group else "tensor", what, "name more cards, or lower the degrees"


def _tensor(shape: ModelShape, tensor: int, per_server: int) -> Iterator[Fault]:
    fitting = tensor_degrees(shape, WIDEST_TENSOR)
    listed = f"degrees that do: {', '.join(map(str, fitting))}"
    if shape.heads % tensor:
        yield "tensor", f"{tensor} does not divide {shape.heads} attention heads", listed
    elif tensor > WIDEST_TENSOR:
        what = f"no measured row splits the heads over more than {WIDEST_TENSOR} devices (got {tensor})"
        yield "tensor", what, listed
    elif tensor not in fitting:
        yield "tensor", f"{tensor} and {shape.kv_heads} KV heads do not divide one another", listed
    elif tensor > per_server:
        what = f"tensor ranks stay inside one server, which has {per_server} devices (got {tensor})"
        yield "tensor", what, "split over servers by pipeline stages or experts"


def _group(shape: ModelShape, wanted: Wanted, group: int) -> Iterator[Fault]:
    tensor = wanted.tensor or 1
    if not shape.is_moe:
        yield "group", "the model is dense: it has no experts to spread", "leave it out"
    elif shape.experts % group:
        near = [g for g in range(1, shape.experts + 1) if shape.experts % g == 0]
        yield (
            "group",
            f"{group} does not divide {shape.experts} experts",
            f"degrees that do: {', '.join(map(str, near))}",
        )
    elif group % tensor:
        yield (
            "group",
            f"{group} is no multiple of the tensor degree {tensor}",
            "experts spread over whole tensor groups",
        )
    elif group > tensor and (wanted.pipeline or 1) > 1 and wanted.tensor is not None:
        what = "attention data parallelism (experts over more devices than heads) is modelled without pipeline stages"
        yield "group", what, "leave out the stages, or spread the experts over the tensor group"
