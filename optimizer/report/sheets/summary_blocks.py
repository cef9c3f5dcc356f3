"""The blocks of page one, each a few rows of the same ten columns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell, Expr
from optimizer.report.limit_names import limit_style, limit_unit, limit_words
from optimizer.report.plan_words import token_costs
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.limits import LimitCells
from optimizer.report.sheets.placement import mode_of
from optimizer.report.sheets.proof import ProofCells
from optimizer.report.sheets.purchases import PurchaseCells
from optimizer.report.sheets.table import columns
from optimizer.report.texts import Words, both, label, same

COLUMN_WIDTHS = (1, 40, 40, 38, 15, 16, 30, 30, 16, 16, 16, 16)
FIRST, LAST, MIDDLE = 1, 11, 6
OTHER = (2, 7)
"""The other language of the labels on the left and on the right."""
VALUE = 3
MOST_ROWS = 8
"""Pools and limits shown on page one; the rest is on its own sheet."""
RECOMMENDATION = (
    "head.server", "head.card", "head.mode", "head.servers", "head.spares", "head.cards", "head.unit_price",
    "head.subtotal", "head.incl_vat",
)  # fmt: skip
FIGURES = ("head.label", "head.other_label", "head.value", "head.unit")
LIMITS = ("head.limit", "head.other_label", "head.used", "head.available", "head.unit", "head.use")


def write_recommendation(report: Report, sheet: Sheet, purchases: PurchaseCells, row: int) -> int:
    """What to buy and rent; returns the next free row."""
    sheet.section(row, FIRST, LAST, "summary.recommendation")
    for column, key in zip(columns(sheet, len(RECOMMENDATION), FIRST), RECOMMENDATION, strict=True):
        last = column + 1 if sheet.is_other_language(column + 1) else None
        sheet.heading(row + 1, column, both(key, sheet.language), last_column=last)
    row += 3
    lines = list(_lines(report.plan))
    for line in lines[:MOST_ROWS]:
        _line(report, sheet, purchases, line, row)
        row += 1
    if len(lines) > MOST_ROWS:
        more = label("summary.more", sheet.language).format(count=len(lines) - MOST_ROWS)
        sheet.text(row, FIRST, more, "cell", "muted", last_column=LAST)
        row += 1
    return row


@dataclass(frozen=True)
class _Line:
    """Servers of one pool and one origin."""

    pool: Pool
    servers: int
    owned: bool


def _lines(plan: Plan) -> Iterator[_Line]:
    for pool in plan.pools:
        if pool.count:
            yield _Line(pool, pool.count, owned=False)
        if any(pool.owned):
            yield _Line(pool, max(pool.owned), owned=True)


def _line(report: Report, sheet: Sheet, purchases: PurchaseCells, line: _Line, row: int) -> None:
    pool, nothing_bought = line.pool, line.owned or line.pool.rented
    flag = " *" if pool.server in report.plan.quote_needed and not line.owned else ""
    sheet.text(row, 1, pool.server_name + flag, "cell", "bold", last_column=2)
    sheet.text(row, 3, pool.card_name, "cell")
    mode = mode_of(sheet.language, rented=pool.rented, owned=line.owned)
    sheet.text(row, 4, mode.here, "cell", "center")
    sheet.number(row, 5, line.servers, "cell", "integer", "big", "center")
    spares = "–" if line.owned and pool.count else f"{pool.spares}"
    sheet.text(row, 6, spares, "cell", "center", last_column=7)
    sheet.number(row, 8, line.servers * pool.cards_per_server, "cell", "integer", "center")
    if not nothing_bought:
        for column, cell in enumerate(purchases.lines[pool.server], start=9):
            sheet.formula(row, column, cell, "cell", "money0")
        return
    hourly = f"{pool.unit_price.amount:,.2f} {report.currency}/{label('unit.hour', sheet.language)}"
    sheet.text(row, 9, hourly if pool.rented else "–", "cell", "right")
    for column in (10, 11):
        sheet.text(row, column, "–", "cell", "center", "muted")


def write_key_figures(
    report: Report, sheet: Sheet, changed: Expr, purchases: PurchaseCells, cost: CostCells, proof: ProofCells,
    per_million: Mapping[str, Cell], row: int,
) -> int:  # fmt: skip
    """Capital, TCO, proof, cost per million tokens; `changed` counts changed inputs. Returns the next free row."""
    language = sheet.language
    sheet.section(row, FIRST, MIDDLE - 1, "summary.figures")
    sheet.head(row + 1, FIRST, FIGURES)
    sheet.head(row + 1, MIDDLE - 1, ("head.status",))
    row += 3
    no_resale = Expr(f"{cost.tco.text}-{cost.resale.text}", float(report.plan.tco_at_zero_resale))
    amounts: tuple[tuple[str, Expr], ...] = (
        ("summary.capex_incl_vat", purchases.capex_incl_vat),
        ("summary.capex", purchases.capex),
        ("summary.tco", cost.tco),
        ("summary.tco_zero_resale", no_resale),
        ("summary.bound", proof.bound),
    )
    for key, amount in amounts:
        strong = ("big",) if key in ("summary.capex_incl_vat", "summary.tco") else ()
        _figure(sheet, row, both(key, language), same(report.currency))
        sheet.formula(row, VALUE, amount, "cell", "money0", *strong)
        row += 1
    _proved(report.plan, sheet, changed, proof, row)
    row += 1
    for workload, tokens in list(token_costs(report.plan))[:MOST_ROWS]:
        words = both("summary.per_million_live", language).with_tail(f" · {workload}")
        _figure(sheet, row, words, same(report.currency))
        if tokens is None or workload not in per_million:
            sheet.text(row, VALUE, label("word.not_known", language), "cell", "right", "muted")
        else:
            sheet.formula(row, VALUE, per_million[workload], "cell", "money")
        row += 1
    return _training(report, sheet, row)


def _proved(plan: Plan, sheet: Sheet, changed: Expr, proof: ProofCells, row: int) -> None:
    """Gap and status; both give way to a call for a new solve once an input was changed."""
    stale, status = label("summary.stale", sheet.language), label(f"status.{plan.status}", sheet.language)
    _figure(sheet, row, both("proof.gap", sheet.language), same("–"))
    gap = Expr(f'IF({changed.text}>0,"{stale}",{proof.gap.text})', proof.gap.value)
    sheet.formula(row, VALUE, gap, "cell", "percent", "right")
    good = "good" if plan.status == "optimal" else "warn"
    sheet.message(row, MIDDLE - 1, f'IF({changed.text}>0,"{stale}","{status}")', status, "cell", "center", "wrap", good)
    for column in (VALUE, MIDDLE - 1):
        address = sheet.address(row, column, row_fixed=True, column_fixed=True)
        amber = {"type": "formula", "criteria": f'={address}="{stale}"', "format": sheet.styles("warn")}
        sheet.worksheet.conditional_format(row, column, row, column, amber)


def _training(report: Report, sheet: Sheet, row: int) -> int:
    """How long each run takes; a job of a stream: how many card-hours. Last year, as the plan ends."""
    last = max((p.year for p in report.plan.placements), default=0)
    for p in report.plan.placements:
        if p.year != last or p.card_hours is None:
            continue
        key, unit, value = ("run_days", "days", p.days) if p.days else ("job_card_hours", "card_hours", p.card_hours)
        words = both(f"summary.{key}", sheet.language).with_tail(f" · {p.workload}")
        _figure(sheet, row, words, both(f"unit.{unit}", sheet.language))
        sheet.number(row, VALUE, value, "cell", "tenths")
        row += 1
    return row


def _figure(sheet: Sheet, row: int, words: Words, unit: Words) -> None:
    sheet.words(row, FIRST, words, "cell")
    sheet.text(row, VALUE + 1, unit.here, "cell", "center")
    sheet.text(row, MIDDLE - 1, "", "cell")


def write_limits(report: Report, sheet: Sheet, limits: LimitCells, row: int) -> int:
    """Power, racks, budget: used against the limit; returns the next free row."""
    sheet.section(row, MIDDLE, LAST, "summary.limits")
    sheet.head(row + 1, MIDDLE, LIMITS)
    row += 3
    first = row
    for index, use in enumerate(report.plan.limits[:MOST_ROWS]):
        sheet.words(row, MIDDLE, limit_words(use, sheet.language), "cell")
        style = limit_style(use, report.currency)
        sheet.formula(row, 8, limits.used[index], "cell", style)
        sheet.formula(row, 9, limits.available[index], "cell", style)
        sheet.text(row, 10, limit_unit(use, sheet.language).here, "cell", "center")
        sheet.formula(row, LAST, limits.share[index], "cell", "percent", *(("bold",) if use.binding else ()))
        row += 1
    for key, path, value, unit in (
        ("summary.it_power", "site.it_power_kw", report.plan.totals.it_power_kw, "kw"),
        ("summary.racks", "site.racks", None, "racks"),
    ):
        if not any(use.path.startswith(path) for use in report.plan.limits):
            _unlimited(sheet, row, key, value, label(f"unit.{unit}", sheet.language))
            row += 1
    if row > first:
        over = {"type": "cell", "criteria": ">", "value": 1, "format": sheet.styles("alert")}
        sheet.worksheet.conditional_format(first, LAST, row - 1, LAST, over)
    return row


def _unlimited(sheet: Sheet, row: int, key: str, value: float | None, unit: str) -> None:
    """Use without a limit; racks that no site states are not counted."""
    sheet.label(row, MIDDLE, key, "cell")
    if value is None:
        sheet.text(row, 8, label("word.not_counted", sheet.language), "cell", "muted", "right")
    else:
        sheet.number(row, 8, value, "cell", "decimal")
    sheet.text(row, 9, label("word.not_limited", sheet.language), "cell", "muted", "right")
    sheet.text(row, 10, unit, "cell", "center")
    sheet.text(row, LAST, "–", "cell", "muted", "center")
