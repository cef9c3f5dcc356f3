"""Faulty parts of a request made usable: what is refused is left out, and a missing essential gets a stand-in.

Rules between fields then run on the valid fields. A stand-in never breaks a rule with another field: a rule that
measures against it would say something about a number that nobody wrote, and looks at `Usable.stood_in` first.
"""

import copy
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

Location = tuple[int | str, ...]
STAND_INS: dict[str, Any] = {
    "name": "?",
    "model": "?",
    "server": "?",
    "count": 1,
    "traffic": {"peak_requests_per_s": 1, "input_tokens": 1, "output_tokens": 1},
    "users": None,
    "tokens_per_day": None,
    "input_tokens": 1,
    "output_tokens": 1,
    "mix": None,
    "max_context_tokens": 1,
    "demand": {"value": 1, "unit": "servers"},
    "tokens": 10**17,
    "deadline_days": 1,
    "sequence_length": 1,
    "method": "lora",
    "jobs_per_month": 1,
    "tokens_per_job": 10**17,
    "max_hours_per_job": 1,
    "domestic_share": None,
    "electricity": None,
    "fabric": None,
}
"""Key → value in place of one that is missing or cannot be used; the deepest key of a location counts."""


class Mended(NamedTuple):
    """Data that validates, and the keys that hold stand-ins."""

    value: Any
    stood_in: frozenset[str]


def mended(adapter: TypeAdapter[Any], data: Any) -> Mended | None:
    """The object without what is refused in it; None when not even stand-ins make it valid."""
    faults = _faults(adapter, data)
    if not faults:
        return Mended(adapter.validate_python(data), frozenset())
    pruned = copy.deepcopy(data)
    for location in faults:
        _drop(pruned, location)
    spots = {spot for location in _faults(adapter, pruned) if (spot := _spot(pruned, location))}
    deepest = [spot for spot in spots if not any(other[: len(spot)] == spot != other for other in spots)]
    for spot in deepest:
        _fill(pruned, spot)
    if _faults(adapter, pruned):
        return None
    return Mended(adapter.validate_python(pruned), frozenset(str(spot[-1]) for spot in deepest))


def _faults(adapter: TypeAdapter[Any], data: Any) -> list[Location]:
    try:
        adapter.validate_python(data)
    except ValidationError as error:
        return [detail["loc"] for detail in error.errors(include_url=False)]
    return []


def _drop(data: Any, location: Location) -> None:
    """Remove the value at a location, a whole list for one of its items; steps that are not in the data name branches.

    A mapping stays: its own keys are refused one by one, and what is missing in it is filled.
    """
    holder, key = None, None
    for step in location:
        if isinstance(data, dict) and step in data:
            holder, key, data = data, step, data[step]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            if not isinstance(data[step], dict):
                break
            data = data[step]
    if holder is not None and (key == location[-1] or not isinstance(data, dict)):
        holder.pop(key, None)


def _spot(data: Any, location: Location) -> Location:
    """Where the deepest key of a location that has a stand-in stands; empty when none has."""
    path: Location = ()
    spot: Location = ()
    for step in location:
        if isinstance(data, dict) and step in STAND_INS:
            spot = (*path, step)
        if step in data if isinstance(data, dict) else isinstance(data, list) and isinstance(step, int):
            path, data = (*path, step), data[step]
    return spot


def _fill(data: Any, spot: Location) -> None:
    for step in spot[:-1]:
        data = data[step]
    data[spot[-1]] = copy.deepcopy(STAND_INS[str(spot[-1])])
