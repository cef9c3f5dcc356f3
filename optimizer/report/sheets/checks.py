"""Checks: one line each, 1 = holds, and the master check that page one and the cover show."""

from dataclasses import dataclass

from optimizer.report.cells import Cell
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.check_rows import NAME, OTHER_UNIT, SECOND, CheckRows
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.finance import FinanceCells
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.limits import LimitCells
from optimizer.report.sheets.proof import ProofCells
from optimizer.report.sheets.purchases import PurchaseCells

CHECKS = (
    "head.check", "head.other_label", "head.unit", "head.other_label", "head.value", "head.compared", "head.tolerance",
    "head.ok",
)  # fmt: skip
HEAD_ROW = 3


@dataclass(frozen=True)
class Figures:
    """Cells of the other sheets that are checked and that page one shows."""

    inputs: InputCells
    purchases: PurchaseCells
    cost: CostCells
    limits: LimitCells
    proof: ProofCells
    finance: FinanceCells


def fill_checks(sheet: Sheet, currency: str, figures: Figures) -> Cell:
    """Fill the sheet; returns the master check."""
    sheet.other_language(SECOND, OTHER_UNIT)
    sheet.title("sheet.checks", "checks.note")
    sheet.head(HEAD_ROW, NAME, CHECKS)
    cost, solved, finance = figures.cost, figures.proof, figures.finance
    cents = figures.inputs.constants.tolerance * solved.lines
    changed = figures.inputs.changed
    rows = CheckRows(sheet, currency, HEAD_ROW + 2)
    rows.equal("check.sums", cost.tco, cost.tco_by_year, cents)
    rows.equal("check.tco", cost.tco, solved.tco, cents, unless=changed)
    rows.equal("check.capex", figures.purchases.capex_incl_vat, solved.capex_incl_vat, cents, unless=changed)
    rows.none("check.limits", figures.limits.broken)
    rows.at_most("check.bound", solved.bound, solved.tco, figures.inputs.constants.tolerance * solved.units)
    rows.equal("check.npv", finance.cash.net, finance.cash.npv, cents)
    rows.equal("check.cash", cost.tco, finance.cash.vat - finance.cash.net, cents)
    if (books := finance.books) is not None:
        rows.equal("check.books", books.depreciated + books.carrying, books.capitalised, cents)
        rows.equal("check.accounting", books.accounting_cost, cost.nominal, cents)
    cent = figures.inputs.constants.tolerance
    for workload, live in finance.units.per_million.items():
        rows.equal("check.unit", live, solved.per_million[workload], cent, unless=changed, subject=workload)
    master = rows.master()
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 0)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))
    return master
