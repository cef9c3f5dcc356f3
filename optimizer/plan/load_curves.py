"""How each replica of the plan answers to load, and the factors on it that the asker states."""

from collections.abc import Sequence
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.workload import InferenceWorkload
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared
from optimizer.sizing.load_curve import LoadPoint, load_curve


class LoadCurve(Frozen):
    """One replica of a workload on a server type, point prediction."""

    workload: str
    server: str
    devices: int
    weight_precision: str
    points: tuple[LoadPoint, ...]


class StatedFactor(Frozen):
    """A factor on the model's prediction that the file states."""

    workload: str
    kind: Literal["speculation", "disaggregation"]
    factor: float
    source: str
    """Empty where the file names none."""


def load_curves(prepared: Prepared, placed: Sequence[Placed]) -> tuple[LoadCurve, ...]:
    """One per workload, server type and layout, in the order of the placements; measured ones have none."""
    curves: dict[tuple[str, str, object], LoadCurve] = {}
    for p in placed:
        workload, facts = prepared.request.requirements.workloads[p.workload], prepared.offer(p.offer)
        key = (workload.name, facts.key, p.option.layout)
        if not isinstance(workload, InferenceWorkload) or p.option.layout is None or key in curves:
            continue
        if points := load_curve(prepared.request, workload, facts.server, p.option):
            curves[key] = LoadCurve(
                workload=workload.name,
                server=facts.key,
                devices=p.option.devices,
                weight_precision=p.option.layout.weight_precision,
                points=points,
            )
    return tuple(curves.values())


def stated_factors(prepared: Prepared, placed: Sequence[Placed]) -> tuple[StatedFactor, ...]:
    """Those of workloads that the model sizes; a measured capacity is not multiplied."""
    modelled = {p.workload for p in placed if p.option.origin != "measured"}
    found = []
    for index, workload in enumerate(prepared.request.requirements.workloads):
        if index not in modelled or not isinstance(workload, InferenceWorkload):
            continue
        if (decode := workload.speculation) is not None:
            found.append(_stated(workload.name, "speculation", decode.speedup, decode.source))
        if (apart := workload.disaggregation) is not None:
            found.append(_stated(workload.name, "disaggregation", apart.goodput_factor, apart.source))
    return tuple(found)


def _stated(
    workload: str, kind: Literal["speculation", "disaggregation"], factor: float, source: str | None
) -> StatedFactor:
    return StatedFactor(workload=workload, kind=kind, factor=factor, source=source or "")
