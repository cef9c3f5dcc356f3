"""The blocks of page one, each a few rows of the same ten columns."""

from optimizer.plan.machines import Pool
from optimizer.report.cells import Expr
from optimizer.report.limit_names import limit_unit, limit_words
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.limits import LimitCells
from optimizer.report.sheets.placement import mode_of
from optimizer.report.sheets.proof import ProofCells
from optimizer.report.sheets.purchases import PurchaseCells
from optimizer.report.texts import both, label

COLUMN_WIDTHS = (1, 32, 27, 18, 12, 24, 24, 17, 17, 17)
FIRST, LAST, MIDDLE = 1, 9, 5
MOST_ROWS = 8
"""Pools and limits shown on page one; the rest is on its own sheet."""
RECOMMENDATION = (
    "head.server", "head.card", "head.mode", "head.servers", "head.spares", "head.cards", "head.unit_price",
    "head.subtotal", "head.incl_vat",
)  # fmt: skip
LIMITS = ("head.limit", "head.other_label", "head.used", "head.available", "head.use")


def write_recommendation(report: Report, sheet: Sheet, purchases: PurchaseCells, row: int) -> int:
    """What to buy and rent; returns the next free row."""
    plan = report.plan
    sheet.section(row, FIRST, LAST, "summary.recommendation")
    sheet.head(row + 1, FIRST, RECOMMENDATION)
    row += 3
    for pool in plan.pools[:MOST_ROWS]:
        _pool(report, sheet, purchases, pool, row)
        row += 1
    if len(plan.pools) > MOST_ROWS:
        more = label("summary.more", sheet.language).format(count=len(plan.pools) - MOST_ROWS)
        sheet.text(row, FIRST, more, "cell", "muted", last_column=LAST)
        row += 1
    return row


def _pool(report: Report, sheet: Sheet, purchases: PurchaseCells, pool: Pool, row: int) -> None:
    flag = " *" if pool.server in report.plan.quote_needed else ""
    sheet.text(row, 1, pool.server_name + flag, "cell", "bold")
    sheet.text(row, 2, pool.card_name, "cell")
    sheet.text(row, 3, mode_of(sheet.language, rented=pool.rented, owned=False), "cell", "center")
    sheet.number(row, 4, pool.count, "cell", "integer", "big", "center")
    sheet.number(row, 5, pool.spares, "cell", "integer", "center")
    sheet.number(row, 6, pool.count * pool.cards_per_server, "cell", "integer", "center")
    if pool.rented:
        hourly = f"{pool.unit_price.amount:,.2f} {report.currency}/{label('unit.server_hour', sheet.language)}"
        sheet.text(row, 7, hourly, "cell", "right")
        for column in (8, 9):
            sheet.text(row, column, "–", "cell", "center", "muted")
        return
    for column, cell in enumerate(purchases.lines[pool.server], start=7):
        sheet.formula(row, column, cell, "cell", "money0")


def write_key_figures(
    report: Report, sheet: Sheet, purchases: PurchaseCells, cost: CostCells, proof: ProofCells, row: int
) -> int:
    """Capital, TCO, proof, cost per million tokens; returns the next free row."""
    plan, language = report.plan, sheet.language
    sheet.section(row, FIRST, MIDDLE - 1, "summary.figures")
    row += 1
    no_resale = Expr(f"{cost.tco.text}-{cost.resale.text}", float(plan.tco_at_zero_resale))
    amounts: tuple[tuple[str, Expr], ...] = (
        ("summary.capex_incl_vat", purchases.capex_incl_vat),
        ("summary.capex", purchases.capex),
        ("summary.tco", cost.tco),
        ("summary.tco_zero_resale", no_resale),
        ("proof.bound", proof.bound),
    )
    for key, amount in amounts:
        strong = ("big",) if key in ("summary.capex_incl_vat", "summary.tco") else ()
        _figure(sheet, row, *both(key, language))
        sheet.formula(row, 3, amount, "cell", "money0", *strong)
        sheet.text(row, 4, report.currency, "cell", "center")
        row += 1
    _figure(sheet, row, *both("proof.gap", language))
    sheet.formula(row, 3, proof.gap, "cell", "percent")
    sheet.text(
        row,
        4,
        label(f"status.{plan.status}", language),
        "cell",
        "center",
        "good" if plan.status == "optimal" else "warn",
    )
    row += 1
    for tokens in plan.cost_per_million_tokens[:MOST_ROWS]:
        here, there = both("summary.per_million", language)
        _figure(sheet, row, f"{here} · {tokens.workload}", f"{there} · {tokens.workload}")
        sheet.number(row, 3, float(tokens.blended), "cell", "money")
        sheet.text(row, 4, report.currency, "cell", "center")
        row += 1
    return row


def _figure(sheet: Sheet, row: int, first: str, second: str) -> None:
    sheet.text(row, 1, first, "cell")
    sheet.text(row, 2, second, "cell", "second")


def write_limits(report: Report, sheet: Sheet, limits: LimitCells, row: int) -> int:
    """Power, racks, budget: used against the limit; returns the next free row."""
    sheet.section(row, MIDDLE, LAST, "summary.limits")
    sheet.head(row + 1, MIDDLE, LIMITS)
    row += 3
    first = row
    for index, use in enumerate(report.plan.limits[:MOST_ROWS]):
        here, there = limit_words(use, sheet.language)
        sheet.text(row, 5, f"{here} [{limit_unit(use, sheet.language)}]", "cell")
        sheet.text(row, 6, there, "cell", "second")
        sheet.formula(row, 7, limits.used[index], "cell", "decimal")
        sheet.formula(row, 8, limits.available[index], "cell", "decimal")
        sheet.formula(row, 9, limits.share[index], "cell", "percent", *(("bold",) if use.binding else ()))
        row += 1
    for key, path, value, unit in (
        ("summary.it_power", "site.it_power_kw", report.plan.totals.it_power_kw, "kW"),
        ("summary.racks", "site.racks", float(report.plan.totals.racks), label("unit.racks", sheet.language)),
    ):
        if not any(use.path.startswith(path) for use in report.plan.limits):
            _unlimited(sheet, row, key, value, unit)
            row += 1
    if row > first:
        over = {"type": "cell", "criteria": ">", "value": 1, "format": sheet.styles("alert")}
        sheet.worksheet.conditional_format(first, LAST, row - 1, LAST, over)
    return row


def _unlimited(sheet: Sheet, row: int, key: str, value: float, unit: str) -> None:
    here, there = both(key, sheet.language)
    sheet.text(row, 5, f"{here} [{unit}]", "cell")
    sheet.text(row, 6, there, "cell", "second")
    sheet.number(row, 7, value, "cell", "decimal")
    sheet.text(row, 8, label("word.not_limited", sheet.language), "cell", "muted", "right")
    sheet.text(row, 9, "–", "cell", "muted", "center")
