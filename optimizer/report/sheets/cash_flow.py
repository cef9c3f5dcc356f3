"""Cash flow: outflow negative, VAT when it is paid and when it comes back, discounted and added up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from optimizer.cost.items import VAT_CLASS, CostItem, VatClass
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cash_chart import insert_cash_chart
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_grid import PRESENT
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.statement import Line, Statement, added

GROUPS: Mapping[str, tuple[CostItem, ...]] = {
    "cash.equipment": ("servers", "network", "storage", "spares_stock"),
    "cash.work": ("installation", "facility_work"),
    "item.adaptation": ("adaptation",),
    "item.energy": ("energy",),
    "item.space": ("space",),
    "cash.services": ("maintenance", "licences", "rent"),
    "item.staff": ("staff",),
    "item.resale": ("resale",),
}
"""Items of one VAT class each."""
PURCHASE = ("cash.equipment", "cash.work")


@dataclass(frozen=True)
class CashCells:
    """Present values that the checks compare."""

    net: Cell
    npv: Cell
    """The same by the spreadsheet's own NPV function."""
    vat: Expr
    """Of VAT paid and returned, where it comes back; 0 where it is a cost."""


def fill_cash_flow(report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells) -> CashCells:
    """Fill the sheet."""
    table = Statement(report, sheet, cost, "cash_flow")
    table.band("cash.flows")
    groups = {
        key: (VAT_CLASS[present[0]], _flow(table, inputs, key, present))
        for key, items in GROUPS.items()
        if (present := tuple(item for item in items if item in cost.item_rows))
    }
    vat = _vat(table, inputs, groups)
    lines = [line for _, line in groups.values()] + vat
    net = table.line("cash.net", lambda c: table.column_sum(lines, c), "total", present=True)
    first = table.axis.purchase
    _cumulative(table, "cash.cumulative", net, first)
    table.row += 1
    table.band("cash.discounting")
    factor = table.line(
        "cost.discount_factor", lambda c: table.of_cost(cost.discount_row, c, cost.factors), unit=table.unit("ratio"),
        number="factor", total=False,
    )  # fmt: skip
    discounted = table.line("cash.discounted", lambda c: _product(table, net, factor, c))
    _cumulative(table, "cash.cumulative_discounted", discounted, first)
    npv = _npv(table, inputs, net)
    chart_row = table.row + 1
    insert_cash_chart(report, sheet, chart_row, net.row, discounted.row)
    table.done()
    recoverable = inputs.rates.vat_recoverable
    returned = Expr("0", 0.0)
    if vat:
        parts = added([line.cell(PRESENT) for line in vat])
        returned = Expr(f"{recoverable.text}*{parts.text}", recoverable.value * parts.value)
    return CashCells(net.cell(PRESENT), npv, returned)


def _flow(table: Statement, inputs: InputCells, key: str, items: tuple[CostItem, ...]) -> Line:
    """Minus the cost of some items, ex VAT whatever the buyer recovers."""
    cost, factors = table.cost, inputs.constants.vat_factors
    factor = factors.get(VAT_CLASS[items[0]])

    def amount(column: int) -> Expr:
        paid = added([table.of_cost(cost.item_rows[item], column, cost.items[item]) for item in items])
        return -paid if factor is None else Expr(f"-{paid.text}/{factor.text}", -paid.value / factor.value)

    return table.line(key, amount, present=True)


def _vat(table: Statement, inputs: InputCells, groups: Mapping[str, tuple[VatClass, Line]]) -> list[Line]:
    """VAT on purchases, VAT on running costs, VAT that comes back; nothing where nothing bears VAT."""
    taxed = {key: (kind, line) for key, (kind, line) in groups.items() if kind != "none"}
    bought = [pair for key, pair in taxed.items() if key in PURCHASE]
    running = [pair for key, pair in taxed.items() if key not in PURCHASE]
    if not taxed:
        return []

    def tax(pairs: Sequence[tuple[VatClass, Line]], column: int) -> Expr:
        parts = [table.here(line, column) * inputs.rates.vat[kind] for kind, line in pairs]
        return added(parts) if parts else Expr(f"0*{table.of_cost(table.cost.year_row, column, {}).text}", 0.0)

    purchase_vat = table.line("cash.vat_purchase", lambda c: tax(bought, c), present=True)
    running_vat = table.line("cash.vat_running", lambda c: tax(running, c), present=True)
    return [purchase_vat, running_vat, _returned(table, inputs, purchase_vat, running_vat)]


def _returned(table: Statement, inputs: InputCells, purchase: Line, running: Line) -> Line:
    """VAT on running costs in its own year, that on the purchase in the year that the inputs state."""
    cost, recoverable = table.cost, inputs.rates.vat_recoverable
    credit, paid = inputs.accounting.vat_credit_year, sum(purchase.values[c] for c in table.axis.columns)

    def amount(column: int) -> Expr:
        year = table.of_cost(cost.year_row, column, cost.years)
        end = table.of_cost(cost.end_row, column, {table.axis.end: 1.0})
        now = year.value == credit.value and not end.value
        text = (
            f"-{recoverable.text}*({table.at(running.row, column)}"
            f"+IF(AND({year.text}={credit.text},{end.text}=0),SUM({table.span(purchase.row, row_fixed=True)}),0))"
        )
        return Expr(text, -recoverable.value * (running.values[column] + (paid if now else 0.0)))

    return table.line("cash.vat_returned", amount, present=True)


def _cumulative(table: Statement, key: str, line: Line, first: int) -> Line:
    """Running sum along the axis."""

    def so_far(column: int) -> Expr:
        start = table.sheet.address(line.row, first, row_fixed=True, column_fixed=True)
        value = sum(line.values[c] for c in table.axis.columns if c <= column)
        return Expr(f"SUM({start}:{table.at(line.row, column)})", value)

    return table.line(key, so_far, total=False)


def _product(table: Statement, line: Line, factor: Line, column: int) -> Expr:
    return table.here(line, column) * table.here(factor, column)


def _npv(table: Statement, inputs: InputCells, net: Line) -> Cell:
    """The present value again: purchase + NPV(years), moved to mid-year where the inputs say so, + end."""
    axis, rate, shift = table.axis, inputs.rates.discount_rate, inputs.constants.running_shift_years
    table.named("cash.npv", table.money)
    at = {c: table.sheet.address(net.row, c) for c in axis.columns}
    horizon = f"'{table.cost.sheet}'!{table.sheet.address(table.cost.year_row, axis.end, row_fixed=True)}"
    text = (
        f"{at[axis.purchase]}+NPV({rate.text},{at[axis.years[0]]}:{at[axis.years[-1]]})*(1+{rate.text})^{shift.text}"
        f"+{at[axis.end]}/(1+{rate.text})^{horizon}"
    )
    for column in axis.columns:
        table.sheet.text(table.row, column, "", "cell")
    cell = table.sheet.formula(table.row, PRESENT, Expr(text, net.values[PRESENT]), "cell", "money0")
    table.row += 1
    return cell
