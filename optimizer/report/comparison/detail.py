"""One scenario: what is bought, rented and used, and where each workload runs; or why there is no plan."""

from collections.abc import Iterator

from optimizer.plan.comparison import ScenarioResult
from optimizer.plan.machines import Placement, Pool
from optimizer.plan.plan import Plan
from optimizer.report.cells import Expr
from optimizer.report.comparison.columns import scenario_name
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.plan_words import degrees, fullest_year, not_sized
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.placement import mode_of
from optimizer.report.sheets.table import Number, Value, columns, write_table
from optimizer.report.texts import Words, both, label

LAST_COLUMN = 13
OTHER = (4, 11)
"""After the fourth and the tenth column on show."""
PURCHASES = (
    "head.server", "head.vendor", "head.card", "head.mode", "head.servers", "head.spares", "head.cards",
    "head.unit_price", "head.subtotal", "head.basis",
)  # fmt: skip
PLACEMENTS = (
    "head.workload", "head.server", "head.layout", "head.mode", "head.replicas", "head.cards", "head.weights",
    "head.demand", "head.capacity", "head.unit", "head.load", "head.days",
)  # fmt: skip
CONFLICT = ("head.path", "head.value", "head.unit", "head.requirement", "head.file", "head.line")


def fill_detail(sheet: Sheet, result: ScenarioResult, currency: str) -> None:
    """Fill the sheet."""
    language = sheet.language
    sheet.other_language(*OTHER)
    sheet.widest = 40
    name = scenario_name(result, language)
    heading, status = both("detail.title", language), both(f"status.{result.status}", language)
    sheet.text(1, 0, f"{status.here} · {currency}", "subtitle")
    sheet.hidden_text(2, 0, f"{heading.there} · {name.there} · {status.there}", "subtitle")
    head_row = _conflict(sheet, result) if result.plan is None else _plan(sheet, result.plan)
    sheet.long_title(0, 0, LAST_COLUMN, f"{heading.here} · {name.here}")
    sheet.worksheet.freeze_panes(1, 1)
    sheet.finish(repeat=(head_row, head_row + 1))


def _plan(sheet: Sheet, plan: Plan) -> int:
    """Returns the first row of the headings of the last table."""
    sheet.section(3, 0, LAST_COLUMN, "detail.purchases")
    rows = list(_machines(plan, sheet.language))
    end = write_table(sheet, 4, PURCHASES, rows)
    _subtotals(sheet, 6, plan)
    names = {pool.server: pool.server_name for pool in plan.pools}
    year, unsized = fullest_year(plan), not_sized(plan)
    shown = [p for p in plan.placements if p.year == year]
    here, there = both("detail.placement", sheet.language)
    sheet.section_words(end + 1, 0, LAST_COLUMN, Words(here.format(year=year), there.format(year=year)))
    write_table(sheet, end + 2, PLACEMENTS, (_placement(p, names, sheet.language) for p in shown))
    places = dict(zip(PLACEMENTS, columns(sheet, len(PLACEMENTS)), strict=True))
    for at, p in enumerate(shown, start=end + 4):
        if p.capacity and p.workload not in unsized:
            demand, capacity = (sheet.address(at, places[key]) for key in ("head.demand", "head.capacity"))
            load = Expr(f"{demand}/{capacity}", float(p.demand / p.capacity))
            sheet.formula(at, places["head.load"], load, "cell", "percent")
    return end + 2


def _machines(plan: Plan, language: str) -> Iterator[tuple[Value, ...]]:
    for pool in plan.pools:
        if pool.count:
            yield _machine(pool, pool.count, language, owned=False)
        if any(pool.owned):
            yield _machine(pool, max(pool.owned), language, owned=True)


def _machine(pool: Pool, count: int, language: str, *, owned: bool) -> tuple[Value, ...]:
    """The subtotal of bought servers is written afterwards, as a formula."""
    mode = mode_of(language, rented=pool.rented, owned=owned)
    price = None if owned else Number(float(pool.unit_price.amount), "money")
    cards = count * pool.cards_per_server
    basis = both(f"basis.{pool.unit_price.basis}", language)
    return pool.server_name, pool.vendor, pool.card_name, mode, count, pool.spares, cards, price, None, basis


def _subtotals(sheet: Sheet, row: int, plan: Plan) -> None:
    places = dict(zip(PURCHASES, columns(sheet, len(PURCHASES)), strict=True))
    for pool in plan.pools:
        if pool.count and not pool.rented:
            count, price = (sheet.address(row, places[key]) for key in ("head.servers", "head.unit_price"))
            subtotal = Expr(f"{count}*{price}", float(pool.count * pool.unit_price.amount))
            sheet.formula(row, places["head.subtotal"], subtotal, "cell", "money0")
        row += (pool.count > 0) + any(pool.owned)


def _placement(p: Placement, names: dict[str, str], language: str) -> tuple[Value, ...]:
    mode = mode_of(language, rented=p.rented, owned=p.owned)
    return (
        p.workload, names.get(p.server, p.server), degrees(p), mode, float(p.replicas), float(p.cards),
        p.weight_precision, float(p.demand), float(p.capacity), in_both(p.unit, language), None, p.days,
    )  # fmt: skip


def _conflict(sheet: Sheet, result: ScenarioResult) -> int:
    """Returns the first row of the headings, or of what stands there instead."""
    if result.status != "infeasible":
        sheet.text(3, 0, label("detail.unknown", sheet.language), "bold")
        return 0
    sheet.section(3, 0, LAST_COLUMN, "detail.conflict")
    rows = (
        (m.path, m.value, m.unit or "–", path_name(m.path, sheet.language), m.file, m.line) for m in result.conflict
    )
    write_table(sheet, 4, CONFLICT, rows)
    return 4
