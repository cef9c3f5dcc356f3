"""Book view: straight-line depreciation, carrying amount, result of the sale, accounting cost by year."""

from dataclasses import dataclass

from optimizer.cost.items import CostItem
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_grid import CONSTANT, TOTAL
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.opex import RUNNING
from optimizer.report.sheets.statement import Line, Statement, added

CAPITALISED: tuple[CostItem, ...] = ("servers", "network", "storage", "installation", "facility_work", "spares_stock")
SOLD: tuple[CostItem, ...] = ("resale",)
EXPENSED: tuple[CostItem, ...] = ("adaptation", *RUNNING)


@dataclass(frozen=True)
class BookCells:
    """What the checks compare."""

    capitalised: Cell
    depreciated: Cell
    carrying: Cell
    """At the end of the horizon."""
    accounting_cost: Cell
    """Sum over the horizon, undiscounted."""


def fill_depreciation(report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells) -> BookCells:
    """Fill the sheet; only for plans that buy something."""
    table = Statement(report, sheet, cost, "depreciation")
    table.band("book.depreciation")
    lines = [_depreciation(table, inputs, item) for item in CAPITALISED if item in cost.item_rows]
    top, bottom = (table.sheet.address(line.row, CONSTANT) for line in (lines[0], lines[-1]))
    capital = Expr(f"SUM({top}:{bottom})", sum(line.values[CONSTANT] for line in lines))
    total = table.line("book.total", lambda c: table.column_sum(lines, c), "total", constant=capital)
    capitalised = Line(total.sheet, total.row, {**total.values, CONSTANT: capital.value}).cell(CONSTANT)
    fixed = table.sheet.address(total.row, CONSTANT, row_fixed=True, column_fixed=True)
    start = table.sheet.address(total.row, table.axis.purchase, row_fixed=True, column_fixed=True)

    def carrying_at(column: int) -> Expr:
        so_far = sum(total.values[c] for c in table.axis.columns if c <= column)
        return Expr(f"{fixed}-SUM({start}:{table.at(total.row, column)})", capital.value - so_far)

    carrying = table.line("book.carrying", carrying_at, total=False)
    table.row += 1
    table.band("book.result")
    sale = table.line("book.sale", lambda c: _gain(table, carrying, c))
    spent = [item for item in EXPENSED if item in cost.item_rows]

    def booked(column: int) -> Expr:
        costs = [table.of_cost(cost.item_rows[item], column, cost.items[item]) for item in spent]
        parts = added([table.here(total, column), *costs])
        gain = table.here(sale, column)
        return Expr(f"{parts.text}-{gain.text}", parts.value - gain.value)

    cost_line = table.line("book.cost", booked, "total")
    table.done()
    return BookCells(capitalised, total.cell(TOTAL), carrying.cell(table.axis.end), cost_line.cell(TOTAL))


def _depreciation(table: Statement, inputs: InputCells, item: CostItem) -> Line:
    """Cost · (1 − residual) / life in every year of the life, a part of it in the last one."""
    cost, books = table.cost, inputs.accounting
    life, residual = books.depreciation_years, books.book_residual_rate
    paid = cost.cell(cost.item_rows[item], TOTAL, cost.items[item][TOTAL])
    running = dict.fromkeys(table.axis.years, 1.0)

    def amount(column: int) -> Expr:
        flag = table.of_cost(cost.running_row, column, running)
        year = table.of_cost(cost.year_row, column, cost.years)
        left = f"MIN(1,MAX(0,{life.text}-{year.text}+1))"
        share = min(1.0, max(0.0, life.value - year.value + 1))
        value = flag.value * paid.value * (1 - residual.value) / life.value * share
        return Expr(f"{flag.text}*{table.in_row(CONSTANT)}*(1-{residual.text})/{life.text}*{left}", value)

    line = table.line(f"item.{item}", amount, constant=paid)
    return Line(line.sheet, line.row, {**line.values, CONSTANT: paid.value})


def _gain(table: Statement, carrying: Line, column: int) -> Expr:
    """What the sale fetches above the carrying amount, at the end."""
    cost = table.cost
    end = table.of_cost(cost.end_row, column, {table.axis.end: 1.0})
    sold = [table.of_cost(cost.item_rows[item], column, cost.items[item]) for item in SOLD if item in cost.item_rows]
    both = added([*sold, table.here(carrying, column)])
    return Expr(f"-{end.text}*{both.text}", -end.value * both.value)
