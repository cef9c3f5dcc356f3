"""The parts of a requirements file that can be used, also when other parts cannot.

Rules between fields run on these, so that one run reports what is wrong everywhere.
"""

import copy
import re
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from optimizer.errors import Problem
from optimizer.inputs.document import Document
from optimizer.inputs.fields import MONTH, MoneyAmount
from optimizer.inputs.problems import translate
from optimizer.inputs.requirements import (
    BuyPolicy,
    Finance,
    InventoryItem,
    Policy,
    RentPolicy,
    Requirements,
    Site,
)
from optimizer.inputs.workload import Workload

T = TypeVar("T")
BESIDE = ("scenarios",)
"""Key of the file that is taken off before the rest is read (`scenarios.py`)."""
_WORKLOAD: TypeAdapter[Workload] = TypeAdapter(Workload)
_ITEM = TypeAdapter(InventoryItem)
_COSTS = TypeAdapter(dict[str, MoneyAmount])


class Usable(NamedTuple):
    """Requirements, or as much of them as is valid."""

    requirements: Requirements | None
    workloads: dict[int, Workload]
    """By position in the file."""
    names: dict[str, object]
    """Dotted path → name, of every workload that states one."""
    inventory: dict[int, InventoryItem]
    """By position in the file."""
    costs: dict[str, Decimal]
    policy: Policy | None
    site: Site | None
    finance: Finance | None
    rent: RentPolicy | None
    buy: BuyPolicy | None
    start: str | None
    """As written; None where the file states none that can be read."""


def read_requirements(document: Document, problems: list[Problem]) -> Usable:
    """Validate field by field; `problems` receives what is refused. Problems the reader found are not repeated."""
    data = document.data
    known = {problem.path for problem in document.problems}
    requirements = None
    try:
        requirements = Requirements.model_validate(data)
    except ValidationError as error:
        problems += [
            each for each in translate(error, Requirements, document, data, more_keys=BESIDE) if each.path not in known
        ]
    items = _items(data, "workloads")
    workloads = {index: workload for index, item in items if (workload := _valid(_WORKLOAD, item)) is not None}
    names = {
        f"workloads[{index}].name": item["name"] for index, item in items
        if isinstance(item, dict) and isinstance(item.get("name"), str)
    }  # fmt: skip
    start = data.get("start")
    return Usable(
        requirements,
        workloads,
        names,
        inventory={index: item for index, raw in _items(data, "inventory") if (item := _valid(_ITEM, raw)) is not None},
        costs=_valid(_COSTS, data.get("costs", {})) or {},
        policy=_valid(TypeAdapter(Policy), data.get("policy", {})),
        site=_valid(TypeAdapter(Site), data.get("site", {})),
        finance=_valid(TypeAdapter(Finance), data.get("finance", {})),
        rent=_valid(TypeAdapter(RentPolicy), data.get("rent", {})),
        buy=_valid(TypeAdapter(BuyPolicy), data.get("buy", {})),
        start=start if isinstance(start, str) and re.fullmatch(MONTH, start) else None,
    )


def _items(data: dict[str, Any], key: str) -> list[tuple[int, Any]]:
    listed = data.get(key)
    return list(enumerate(listed)) if isinstance(listed, list) else []


def _valid(adapter: TypeAdapter[T], data: Any) -> T | None:
    """The object, if need be without the keys that are refused; None when it cannot do without them."""
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        pruned = copy.deepcopy(data)
        for detail in error.errors(include_url=False):
            _drop(pruned, detail["loc"])
    try:
        return adapter.validate_python(pruned)
    except ValidationError:
        return None


def _drop(data: Any, location: tuple[str | int, ...]) -> None:
    """Remove the key at a location; steps that are not in the data name union branches."""
    for step in location[:-1]:
        if isinstance(step, int) or (isinstance(data, dict) and step in data):
            data = data[step]
    if isinstance(data, dict) and location:
        data.pop(location[-1], None)
