"""Rows along the time axis that other sheets than *Cost by year* show: links to it, sums, present values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from optimizer.report.cells import Cell, Expr, cell_at
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_grid import (
    BAND,
    CONSTANT,
    HEAD_ROW,
    OTHER_UNIT,
    PRESENT,
    SECOND,
    TOTAL,
    UNIT,
    Grid,
)
from optimizer.report.texts import Words

HEADS = ("head.band", "head.label", "head.other_label", "head.unit", "head.other_label")
SUMS = ("head.constant", "head.total", "head.present")


@dataclass(frozen=True)
class Line:
    """A written row and its values by column, total and present value included where it has them."""

    sheet: str
    row: int
    values: Mapping[int, float]

    def cell(self, column: int) -> Cell:
        """One of its cells, for other sheets."""
        return cell_at(self.sheet, self.row, column, self.values[column])


class Statement(Grid):
    """A sheet with the columns of *Cost by year*."""

    def __init__(self, report: Report, sheet: Sheet, cost: CostCells, key: str) -> None:
        super().__init__(report, sheet)
        self.cost = cost
        sheet.other_language(SECOND, OTHER_UNIT)
        sheet.title(f"sheet.{key}", f"{key}.note")
        sheet.head(HEAD_ROW, BAND, HEADS + SUMS)
        self.axis.head(sheet, HEAD_ROW)
        sheet.width(BAND, 3)
        sheet.worksheet.freeze_panes(HEAD_ROW + 2, UNIT)

    def line(
        self, key: str, formula: Callable[[int], Expr], *style: str, unit: Words | None = None, number: str = "money0",
        subject: str = "", total: bool = True, present: bool = False, constant: Expr | None = None,
        constant_style: Sequence[str] = (),
    ) -> Line:  # fmt: skip
        """A row with the same formula in every column; `total` adds it up, `present` discounts it."""
        self.named(key, unit or self.money, *style, subject=subject)
        row = self.row
        if constant is not None:
            self.constant(constant, *(constant_style or (number, *style)))
        values = {column: formula(column).value for column in self.axis.columns}
        self.across(formula, number, *style)
        return Line(self.sheet.name, row, values | self._sums(row, values, number, style, total, present))

    def decided(
        self, key: str, values: Mapping[int, float], subject: str, unit: Words, *, present: bool = False
    ) -> Line:
        """Numbers that the plan fixes, with their sum and, where asked, their present value."""
        self.named(key, unit, subject=subject)
        row = self.row
        for column in self.axis.columns:
            self.sheet.number(row, column, values[column], "cell", "decimal", "decision")
        self.row += 1
        return Line(self.sheet.name, row, {**values, **self._sums(row, values, "decimal", (), True, present)})

    def sums(
        self, key: str, formula: Callable[[int], Expr], *style: str, subject: str = "", unit: Words | None = None,
        number: str = "money0", columns: Sequence[int] = (TOTAL, PRESENT), constant: Expr | float | None = None,
    ) -> Line:  # fmt: skip
        """A row with a total and a present value of one formula, and nothing along the axis."""
        self.named(key, unit or self.money, *style, subject=subject)
        row = self.row
        if isinstance(constant, Expr):
            self.constant(constant, "percent")
        elif constant is not None:
            self.sheet.number(row, CONSTANT, constant, "cell", "percent", "decision")
        values = {column: formula(column).value for column in columns}
        for column in columns:
            self.sheet.formula(row, column, formula(column), "cell", number, *style)
        for column in self.axis.columns:
            self.sheet.text(row, column, "", "cell", *style)
        self.row += 1
        return Line(self.sheet.name, row, values)

    def _sums(
        self, row: int, values: Mapping[int, float], number: str, style: Sequence[str], total: bool, present: bool
    ) -> dict[int, float]:
        sums: dict[int, float] = {}
        if total:
            sums[TOTAL] = sum(values.values())
            self.sheet.formula(row, TOTAL, Expr(f"SUM({self.span(row)})", sums[TOTAL]), "cell", number, *style)
        if present:
            sums[PRESENT] = sum(values[c] * self.cost.factors[c] for c in values)
            text = f"SUMPRODUCT({self.span(row)},{self.cost.fixed_span(self.cost.discount_row)})"
            self.sheet.formula(row, PRESENT, Expr(text, sums[PRESENT]), "cell", number, *style)
        return sums

    def here(self, line: Line, column: int) -> Expr:
        """The line in the column of the formula, for another row of this sheet."""
        return Expr(self.at(line.row, column), line.values[column])

    def fixed(self, line: Line, column: int) -> Cell:
        """One cell of a line, row and column fixed."""
        return Cell(
            self.sheet.address(line.row, column, row_fixed=True, column_fixed=True),
            line.values[column],
            line.row,
            column,
        )

    def of_cost(self, row: int, column: int, values: Mapping[int, float]) -> Expr:
        """A row of the cost sheet in the column of the formula."""
        return Expr(f"'{self.cost.sheet}'!{self.at(row, column)}", values.get(column, 0.0))

    def column_sum(self, lines: Sequence[Line], column: int) -> Expr:
        """Sum of consecutive lines in a column."""
        first, last = (self.at(line.row, column) for line in (lines[0], lines[-1]))
        return Expr(f"SUM({first}:{last})", sum(line.values[column] for line in lines))

    def done(self) -> None:
        """Print set-up."""
        self.sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def added(parts: Sequence[Expr]) -> Expr:
    """a+b+c in one pair of brackets; raises IndexError for none."""
    text = "+".join(part.text for part in parts)
    value = sum(part.value for part in parts)
    return Expr(f"({text})", value) if len(parts) > 1 else Expr(parts[0].text, value)
