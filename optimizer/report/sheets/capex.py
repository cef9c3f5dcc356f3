"""Capital expenditure by item, with VAT, against the budget; every amount adds up lines of the purchase list."""

from optimizer.cost.items import VAT_CLASS, CostItem
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.purchases import INCLUDED, SUBTOTAL, VAT, PurchaseCells
from optimizer.report.sheets.statement import added
from optimizer.report.texts import both, same

LABEL, OTHER, UNIT, OTHER_UNIT, EX_VAT, RATE, TAX, WITH_VAT, SHARE = range(9)
HEAD = (
    "head.label", "head.other_label", "head.unit", "head.other_label", "head.subtotal", "head.vat_rate", "head.vat",
    "head.incl_vat", "head.share",
)  # fmt: skip
HEAD_ROW = 3
AMOUNTS = {EX_VAT: SUBTOTAL, TAX: VAT, WITH_VAT: INCLUDED}
"""Column here → column of the purchase list; the same step, so that one formula fits the row."""


def fill_capex(report: Report, sheet: Sheet, inputs: InputCells, purchases: PurchaseCells, cost: CostCells) -> None:
    """Fill the sheet."""
    sheet.other_language(OTHER, OTHER_UNIT)
    sheet.title("sheet.capex", "capex.note")
    sheet.head(HEAD_ROW, LABEL, HEAD)
    first = row = HEAD_ROW + 2
    total_row = first + len(purchases.by_item)
    total = sheet.address(total_row, WITH_VAT, row_fixed=True, column_fixed=True)
    sums = {
        column: sum(c.value for cells in purchases.by_item.values() for c in _in(cells, column)) for column in AMOUNTS
    }
    for item, cells in purchases.by_item.items():
        _label(sheet, row, f"item.{item}", report.currency)
        included = _amounts(sheet, row, cells)
        kind = VAT_CLASS[item]
        if kind != "none":
            sheet.formula(row, RATE, inputs.rates.vat[kind], "cell", "percent", "link")
        _share(sheet, row, included, total, sums[WITH_VAT])
        row += 1
    _label(sheet, row, "capex.total", report.currency, "total")
    for column in AMOUNTS:
        span = f"{sheet.address(first, column)}:{sheet.address(row - 1, column)}"
        sheet.formula(row, column, Expr(f"SUM({span})", sums[column]), "cell", "money", "total")
    sheet.text(row, RATE, "", "cell", "total")
    _share(sheet, row, sums[WITH_VAT], total, sums[WITH_VAT], "total")
    _below(report, sheet, row + 1, cost, sums[WITH_VAT])
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _in(cells: list[dict[int, Cell]], column: int) -> list[Cell]:
    return [each[AMOUNTS[column]] for each in cells]


def _label(sheet: Sheet, row: int, key: str, currency: str, *style: str) -> None:
    sheet.label(row, LABEL, key, "cell", *style)
    sheet.words(row, UNIT, same(currency), "cell", "center", *style)


def _amounts(sheet: Sheet, row: int, cells: list[dict[int, Cell]]) -> float:
    """Ex VAT, VAT and incl. VAT of one item; returns the last."""
    value = 0.0
    for column in AMOUNTS:
        lines = _in(cells, column)
        name = lines[0].text.split("!")[0]
        amount = added([Expr(f"{name}!{sheet.address(c.row, c.column)}", c.value) for c in lines])
        value = sheet.formula(row, column, amount, "cell", "money").value
    return value


def _share(sheet: Sheet, row: int, part: float, total: str, whole: float, *style: str) -> None:
    here = sheet.address(row, WITH_VAT)
    formula = Expr(f"IF({total}=0,0,{here}/{total})", part / whole if whole else 0.0)
    sheet.formula(row, SHARE, formula, "cell", "percent", *style)


def _below(report: Report, sheet: Sheet, row: int, cost: CostCells, included: float) -> None:
    """Budget and what is left of it; the effort of own staff, which is no capital expenditure."""
    budget = report.plan.cost_rules.capex_budget
    item: CostItem = "adaptation"
    if budget is not None:
        _label(sheet, row, "limit.capex_budget", report.currency)
        stated = sheet.number(row, WITH_VAT, float(budget), "cell", "money")
        _label(sheet, row + 1, "capex.left", report.currency)
        total = sheet.address(row - 1, WITH_VAT)
        sheet.formula(row + 1, WITH_VAT, Expr(f"{stated.text}-{total}", float(budget) - included), "cell", "money")
        row += 2
    if item in cost.item_rows:
        sheet.words(row, LABEL, both("capex.adaptation", sheet.language), "cell")
        sheet.words(row, UNIT, same(report.currency), "cell", "center")
        sheet.formula(row, EX_VAT, cost.item_total(item), "cell", "money", "link")
