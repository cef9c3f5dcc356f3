"""A plain table: bilingual headings and rows of texts and numbers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from optimizer.report.sheet import Sheet
from optimizer.report.texts import Words


class Number(NamedTuple):
    """A number with the style it is shown in."""

    value: float
    style: str


Value = str | Words | float | int | Number | None
"""Words take the column on show and the hidden one after it."""


def columns(sheet: Sheet, count: int, first: int = 0) -> list[int]:
    """The first `count` columns on show."""
    found: list[int] = []
    column = first
    while len(found) < count:
        if not sheet.is_other_language(column):
            found.append(column)
        column += 1
    return found


def write_table(sheet: Sheet, row: int, heads: Sequence[str], rows: Iterable[Sequence[Value]]) -> int:
    """Headings at `row`, then one row each; returns the next free row. Nothing found: one row that says so.

    The columns of the other language are skipped, but for Words, whose second text goes there.
    """
    write_heads(sheet, row, heads)
    return write_rows(sheet, row + 2, len(heads), rows)


def write_heads(sheet: Sheet, row: int, heads: Sequence[str]) -> None:
    """Headings at `row` (the other language, hidden) and the next one."""
    for column, key in zip(columns(sheet, len(heads)), heads, strict=True):
        sheet.head(row, column, (key,))
        if sheet.is_other_language(column + 1):
            sheet.head(row, column + 1, ("head.other_label",))


def write_rows(sheet: Sheet, row: int, width: int, rows: Iterable[Sequence[Value]]) -> int:
    """Rows of `width` values from `row` on; returns the next free row. Nothing found: one row that says so."""
    places, start = columns(sheet, width), row
    for values in rows:
        for column, value in zip(places, values, strict=True):
            write_value(sheet, row, column, value)
        row += 1
    if row == start:
        for column in places:
            write_value(sheet, row, column, "–" if column == places[0] else "", "muted")
        row += 1
    return row


def write_value(sheet: Sheet, row: int, column: int, value: Value, *style: str) -> None:
    """One cell, and the hidden one after it where there is one."""
    if sheet.is_other_language(column + 1):
        there = value.there if isinstance(value, Words) else value if isinstance(value, str) else ""
        sheet.text(row, column + 1, there, "cell", *style, "second")
    if value is None:
        sheet.text(row, column, "–", "cell", *style, "muted", "center")
    elif isinstance(value, Words):
        sheet.text(row, column, value.here, "cell", *style)
    elif isinstance(value, str):
        sheet.text(row, column, value, "cell", *style)
    elif isinstance(value, Number):
        sheet.number(row, column, value.value, "cell", value.style, *style)
    else:
        sheet.number(row, column, float(value), "cell", _digits(float(value)), *style)


def _digits(value: float) -> str:
    """Style that shows a measured number with three or four digits; the cell keeps them all."""
    if value.is_integer():
        return "whole"
    return "thousandths" if abs(value) < 10 else "tenths"
