"""The same request with some of its fields changed, prepared anew only where sizing depends on them."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from optimizer.inputs.demand import demand
from optimizer.inputs.request import Request
from optimizer.inputs.requirements import Requirements
from optimizer.instance.prepare import prepare, prepare_workloads
from optimizer.instance.prepared import Prepared

Value = int | float | Decimal | str | bool | tuple[str, ...] | None
Changes = Mapping[str, Value]
"""Dotted path (`workloads[0].traffic.peak_requests_per_s`) → new value."""


def with_changes(request: Request, changes: Changes) -> Request:
    """The request with new values, validated as a file's are. Raises ValidationError for values no file may state."""
    data = request.requirements.model_dump()
    for path, value in changes.items():
        *parents, last = _steps(path)
        node: Any = data
        for step in parents:
            node = _child(node, step)
        if isinstance(last, str):
            node[last] = value
    return request.model_copy(update={"requirements": Requirements.model_validate(data)})


def value_at(request: Request, path: str) -> Any:
    """The value of a field, defaults in force included; None where an optional parent is absent."""
    node: Any = request.requirements
    for step in _steps(path):
        if node is None:
            return None
        if isinstance(step, int):
            node = node[step]
        else:
            node = node.get(step) if isinstance(node, dict) else getattr(node, step)
    return node


def prepared_anew(before: Prepared, request: Request, *, resize: bool) -> Prepared:
    """`resize` = False: only limits or amounts of demand changed, so every option stands."""
    if resize:
        return (
            prepare_workloads(before, request) if _same_beside_workloads(before.request, request) else prepare(request)
        )
    demands = tuple(demand(workload) for workload in request.requirements.workloads)
    return before.model_copy(update={"request": request, "demands": demands})


def _same_beside_workloads(before: Request, request: Request) -> bool:
    """Whether no more than workloads changed, and none came or went."""
    mine, theirs = (r.requirements for r in (before, request))
    same_names = [w.name for w in mine.workloads] == [w.name for w in theirs.workloads]
    return same_names and mine == theirs.model_copy(update={"workloads": mine.workloads})


def _child(node: Any, step: str | int) -> Any:
    """One level down; a list is made writable, an absent mapping is opened."""
    if isinstance(node, dict) and isinstance(step, str):
        below = node[step]
        node[step] = {} if below is None else list(below) if isinstance(below, tuple) else below
        return node[step]
    return node[step]


def _steps(path: str) -> list[str | int]:
    return [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", path)]
