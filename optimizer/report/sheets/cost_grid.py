"""Rows along the time axis of the cost sheet: the same formula in every column."""

from collections.abc import Callable, Mapping

from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.texts import both, label

BAND, FIRST, SECOND, UNIT, CONSTANT, TOTAL, PRESENT = range(7)
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

    def words(self, first: str, second: str, unit: str, *style: str) -> None:
        """Label columns, unit, and empty cells up to the axis."""
        self.sheet.text(self.row, BAND, "", "cell", *style)
        self.sheet.text(self.row, FIRST, first, "cell", *style)
        self.sheet.text(self.row, SECOND, second, "cell", "second", *style)
        self.sheet.text(self.row, UNIT, unit, "cell", "center", *style)
        for column in (CONSTANT, TOTAL, PRESENT):
            self.sheet.text(self.row, column, "", "cell", *style)

    def named(self, key: str, unit: str, *style: str, subject: str = "") -> None:
        """`words` from the table of labels."""
        tail = f" · {subject}" if subject else ""
        first, second = both(key, self.sheet.language)
        self.words(first + tail, second + tail, unit, *style)

    def unit(self, key: str) -> str:
        """A unit's word in the plan's language."""
        return label(f"unit.{key}", self.sheet.language)

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
