"""A plain table: bilingual headings and rows of texts and numbers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from optimizer.report.sheet import Sheet


class Number(NamedTuple):
    """A number with the style it is shown in."""

    value: float
    style: str


Value = str | float | int | Number | None


def write_table(
    sheet: Sheet, row: int, heads: Sequence[str], rows: Iterable[Sequence[Value]], *, first_column: int = 0
) -> int:
    """Headings at `row`, then one row each; returns the next free row. Nothing found: one row that says so."""
    sheet.head(row, first_column, heads)
    row += 2
    start = row
    for values in rows:
        for offset, value in enumerate(values):
            _write(sheet, row, first_column + offset, value)
        row += 1
    if row == start:
        for offset in range(len(heads)):
            sheet.text(row, first_column + offset, "–" if offset == 0 else "", "cell", "muted")
        row += 1
    return row


def _write(sheet: Sheet, row: int, column: int, value: Value) -> None:
    if value is None:
        sheet.text(row, column, "–", "cell", "muted", "center")
    elif isinstance(value, str):
        sheet.text(row, column, value, "cell")
    elif isinstance(value, Number):
        sheet.number(row, column, value.value, "cell", value.style)
    else:
        sheet.number(row, column, float(value), "cell", _digits(float(value)))


def _digits(value: float) -> str:
    """Style that shows a measured number with three or four digits; the cell keeps them all."""
    if value.is_integer():
        return "whole"
    return "thousandths" if abs(value) < 10 else "tenths"
