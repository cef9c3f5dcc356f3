"""Rows along the time axis of the cost sheet: the same formula in every column."""

from collections.abc import Callable, Mapping

from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.texts import Words, both, same

BAND, FIRST, SECOND, UNIT, OTHER_UNIT, CONSTANT, TOTAL, PRESENT = range(8)
HEAD_ROW = 3
LABEL_WIDTH = 48


class Grid:
    """Writes rows of the cost sheet; `row` is the next free one."""

    def __init__(self, report: Report, sheet: Sheet) -> None:
        self.sheet, self.axis, self.currency = sheet, report.axis, report.currency
        self.row = HEAD_ROW + 2
        sheet.widest = LABEL_WIDTH

    def band(self, key: str) -> None:
        """A heading between groups of rows."""
        self.sheet.section(self.row, BAND, self.axis.end, key)
        self.row += 1

    def named(self, key: str, unit: Words, *style: str, subject: str = "") -> None:
        """Label from the table, unit, and empty cells up to the axis."""
        words = both(key, self.sheet.language).with_tail(f" · {subject}" if subject else "")
        self.sheet.text(self.row, BAND, "", "cell", *style)
        self.sheet.words(self.row, FIRST, words, "cell", *style)
        self.sheet.words(self.row, UNIT, unit, "cell", "center", *style)
        for column in (CONSTANT, TOTAL, PRESENT):
            self.sheet.text(self.row, column, "", "cell", *style)

    def unit(self, key: str) -> Words:
        """A unit's word."""
        return both(f"unit.{key}", self.sheet.language)

    @property
    def money(self) -> Words:
        """The currency as a unit."""
        return same(self.currency)

    def constants(self, values: Mapping[int, float]) -> int:
        """Structure of the axis (years, flags), not inputs; returns the row and moves on."""
        for column in self.axis.columns:
            self.sheet.number(self.row, column, values.get(column, 0.0), "cell", "whole", "center", "muted")
        self.row += 1
        return self.row - 1

    def across(self, formula: Callable[[int], Expr], *style: str) -> int:
        """A formula in every column of the axis; returns the row and moves on."""
        for column in self.axis.columns:
            self.sheet.formula(self.row, column, formula(column), "cell", *style)
        self.row += 1
        return self.row - 1

    def constant(self, formula: Expr, *style: str) -> Cell:
        """The constant of the current row."""
        return self.sheet.formula(self.row, CONSTANT, formula, "cell", *style)

    def at(self, row: int, column: int) -> str:
        """Address in the column of the formula, row fixed: it copies along the axis."""
        return self.sheet.address(row, column, row_fixed=True)

    def in_row(self, column: int) -> str:
        """Address in the current row, column fixed."""
        return self.sheet.address(self.row, column, column_fixed=True)

    def span(self, row: int, *, row_fixed: bool = False) -> str:
        """The axis of one row as a range."""
        first = self.sheet.address(row, self.axis.purchase, row_fixed=row_fixed, column_fixed=row_fixed)
        return f"{first}:{self.sheet.address(row, self.axis.end, row_fixed=row_fixed, column_fixed=row_fixed)}"
