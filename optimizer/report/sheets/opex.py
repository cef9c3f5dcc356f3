"""Running costs by year, and the servers and energy behind them; everything links to *Cost by year*."""

from optimizer.cost.items import CostItem
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.statement import Line, Statement, added
from optimizer.report.texts import same

RUNNING: tuple[CostItem, ...] = ("energy", "space", "maintenance", "licences", "staff", "rent")


def fill_opex(report: Report, sheet: Sheet, cost: CostCells) -> Line | None:
    """Fill the sheet; returns the total, None where nothing runs."""
    table = Statement(report, sheet, cost, "opex")
    table.band("opex.items")
    lines = [
        table.line(f"item.{item}", lambda c, i=item: table.of_cost(cost.item_rows[i], c, cost.items[i]), present=True)  # type: ignore[misc]
        for item in RUNNING
        if item in cost.item_rows
    ]
    total = None
    if lines:
        total = table.line("opex.total", lambda c: table.column_sum(lines, c), "total", present=True)
    fleets = list(cost.fleets.values())
    drawn = [fleet.energy_kwh for fleet in fleets] + ([cost.switch_kwh] if cost.switch_kwh else [])
    if drawn:
        table.row += 1
        table.band("opex.quantities")
    if fleets:
        table.line(
            "opex.servers",
            lambda c: added([table.of_cost(f.in_service.row, c, f.in_service.values) for f in fleets]),
            unit=table.unit("servers"),
            number="integer",
            total=False,
        )
    if drawn:
        table.line(
            "opex.energy",
            lambda c: added([table.of_cost(driver.row, c, driver.values) for driver in drawn]),
            unit=same("kWh"),
            number="integer",
        )
    table.done()
    return total
