"""Cost by year: items × (at purchase, years, end), present value, and below them the rows they add up from."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xlsxwriter.utility import xl_rowcol_to_cell

from optimizer.cost.items import CostItem
from optimizer.report.axis import Axis
from optimizer.report.cells import Cell, Expr, cell_at
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost_chart import CHART_PX, CHART_ROWS, insert_cost_chart
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
from optimizer.report.sheets.cost_rows import CostRow, Driver, Fleet, Timeline, cost_rows, items_of
from optimizer.report.sheets.cost_time import Discounting, write_timeline
from optimizer.report.sheets.cost_workings import write_workings
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.planned import PlannedAmounts
from optimizer.report.texts import both


@dataclass(frozen=True)
class CostCells:
    """What other sheets take from this one; present values."""

    sheet: str
    tco: Cell
    nominal: Cell
    """Undiscounted."""
    tco_by_year: Cell
    """The same, added up by year instead of by row."""
    resale: Expr
    """Negative; zero where nothing is bought."""
    detail_rows: int
    item_rows: dict[CostItem, int]
    items: dict[CostItem, dict[int, float]]
    """Values of the item rows by column, total and present value included."""
    subjects: dict[tuple[CostItem, str], int]
    """Row of an item of one subject; its total and present value stand in `subject_values`."""
    subject_values: dict[tuple[CostItem, str], dict[int, float]]
    years: Mapping[int, float]
    factors: Mapping[int, float]
    """Discount factors by column."""
    year_row: int
    running_row: int
    end_row: int
    time_row: int
    discount_row: int
    total_row: int
    totals: Mapping[int, float]
    """Undiscounted cost by column."""
    times: Mapping[int, float]
    """Discount time by column, years."""
    fleets: Mapping[str, Fleet]
    """Quantities by server on site."""
    switch_kwh: Driver | None
    axis: Axis

    def running(self, column: int) -> bool:
        """Whether the column is a year."""
        return column in self.axis.years

    def fixed_span(self, row: int, sheet: str = "") -> str:
        """The axis of a row of this sheet, or of another with the same columns, as a fixed range."""
        first, last = (xl_rowcol_to_cell(row, c, True, True) for c in (self.axis.purchase, self.axis.end))
        return f"'{sheet or self.sheet}'!{first}:{last}"

    def cell(self, row: int, column: int, value: float) -> Cell:
        """A cell of this sheet."""
        return cell_at(self.sheet, row, column, value)

    def item_total(self, item: CostItem) -> Cell:
        """Undiscounted sum of an item."""
        return self.cell(self.item_rows[item], TOTAL, self.items[item][TOTAL])

    def subject(self, item: CostItem, subject: str, column: int) -> Expr | None:
        """Total or present value of an item of one subject, column relative; None where the plan has no such row."""
        if (item, subject) not in self.subjects:
            return None
        row, value = self.subjects[item, subject], self.subject_values[item, subject][column]
        return Expr(f"'{self.sheet}'!{xl_rowcol_to_cell(row, column, row_abs=True)}", value)


@dataclass(frozen=True)
class _Details:
    """Where the rows of each item stand and what they add up to, by column."""

    first: dict[CostItem, int]
    last: dict[CostItem, int]
    sums: dict[CostItem, dict[int, float]]
    rows: dict[tuple[CostItem, str], int]
    values: dict[tuple[CostItem, str], dict[int, float]]


def fill_cost(report: Report, sheet: Sheet, inputs: InputCells) -> CostCells:
    """Fill the sheet. Raises ModelError where a formula and the plan's cost lines differ by more than rounding."""
    plan, grid = report.plan, Grid(report, sheet)
    _head(grid, inputs)
    timeline, discounting = write_timeline(grid, inputs)
    items = items_of(plan)
    grid.row += 1
    item_band = grid.row
    chart_row = item_band + len(items) + 4
    grid.row = chart_row + CHART_ROWS + 1
    fleets, network = write_workings(grid, inputs, timeline)
    rows = cost_rows(plan, inputs, timeline, fleets, network)
    details = _write_details(grid, rows, discounting, PlannedAmounts(plan))
    grid.row = item_band
    cells = _write_items(grid, items, details, timeline, discounting, (fleets, network))
    insert_cost_chart(report, sheet, sheet, chart_row, BAND, cells.item_rows)
    sheet.chart(chart_row, chart_row + CHART_ROWS, BAND, CHART_PX[0])
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))
    return cells


def _head(grid: Grid, inputs: InputCells) -> None:
    sheet = grid.sheet
    sheet.other_language(SECOND, OTHER_UNIT)
    sheet.title("sheet.cost")
    recoverable = inputs.rates.vat_recoverable
    excluded, included = both("cost.basis_excluded", sheet.language), both("cost.basis_included", sheet.language)
    shown = excluded if recoverable.value else included
    sheet.message(1, 0, f'IF({recoverable.text}=1,"{excluded.here}","{included.here}")', shown.here, "subtitle")
    keys = ("head.band", "head.label", "head.other_label", "head.unit", "head.other_label")
    sheet.head(HEAD_ROW, BAND, (*keys, "head.constant", "head.total", "head.present"))
    grid.axis.head(sheet, HEAD_ROW)
    sheet.width(BAND, 3)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, UNIT)


def _write_details(grid: Grid, rows: Sequence[CostRow], discounting: Discounting, planned: PlannedAmounts) -> _Details:
    first: dict[CostItem, int] = {}
    last: dict[CostItem, int] = {}
    sums: dict[CostItem, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    places: dict[tuple[CostItem, str], int] = {}
    found: dict[tuple[CostItem, str], dict[int, float]] = {}
    grid.row += 1
    grid.band("cost.details")
    for row in rows:
        first.setdefault(row.item, grid.row)
        last[row.item] = places[row.item, row.subject] = grid.row
        found[row.item, row.subject] = _write_detail(grid, row, discounting, planned)
        for column, value in found[row.item, row.subject].items():
            sums[row.item][column] += value
    planned.check_all_shown()
    return _Details(first, last, sums, places, found)


def _write_detail(grid: Grid, row: CostRow, discounting: Discounting, planned: PlannedAmounts) -> dict[int, float]:
    """One row: constant × driver in every column, total, present value; returns the values by column."""
    unit = grid.unit(row.unit).after(f"{grid.currency}/") if row.unit else grid.money
    grid.named(f"item.{row.item}", unit, subject=row.title)
    grid.constant(row.constant, "money")
    prefix = f"'{row.driver.sheet}'!" if row.driver.sheet else ""
    place, fixed = grid.row, grid.in_row(CONSTANT)
    computed = {c: row.constant.value * row.driver.values.get(c, 0.0) for c in grid.axis.columns}
    values = {c: planned.amount(row.item, row.subject, c, computed[c]) for c in computed}
    grid.across(lambda c: Expr(f"{fixed}*{prefix}{grid.at(row.driver.row, c)}", values[c]), "money0")
    present = planned.present_value(row.item, row.subject, sum(computed[c] * discounting.factors[c] for c in computed))
    _totals(grid, place, sum(values.values()), present, discounting)
    return values | {TOTAL: sum(values.values()), PRESENT: present}


def _totals(grid: Grid, row: int, nominal: float, present: float, discounting: Discounting, *style: str) -> Cell:
    """Nominal total and present value of a row; returns the latter."""
    grid.sheet.formula(row, TOTAL, Expr(f"SUM({grid.span(row)})", nominal), "cell", "money0", *style)
    formula = f"SUMPRODUCT({grid.span(row)},{grid.span(discounting.row, row_fixed=True)})"
    return grid.sheet.formula(row, PRESENT, Expr(formula, present), "cell", "money0", *style)


def _write_items(
    grid: Grid, items: Sequence[CostItem], details: _Details, time: Timeline, discounting: Discounting,
    quantities: tuple[Mapping[str, Fleet], Driver | None],
) -> CostCells:  # fmt: skip
    grid.band("cost.items")
    item_rows, present = {}, {}
    for item in items:
        item_rows[item] = grid.row
        present[item] = _write_item(grid, item, details, discounting)
    first, last = item_rows[items[0]], grid.row - 1
    sums = {c: sum(details.sums[item][c] for item in items) for c in (*grid.axis.columns, TOTAL, PRESENT)}
    tco = _write_total(grid, first, last, sums)
    by_year = _write_discounted(grid, grid.row - 1, sums, discounting)
    resale = present.get("resale", Expr("0", 0.0))
    return CostCells(
        sheet=grid.sheet.name, tco=tco, nominal=cell_at(grid.sheet.name, tco.row, TOTAL, sums[TOTAL]),
        tco_by_year=by_year, resale=resale, detail_rows=len(details.rows),
        item_rows=item_rows, items={item: dict(details.sums[item]) for item in items}, subjects=details.rows,
        subject_values=details.values, years=discounting.years, factors=discounting.factors,
        year_row=discounting.year_row, running_row=time.running.row, end_row=time.end.row,
        time_row=discounting.time_row, discount_row=discounting.row, total_row=tco.row,
        totals={c: sums[c] for c in grid.axis.columns}, times=discounting.times, fleets=quantities[0],
        switch_kwh=quantities[1], axis=grid.axis,
    )  # fmt: skip


def _write_item(grid: Grid, item: CostItem, details: _Details, discounting: Discounting) -> Cell:
    row, sums = grid.row, details.sums[item]

    def total(column: int) -> Expr:
        top, bottom = (grid.sheet.address(r, column) for r in (details.first[item], details.last[item]))
        return Expr(f"SUM({top}:{bottom})", sums[column])

    grid.named(f"item.{item}", grid.money)
    grid.across(total, "money0")
    return _totals(grid, row, sums[TOTAL], sums[PRESENT], discounting)


def _write_total(grid: Grid, first: int, last: int, sums: Mapping[int, float]) -> Cell:
    """Sum of the items in every column; returns the present value of everything."""
    row, sheet = grid.row, grid.sheet
    grid.named("cost.total", grid.money, "total")

    def total(column: int) -> Expr:
        return Expr(f"SUM({sheet.address(first, column)}:{sheet.address(last, column)})", sums[column])

    for column in (TOTAL, PRESENT):
        sheet.formula(row, column, total(column), "cell", "money0", "total")
    grid.across(total, "money0", "total")
    return cell_at(sheet.name, row, PRESENT, sums[PRESENT])


def _write_discounted(grid: Grid, total_row: int, sums: Mapping[int, float], discounting: Discounting) -> Cell:
    """Present value of each column; returns their sum."""
    row = grid.row
    grid.named("cost.discounted", grid.money)
    values = {c: sums[c] * discounting.factors[c] for c in grid.axis.columns}
    grid.across(lambda c: Expr(f"{grid.at(total_row, c)}*{grid.at(discounting.row, c)}", values[c]), "money0")
    return grid.sheet.formula(row, PRESENT, Expr(f"SUM({grid.span(row)})", sum(values.values())), "cell", "money0")
