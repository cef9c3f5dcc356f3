"""Scenarios side by side: what is bought, what it costs, how domestic it is, how well that is proved."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from xlsxwriter import Workbook

from optimizer.cost.items import CostItem
from optimizer.plan.comparison import Comparison, ScenarioResult
from optimizer.plan.plan import Plan
from optimizer.report.cells import Expr
from optimizer.report.comparison.charts import StackedColumns
from optimizer.report.comparison.columns import FIRST, LABEL, NAME_ROW, Matrix
from optimizer.report.item_order import ITEM_ORDER
from optimizer.report.plan_words import conflict_words, machine_lines, racks_used, token_costs
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost_chart import COLOURS
from optimizer.report.sheets.planned import agreed
from optimizer.report.texts import both, label


@dataclass(frozen=True)
class ScenarioCells:
    """Where the bridge finds the cost items; values by column."""

    sheet: str
    item_rows: Mapping[CostItem, int]
    items: Mapping[CostItem, Mapping[int, float]]
    total_row: int
    totals: Mapping[int, float]


def fill_scenarios(sheet: Sheet, comparison: Comparison) -> ScenarioCells:
    """Fill the sheet. Raises ModelError where a plan's cost lines do not add up to its TCO."""
    matrix = Matrix(sheet, comparison.results, comparison.currency)
    matrix.start("sheet.scenarios", "compare.note")
    _outcome(matrix)
    _machines(matrix)
    cells = _money(matrix)
    _tokens(matrix)
    _shares(matrix)
    _proof(matrix, cells)
    sheet.finish(pages_tall=1)
    return cells


def fill_cost_chart(workbook: Workbook, sheet: Sheet, comparison: Comparison, cells: ScenarioCells) -> None:
    """A page of its own for the chart, so that no page break cuts it: TCO by scenario, stacked by item."""
    sheet.title("sheet.cost_chart")
    if cells.item_rows:  # else no scenario has a plan
        title = f"{label('chart.scenarios', sheet.language)} ({comparison.currency})"
        chart = StackedColumns(workbook, sheet, cells.sheet, title)
        for item, row in cells.item_rows.items():
            chart.add(row, LABEL, NAME_ROW, FIRST, FIRST + len(comparison.results) - 1, COLOURS[item])
        chart.insert(3, LABEL)
    sheet.finish(pages_tall=1)


def _outcome(matrix: Matrix) -> None:
    language = matrix.sheet.language
    matrix.band("compare.answer")
    matrix.texts("head.status", lambda r: label(f"status.{r.status}", language), "bold")
    changed, unchanged = label("compare.demand_changed", language), label("compare.demand_same", language)
    matrix.texts("compare.demand", lambda r: changed if r.demand_changed else unchanged)
    if any(result.conflict for result in matrix.results):
        matrix.texts("compare.conflict", lambda r: "\n".join(conflict_words(m, language) for m in r.conflict))


def _machines(matrix: Matrix) -> None:
    def listed(result: ScenarioResult) -> str:
        return "\n".join(machine_lines(result.plan, matrix.sheet.language)) if result.plan else ""

    matrix.band("compare.machines")
    matrix.texts("compare.machine_list", listed)
    figures: tuple[tuple[str, str, Callable[[Plan], float], str], ...] = (
        ("compare.servers", "servers", lambda p: p.totals.servers, "integer"),
        ("compare.cards", "cards", lambda p: p.totals.cards, "integer"),
        ("summary.it_power", "kw", lambda p: p.totals.it_power_kw, "decimal"),
        ("limit.facility_power", "kw", lambda p: p.totals.facility_power_kw, "decimal"),
        ("compare.energy", "mwh", lambda p: p.totals.energy_mwh, "decimal"),
    )
    for key, unit, value_of, style in figures:
        matrix.values(matrix.named(key), matrix.named(f"unit.{unit}"), value_of, style)
    none = label("word.not_counted", matrix.sheet.language)
    matrix.values(matrix.named("summary.racks"), matrix.named("unit.racks"), racks_used, "integer", missing=none)


def _money(matrix: Matrix) -> ScenarioCells:
    money = matrix.money
    matrix.band("compare.money")
    for key, value_of in (
        ("summary.capex", lambda p: float(p.totals.capex)),
        ("summary.capex_incl_vat", lambda p: float(p.totals.capex_incl_vat)),
    ):
        matrix.values(matrix.named(key), money, value_of, "money0")
    matrix.band("compare.tco_items")
    present = {r.name: _by_item(r.plan) for r in matrix.results if r.plan is not None}
    rows: dict[CostItem, int] = {}
    items: dict[CostItem, dict[int, float]] = {}
    for item in (i for i in ITEM_ORDER if any(i in found for found in present.values())):
        rows[item] = matrix.row
        items[item] = matrix.values(matrix.named(f"item.{item}"), money, _item_of(item), "money0")
    first, total_row = next(iter(rows.values()), matrix.row), matrix.row
    totals = matrix.formulas(matrix.named("summary.tco"), money, _total(matrix, first, items), "money0", "total")
    base = totals.get(FIRST)
    fixed = matrix.sheet.address(total_row, FIRST, row_fixed=True, column_fixed=True)

    def difference(column: int) -> Expr | None:
        if base is None or column not in totals:
            return None
        return Expr(f"{matrix.at(total_row, column)}-{fixed}", totals[column] - base)

    def share(column: int) -> Expr | None:
        if not base or column not in totals:
            return None
        return Expr(f"{matrix.at(total_row, column)}/{fixed}-1", totals[column] / base - 1)

    matrix.formulas(matrix.named("compare.difference"), money, difference, "money0")
    matrix.formulas(matrix.named("compare.difference_share"), matrix.named("unit.ratio"), share, "percent")
    no_resale = matrix.named("summary.tco_zero_resale")
    matrix.values(no_resale, money, lambda p: float(p.tco_at_zero_resale), "money0")
    return ScenarioCells(matrix.sheet.name, rows, items, total_row, totals)


def _total(matrix: Matrix, first: int, items: Mapping[CostItem, Mapping[int, float]]) -> Callable[[int], Expr | None]:
    """Sum of the item rows; the cached value is the plan's TCO."""
    last = matrix.row - 1

    def total(column: int) -> Expr | None:
        plan = matrix.results[column - FIRST].plan
        if plan is None:
            return None
        computed = sum(values[column] for values in items.values())
        value = agreed(f"TCO of {plan.scenario or 'base'}", plan.objective.tco_npv, computed)
        return Expr(f"SUM({matrix.at(first, column)}:{matrix.at(last, column)})", value)

    return total


def _by_item(plan: Plan) -> dict[CostItem, Decimal]:
    """Present value by cost item."""
    sums: dict[CostItem, Decimal] = defaultdict(Decimal)
    for line in plan.cost_lines:
        sums[line.item] += line.present_value
    return sums


def _item_of(item: CostItem) -> Callable[[Plan], float]:
    return lambda plan: float(_by_item(plan).get(item, Decimal(0)))


def _tokens(matrix: Matrix) -> None:
    plans = [result.plan for result in matrix.results if result.plan]
    names = dict.fromkeys(name for plan in plans for name, _ in token_costs(plan))
    if names:
        matrix.band("compare.tokens")
    for name in names:
        words = matrix.named("summary.per_million").with_tail(f" · {name}")
        unknown = label("word.not_known", matrix.sheet.language)
        matrix.values(words, matrix.money, _tokens_of(name), "money", missing=unknown)


def _tokens_of(workload: str) -> Callable[[Plan], float | None]:
    def blended(plan: Plan) -> float | None:
        found = (row.blended for row in plan.cost_per_million_tokens if row.workload == workload)
        amount = next(found, None)
        return None if amount is None else float(amount)

    return blended


def _shares(matrix: Matrix) -> None:
    matrix.band("summary.domestic")
    measures: tuple[tuple[str, Callable[[Plan], float | None]], ...] = (
        ("spend", lambda p: p.totals.domestic_share.spend),
        ("cards", lambda p: p.totals.domestic_share.cards),
        ("servers", lambda p: p.totals.domestic_share.servers),
        ("compute", lambda p: p.totals.domestic_share.compute),
    )
    for key, value_of in measures:
        matrix.values(matrix.named(f"share.{key}"), matrix.named("unit.ratio"), value_of, "percent")


def _proof(matrix: Matrix, cells: ScenarioCells) -> None:
    """As solved, bound, gap, the check of the sum, and the plan at both quantiles."""
    money, ratio = matrix.money, matrix.named("unit.ratio")
    matrix.band("compare.proof")
    solved_row, bound_row = matrix.row, matrix.row + 1
    matrix.values(matrix.named("compare.tco_solved"), money, lambda p: float(p.objective.tco_npv), "money")
    matrix.values(matrix.named("proof.bound"), money, lambda p: float(p.objective.bound), "money")

    def gap(column: int) -> Expr | None:
        plan = matrix.results[column - FIRST].plan
        if plan is None:
            return None
        cost, bound = matrix.at(solved_row, column), matrix.at(bound_row, column)
        tco = float(plan.objective.tco_npv)
        value = (tco - float(plan.objective.bound)) / tco if tco else 0.0
        return Expr(f"IF({cost}=0,0,({cost}-{bound})/{cost})", value)

    def check(column: int) -> Expr | None:
        if column not in cells.totals:
            return None
        test = f"ABS({matrix.at(cells.total_row, column)}-{matrix.at(solved_row, column)})<1"
        return Expr(f"IF({test},1,0)", 1.0)

    matrix.formulas(matrix.named("proof.gap"), ratio, gap, "percent")
    matrix.formulas(matrix.named("compare.check"), matrix.named("unit.flag"), check, "whole", "right")
    quantiles: tuple[Literal["p10", "p50"], ...] = ("p10", "p50")
    for kind in quantiles:
        matrix.values(both(f"compare.{kind}", matrix.sheet.language), money, _variant_of(kind), "money0")


def _variant_of(kind: Literal["p10", "p50"]) -> Callable[[Plan], float | None]:
    def cost(plan: Plan) -> float | None:
        found = next((variant.tco_npv for variant in plan.variants if variant.kind == kind), None)
        return None if found is None else float(found)

    return cost
