"""The sheets of the money half, from one calculation: *Cost by year*."""

from collections.abc import Mapping
from dataclasses import dataclass

from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.break_even import fill_break_even
from optimizer.report.sheets.capex import fill_capex
from optimizer.report.sheets.cash_flow import CashCells, fill_cash_flow
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.depreciation import BookCells, fill_depreciation
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.opex import fill_opex
from optimizer.report.sheets.purchases import PurchaseCells
from optimizer.report.sheets.sensitivity import fill_sensitivity
from optimizer.report.sheets.unit_cost import UnitCells, fill_unit_cost


@dataclass(frozen=True)
class FinanceCells:
    """What the checks and page one take."""

    cash: CashCells
    books: BookCells | None
    """None where nothing is bought."""
    units: UnitCells


def fill_finance(
    report: Report, sheets: Mapping[str, Sheet], inputs: InputCells, purchases: PurchaseCells, cost: CostCells
) -> FinanceCells:
    """Fill those of the sheets that the plan has something for."""
    if "capex" in sheets:
        fill_capex(report, sheets["capex"], inputs, purchases, cost)
    fill_opex(report, sheets["opex"], cost)
    cash = fill_cash_flow(report, sheets["cash_flow"], inputs, cost)
    books = fill_depreciation(report, sheets["depreciation"], inputs, cost) if "depreciation" in sheets else None
    units = fill_unit_cost(report, sheets["unit_cost"], inputs, cost)
    fill_sensitivity(report, sheets["sensitivity"], inputs, cost)
    if "break_even" in sheets:
        fill_break_even(report, sheets["break_even"], inputs, cost, units)
    return FinanceCells(cash, books, units)
