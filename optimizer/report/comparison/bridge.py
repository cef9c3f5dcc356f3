"""Bridge: the difference of each scenario to the base by category; the categories add up to it."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from xlsxwriter import Workbook

from optimizer.plan.comparison import CATEGORY_ITEMS, BridgeCategory, Comparison
from optimizer.report.cells import Expr
from optimizer.report.comparison.charts import StackedColumns
from optimizer.report.comparison.columns import FIRST, HEAD_ROW, LABEL, NAME_ROW, Matrix
from optimizer.report.comparison.scenarios import ScenarioCells
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.planned import agreed
from optimizer.report.texts import label

COLOURS: dict[BridgeCategory, str] = {
    "hardware": "#1F3864",
    "network": "#7030A0",
    "adaptation": "#7F6000",
    "energy": "#F4B183",
    "space": "#FFD966",
    "maintenance": "#A9D18E",
    "staff_and_licences": "#548235",
    "rent": "#C55A11",
    "resale": "#A6A6A6",
}


class _Bridge:
    """The sheet's columns are those of the sheet it refers to."""

    def __init__(self, sheet: Sheet, comparison: Comparison, cells: ScenarioCells) -> None:
        self.matrix = Matrix(sheet, comparison.results, comparison.currency)
        self.cells = cells
        self._planned: dict[tuple[str, BridgeCategory], Decimal] = {
            (item.scenario, item.category): item.amount for item in comparison.bridges
        }

    def compared(self, column: int) -> bool:
        """Whether the column has a plan to compare with the base's."""
        return column > FIRST and FIRST in self.cells.totals and column in self.cells.totals

    def amount(self, category: BridgeCategory, column: int) -> Expr | None:
        """Σ items of the category, scenario less base. Raises ModelError where the comparison says otherwise."""
        if not self.compared(column):
            return None
        there, terms, value = f"'{self.cells.sheet}'!", [], 0.0
        for item in CATEGORY_ITEMS[category]:
            if item in self.cells.item_rows:
                row, values = self.cells.item_rows[item], self.cells.items[item]
                base = self.matrix.sheet.address(row, FIRST, row_fixed=True, column_fixed=True)
                terms.append(f"{there}{self.matrix.at(row, column)}-{there}{base}")
                value += values[column] - values[FIRST]
        name = self.matrix.results[column - FIRST].name
        planned = self._planned.get((name, category), Decimal(0))
        return Expr("+".join(terms) or "0", agreed(f"{category} of {name} against base", planned, value))

    def total(self, column: int, *, of_base: bool) -> Expr | None:
        """TCO on the sheet of scenarios, of the base or of the column."""
        if not self.compared(column) and column != FIRST:
            return None
        at = FIRST if of_base else column
        address = self.matrix.sheet.address(self.cells.total_row, at, column_fixed=of_base)
        return Expr(f"'{self.cells.sheet}'!{address}", self.cells.totals[at])


def fill_bridge(workbook: Workbook, sheet: Sheet, comparison: Comparison, cells: ScenarioCells) -> None:
    """Fill the sheet: amounts are formulas over the sheet of scenarios, and a check ties both."""
    bridge = _Bridge(sheet, comparison, cells)
    matrix = bridge.matrix
    matrix.start("sheet.bridge", "bridge.note")
    if FIRST not in cells.totals:
        sheet.text(HEAD_ROW + 2, LABEL, label("bridge.none", sheet.language), "muted")
        sheet.finish()
        return
    matrix.band("bridge.amounts")
    money, base_row = matrix.money, matrix.row
    matrix.formulas(matrix.named("bridge.base"), money, lambda c: bridge.total(c, of_base=True), "money0", "link")
    rows: dict[BridgeCategory, int] = {}
    amounts: dict[BridgeCategory, Mapping[int, float]] = {}
    for category in CATEGORY_ITEMS:
        rows[category] = matrix.row
        amounts[category] = matrix.formulas(
            matrix.named(f"category.{category}"), money, _amount_of(bridge, category), "money0"
        )
    _close(bridge, base_row, amounts)
    _shares(bridge, rows, amounts)
    if len(matrix.results) > 1:
        title = f"{label('chart.bridge', sheet.language)} ({comparison.currency})"
        chart = StackedColumns(workbook, sheet, sheet.name, title)
        for category, row in rows.items():
            chart.add(row, LABEL, NAME_ROW, FIRST + 1, matrix.last, COLOURS[category])
        chart.insert(matrix.row + 1, LABEL)
    sheet.finish(repeat=(NAME_ROW, NAME_ROW), pages_tall=1)


def _amount_of(bridge: _Bridge, category: BridgeCategory) -> Callable[[int], Expr | None]:
    return lambda column: bridge.amount(category, column)


def _close(bridge: _Bridge, base_row: int, amounts: Mapping[BridgeCategory, Mapping[int, float]]) -> None:
    """Base plus categories, and whether that is the scenario's TCO."""
    matrix, cells = bridge.matrix, bridge.cells
    total_row, last = matrix.row, matrix.row - 1

    def total(column: int) -> Expr | None:
        if not bridge.compared(column) and column != FIRST:
            return None
        computed = cells.totals[FIRST] + sum(values.get(column, 0.0) for values in amounts.values())
        return Expr(f"SUM({matrix.at(base_row, column)}:{matrix.at(last, column)})", computed)

    def check(column: int) -> Expr | None:
        there = bridge.total(column, of_base=False)
        if there is None:
            return None
        return Expr(f"IF(ABS({matrix.at(total_row, column)}-{there.text})<1,1,0)", 1.0)

    matrix.formulas(matrix.named("bridge.scenario"), matrix.money, total, "money0", "total")
    matrix.formulas(matrix.named("bridge.check"), matrix.named("unit.flag"), check, "whole", "right")


def _shares(
    bridge: _Bridge, rows: Mapping[BridgeCategory, int], amounts: Mapping[BridgeCategory, Mapping[int, float]]
) -> None:
    """Each category as a share of the whole difference."""
    matrix = bridge.matrix
    first, last = min(rows.values()), max(rows.values())
    matrix.band("bridge.shares")
    for category, row in rows.items():
        formula = _share_of(bridge, (first, last), row, category, amounts)
        matrix.formulas(matrix.named(f"category.{category}"), matrix.named("unit.ratio"), formula, "percent")


def _share_of(
    bridge: _Bridge,
    span: tuple[int, int],
    row: int,
    category: BridgeCategory,
    amounts: Mapping[BridgeCategory, Mapping[int, float]],
) -> Callable[[int], Expr | None]:
    matrix = bridge.matrix

    def share(column: int) -> Expr | None:
        if not bridge.compared(column):
            return None
        total = f"SUM({matrix.at(span[0], column)}:{matrix.at(span[1], column)})"
        whole = sum(values[column] for values in amounts.values())
        value = amounts[category][column] / whole if whole else 0.0
        return Expr(f"IF({total}=0,0,{matrix.at(row, column)}/{total})", value)

    return share
