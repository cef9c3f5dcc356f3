"""Rows of a comma-separated file with named columns, by line and column; what is no such file is said once."""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.keys import closest
from optimizer.inputs.wording import shown

MAX_PROBLEMS = 200


class Row(NamedTuple):
    """One record: text by column name. Cells are text or numbers, never formulas."""

    file: str
    line: int
    cells: dict[str, str]
    starts: dict[str, int]
    """1-based column of each cell in the line; 1 where quotes make counting cells unsafe."""

    def problem(self, name: str, what: str, remedy: str) -> Problem:
        """A problem of one cell, or of the whole row where `name` is empty."""
        return Problem(
            file=self.file, line=self.line, column=self.starts.get(name, 1), path=name, what=what, remedy=remedy
        )


def read_rows(
    text: str, file: str, columns: Sequence[str], problems: list[Problem], optional: Sequence[str] = ()
) -> Iterator[Row]:
    """Rows with one cell per column, columns in any order; those of `optional` may be missing.

    `problems` receives what is refused, at most MAX_PROBLEMS.
    A file whose first line is refused yields nothing. Cells are stripped.
    """
    count = len(problems)
    try:
        records = _records(text)
        line, cells, raw = next(records, (1, [], ""))
        names = [cell.strip() for cell in cells]
        starts = _starts(names, cells, raw)
        head, empty = Row(file, line, {}, starts), True
        problems += _header_problems(head, names, columns, optional)
        if len(problems) > count:
            return
        for line, cells, raw in records:
            empty, row = False, Row(file, line, {}, _starts(names, cells, raw))
            if len(cells) == len(names):
                row.cells.update(zip(names, map(str.strip, cells), strict=True))
                yield row
            else:
                what = f"{len(cells)} cells under {len(names)} columns"
                problems.append(row.problem("", what, "write one cell per column; put text with commas in quotes"))
            if len(problems) - count >= MAX_PROBLEMS:
                return
        if empty:
            problems.append(head.problem("", "the file has no row", "add a row below the first line"))
    except csv.Error as error:
        what, remedy = f"the file is not CSV: {error}", "save it as comma-separated text (CSV UTF-8)"
        problems.append(Problem(file=file, line=0, column=0, path="", what=what, remedy=remedy))


def _records(text: str) -> Iterator[tuple[int, list[str], str]]:
    """(line on which the record starts, its cells, its text); empty lines are passed over."""
    lines = text.splitlines(keepends=True)
    reader, start = csv.reader(lines, strict=True), 0
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield start + 1, cells, "".join(lines[start : reader.line_num])
        start = reader.line_num


def _starts(names: list[str], cells: list[str], raw: str) -> dict[str, int]:
    """Where each cell starts; of a column given twice the second."""
    found, column = {}, 1
    for name, cell in zip(names, cells, strict=False):
        found[name] = 1 if '"' in raw else column
        column += len(cell) + 1
    return found


def _header_problems(head: Row, names: list[str], columns: Sequence[str], optional: Sequence[str]) -> Iterator[Problem]:
    if len(names) == 1 and re.search("[;\t]", names[0]):
        yield head.problem("", "the columns are not separated by commas", "save it as comma-separated CSV")
        return
    for index, name in enumerate(names):
        if name not in (*columns, *optional):
            meant = closest(name, (*columns, *optional))
            remedy = f"did you mean {meant}?" if meant else f"the columns are {','.join((*columns, *optional))}"
            yield head.problem(name, f"unknown column {shown(name)}", remedy).model_copy(update={"path": ""})
        elif name in names[:index]:
            yield head.problem(name, "the column is given twice", "delete one of the two")
    if missing := [name for name in columns if name not in names]:
        what = f"the column {missing[0]} is missing" if len(missing) == 1 else f"columns missing: {', '.join(missing)}"
        yield head.problem("", what, f"write the first line as {','.join(columns)}")
