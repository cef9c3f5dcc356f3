"""Measured capacities, short form: `workload,server,cards,capacity,unit,date,source`, one replica per row."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.catalog import Server
from optimizer.inputs.csv_table import read_rows
from optimizer.inputs.demand import RUNS
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.request import MeasuredCapacity
from optimizer.inputs.wording import number_wording, shown
from optimizer.inputs.yaml_scalars import is_number_text

COLUMNS = ("workload", "server", "cards", "capacity", "unit", "date", "source")
_MAX_COUNT = 10**9
_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?|undated")


class Known(NamedTuple):
    """What the rows of a measurement file may name."""

    units: Mapping[str, str | None]
    """Workload name → unit of its demand; None where that cannot be read."""
    servers: Mapping[str, Server]
    """Servers that can be used."""
    server_ids: frozenset[str]
    """Also those with something else wrong."""
    unmeasured: frozenset[str] = frozenset()
    """Workloads whose demand is what servers have by themselves: a measurement says nothing about them."""


def parse_measured(text: str, file: str, known: Known) -> tuple[list[MeasuredCapacity], list[Problem]]:
    """Rows that can be used, and every problem of the file by line and column.

    A capacity of 0 says that the server cannot serve the workload.
    """
    problems: list[Problem] = []
    found: dict[tuple[str, str, int], MeasuredCapacity] = {}
    for row in read_rows(text, file, COLUMNS, problems):
        wrong = [row.problem(*fault) for check in (_name_faults, _number_faults) for fault in check(row.cells, known)]
        wrong += [row.problem(*fault) for fault in origin_faults(row.cells)]
        problems += wrong
        if wrong:
            continue
        numbers = {"cards": int(Decimal(row.cells["cards"])), "capacity": Decimal(row.cells["capacity"])}
        capacity = MeasuredCapacity.model_validate({**row.cells, **numbers, "file": file, "line": row.line})
        first = found.setdefault((capacity.workload, capacity.server, capacity.cards), capacity)
        if first is not capacity:
            what = f"the same workload, server and cards as line {first.line}"
            problems.append(row.problem("", what, "keep one of the two"))
    return list(found.values()), problems


Faults = Iterator[tuple[str, str, str]]


def _name_faults(cells: dict[str, str], known: Known) -> Faults:
    if cells["workload"] not in known.units:
        yield "workload", *unknown_id("workload", cells["workload"], known.units)
    elif cells["workload"] in known.unmeasured:
        yield "workload", f"{shown(cells['workload'])} asks for capacity as such: nothing is measured", "remove the row"
    elif (unit := known.units[cells["workload"]]) and cells["unit"] != unit:
        yield "unit", f"must be {unit}, the unit of the workload's demand (got {shown(cells['unit'])})", f"write {unit}"
    if cells["server"] not in known.server_ids:
        yield "server", *unknown_id("server", cells["server"], known.server_ids)


def _number_faults(cells: dict[str, str], known: Known) -> Faults:
    for name in ("cards", "capacity"):
        text = cells[name]
        if not is_number_text(text) or "e" in text.lower():
            yield name, *number_wording(text or None, name, whole=name == "cards")
        elif Decimal(text) < 0 or Decimal(text) >= 10**15:
            yield name, f"must be at least 0 and below 1e15 (got {text})", "correct the number"
        elif name == "capacity" and cells["unit"] == RUNS and Decimal(text) not in (0, 1):
            yield (
                name,
                f"a run is done in time or not (got {text})",
                "write 1 when these cards meet the deadline, else 0",
            )
        elif name == "cards":
            yield from _card_faults(Decimal(text), known.servers.get(cells["server"]))


def _card_faults(cards: Decimal, server: Server | None) -> Faults:
    if cards != int(cards) or not 0 < cards <= _MAX_COUNT:
        yield "cards", f"must be a whole number of cards, at least 1 (got {cards})", "write the cards of one replica"
    elif server and cards > server.cards and int(cards) % server.cards:
        what = f"{cards} cards are neither within one server ({server.cards} cards) nor whole servers"
        yield "cards", what, f"write at most {server.cards}, or a multiple of it"


def origin_faults(cells: Mapping[str, str]) -> Faults:
    """Date and source of a measured row."""
    if not _DATE.fullmatch(cells["date"]):
        yield "date", f"must be a date (got {shown(cells['date'])})", "write YYYY, YYYY-MM, YYYY-MM-DD or undated"
    if not cells["source"]:
        yield "source", "is empty", "say where the number was measured"
