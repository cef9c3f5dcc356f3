"""The parts of a requirements file that can be used, also when other parts cannot.

Rules between fields run on these, so that one run reports what is wrong everywhere.
"""

import datetime
import re
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from optimizer.errors import Problem
from optimizer.inputs.document import Document
from optimizer.inputs.fields import MONTH, IsoDate, MoneyAmount
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
from optimizer.inputs.stand_ins import mended
from optimizer.inputs.workload import Workload

T = TypeVar("T")
BESIDE = ("scenarios",)
"""Key of the file that is taken off before the rest is read (`scenarios.py`)."""
_WORKLOAD: TypeAdapter[Workload] = TypeAdapter(Workload)
_ITEM = TypeAdapter(InventoryItem)
_DATE: TypeAdapter[datetime.date | None] = TypeAdapter(IsoDate | None)
_COSTS = TypeAdapter(dict[str, MoneyAmount])


class Usable(NamedTuple):
    """Requirements, or as much of them as is valid."""

    requirements: Requirements | None
    workloads: dict[int, Workload]
    """By position in the file."""
    stood_in: dict[int, frozenset[str]]
    """Keys of those workloads that the file leaves out, or states in no way that can be used (`stand_ins.py`)."""
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
    as_of: datetime.date | None
    """None where the file states none that can be read."""


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
    workloads = {index: found for index, item in items if (found := mended(_WORKLOAD, item))}
    names = {
        f"workloads[{index}].name": item["name"] for index, item in items
        if isinstance(item, dict) and isinstance(item.get("name"), str)
    }  # fmt: skip
    start = data.get("start")
    return Usable(
        requirements,
        workloads={index: found.value for index, found in workloads.items()},
        stood_in={index: found.stood_in for index, found in workloads.items()},
        names=names,
        inventory={index: found.value for index, item in _items(data, "inventory") if (found := mended(_ITEM, item))},
        costs=_mended(_COSTS, data.get("costs", {})) or {},
        policy=_mended(TypeAdapter(Policy), data.get("policy", {})),
        site=_mended(TypeAdapter(Site), data.get("site", {})),
        finance=_mended(TypeAdapter(Finance), data.get("finance", {})),
        rent=_mended(TypeAdapter(RentPolicy), data.get("rent", {})),
        buy=_mended(TypeAdapter(BuyPolicy), data.get("buy", {})),
        start=start if isinstance(start, str) and re.fullmatch(MONTH, start) else None,
        as_of=_mended(_DATE, data.get("as_of")),
    )


def _items(data: dict[str, Any], key: str) -> list[tuple[int, Any]]:
    listed = data.get(key)
    return list(enumerate(listed)) if isinstance(listed, list) else []


def _mended(adapter: TypeAdapter[T], data: Any) -> T | None:
    """The object, if need be with stand-ins; None when it cannot be had."""
    found = mended(adapter, data)
    return None if found is None else found.value
