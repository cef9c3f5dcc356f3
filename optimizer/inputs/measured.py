"""Measured capacities, short form: `workload,server,cards,capacity,unit,date,source`, one replica per row."""

import csv
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.catalog import Server
from optimizer.inputs.keys import closest
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.request import MeasuredCapacity
from optimizer.inputs.wording import number_wording, shown
from optimizer.inputs.yaml_scalars import is_number_text

COLUMNS = ("workload", "server", "cards", "capacity", "unit", "date", "source")
MAX_PROBLEMS = 200
_MAX_COUNT = 10**9
_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?|undated")
_LONG_FORM = frozenset({"accelerator", "metric", "value"})


class Known(NamedTuple):
    """What the rows of a measurement file may name."""

    units: Mapping[str, str | None]
    """Workload name → unit of its demand; None where that cannot be read."""
    servers: Mapping[str, Server]
    """Servers that can be used."""
    server_ids: frozenset[str]
    """Also those with something else wrong."""


class _Row(NamedTuple):
    line: int
    cells: list[str]
    text: str

    def column(self, index: int) -> int:
        """1-based column of a cell in the text; 1 where quotes make counting cells unsafe."""
        return 1 if '"' in self.text else len(",".join(self.cells[:index])) + (1 if index == 0 else 2)


def parse_measured(text: str, file: str, known: Known) -> tuple[list[MeasuredCapacity], list[Problem]]:
    """Rows that can be used, and every problem of the file by line and column.

    Cells are text or numbers, never formulas. A capacity of 0 says that the server cannot serve the workload.
    """
    rows, found, problems = _rows(text), [], []
    seen: dict[tuple[str, str, int], int] = {}
    try:
        header = next(rows, _Row(1, [], ""))
        if header_problems := _header_problems(header, file):
            return [], header_problems
        names = [name.strip() for name in header.cells]
        for row in rows:
            capacity, wrong = _capacity(row, names, file, known)
            problems += wrong
            if capacity is not None:
                found.append(capacity)
                key = (capacity.workload, capacity.server, capacity.cards)
                if (first := seen.setdefault(key, row.line)) != row.line:
                    what = f"the same workload, server and cards as line {first}"
                    problems.append(_problem(file, row, 0, "", what, "keep one of the two"))
            if len(problems) >= MAX_PROBLEMS:
                break
        if not found and not problems:
            problems.append(_problem(file, header, 0, "", "the file has no row", "add a row below the first line"))
    except csv.Error as error:
        remedy = "save it as comma-separated text (CSV UTF-8)"
        problems.append(_problem(file, _Row(0, [], '"'), 0, "", f"the file is not CSV: {error}", remedy))
    return found, problems


def _rows(text: str) -> Iterator[_Row]:
    """Records with the line they start on; empty lines are passed over."""
    lines = text.splitlines(keepends=True)
    reader, start = csv.reader(lines, strict=True), 0
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield _Row(start + 1, cells, "".join(lines[start : reader.line_num]))
        start = reader.line_num


def _problem(file: str, row: _Row, index: int, name: str, what: str, remedy: str) -> Problem:
    column = row.column(index) if row.line else 0
    return Problem(file=file, line=row.line, column=column, path=name, what=what, remedy=remedy)


def _header_problems(header: _Row, file: str) -> list[Problem]:
    names = [name.strip() for name in header.cells]
    if set(names) >= _LONG_FORM:
        what = "the long form of measurements comes later: this version does not support it"
        return [_problem(file, header, 0, "", what, f"write the short form: {','.join(COLUMNS)}")]
    if len(names) == 1 and re.search("[;\t]", names[0]):
        return [
            _problem(file, header, 0, "", "the columns are not separated by commas", "save it as comma-separated CSV")
        ]
    problems = []
    for index, name in enumerate(names):
        if name not in COLUMNS:
            meant = closest(name, COLUMNS)
            remedy = f"did you mean {meant}?" if meant else f"the columns are {','.join(COLUMNS)}"
            problems.append(_problem(file, header, index, "", f"unknown column {shown(name)}", remedy))
        elif name in names[:index]:
            problems.append(_problem(file, header, index, name, "the column is given twice", "delete one of the two"))
    if missing := [name for name in COLUMNS if name not in names]:
        what = f"the column {missing[0]} is missing" if len(missing) == 1 else f"columns missing: {', '.join(missing)}"
        problems.append(_problem(file, header, 0, "", what, f"write the first line as {','.join(COLUMNS)}"))
    return problems


def _capacity(row: _Row, names: list[str], file: str, known: Known) -> tuple[MeasuredCapacity | None, list[Problem]]:
    if len(row.cells) != len(names):
        what = f"{len(row.cells)} cells under {len(names)} columns"
        return None, [_problem(file, row, 0, "", what, "write one cell per column; put text with commas in quotes")]
    cells = {name: cell.strip() for name, cell in zip(names, row.cells, strict=True)}
    wrong = [
        _problem(file, row, names.index(name), name, what, remedy)
        for check in (_name_faults, _number_faults, _origin_faults)
        for name, what, remedy in check(cells, known)
    ]
    if wrong:
        return None, wrong
    numbers = {"cards": int(Decimal(cells["cards"])), "capacity": Decimal(cells["capacity"])}
    return MeasuredCapacity.model_validate({**cells, **numbers, "file": file, "line": row.line}), []


Faults = Iterator[tuple[str, str, str]]


def _name_faults(cells: dict[str, str], known: Known) -> Faults:
    if cells["workload"] not in known.units:
        yield "workload", *unknown_id("workload", cells["workload"], known.units)
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
        elif name == "cards":
            yield from _card_faults(Decimal(text), known.servers.get(cells["server"]))


def _card_faults(cards: Decimal, server: Server | None) -> Faults:
    if cards != int(cards) or not 0 < cards <= _MAX_COUNT:
        yield "cards", f"must be a whole number of cards, at least 1 (got {cards})", "write the cards of one replica"
    elif server and cards > server.cards and int(cards) % server.cards:
        what = f"{cards} cards are neither within one server ({server.cards} cards) nor whole servers"
        yield "cards", what, f"write at most {server.cards}, or a multiple of it"


def _origin_faults(cells: dict[str, str], known: Known) -> Faults:
    if not _DATE.fullmatch(cells["date"]):
        yield "date", f"must be a date (got {shown(cells['date'])})", "write YYYY, YYYY-MM, YYYY-MM-DD or undated"
    if not cells["source"]:
        yield "source", "is empty", "say where the number was measured"
