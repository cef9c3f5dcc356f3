"""The next best plans with other server types, beside the plan: results of further solves, as values."""

from collections.abc import Iterator

from optimizer.plan.plan import Plan
from optimizer.plan.why.alternatives import WITHIN
from optimizer.report.plan_words import machine_lines
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Number, Value, write_table
from optimizer.report.texts import both, label

HEAD = (
    "alt.rank", "alt.plan", "head.tco", "alt.difference", "alt.ecosystems", "summary.it_power_kw", "share.spend",
    "alt.proved",
)  # fmt: skip
HEAD_ROW = 3
OTHER = (8,)
"""After the last column."""


def fill_alternatives(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan = report.plan
    if plan.explanation is None:
        return
    sheet.other_language(*OTHER)
    sheet.title("sheet.alternatives", "alt.note")
    sheet.widest = 60
    row = write_table(sheet, HEAD_ROW, HEAD, _rows(plan, sheet.language))
    if not plan.explanation.alternatives:
        text = label("alt.none", sheet.language).format(within=f"{WITHIN:.0%}")
        sheet.text(row, 0, text, "subtitle")
    sheet.width(0, 8)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 0)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _rows(plan: Plan, language: str) -> Iterator[tuple[Value, ...]]:
    share = plan.totals.domestic_share.spend
    yield (
        label("alt.this", language), "; ".join(machine_lines(plan, language)),
        Number(float(plan.objective.tco_npv), "money0"), Number(0, "money0"),
        ", ".join(sorted({pool.ecosystem for pool in plan.pools})), Number(plan.totals.it_power_kw, "tenths"),
        None if share is None else Number(share, "percent"),
        both("word.yes" if plan.objective.gap == 0 else "word.no", language),
    )  # fmt: skip
    for each in plan.explanation.alternatives if plan.explanation else ():
        spend = each.domestic_share_spend
        yield (
            f"{each.rank}", "; ".join(each.purchases), Number(float(each.tco_npv), "money0"),
            Number(float(each.difference), "money0"), ", ".join(each.ecosystems), Number(each.it_power_kw, "tenths"),
            None if spend is None else Number(spend, "percent"),
            both("word.yes" if each.proved else "word.no", language),
        )  # fmt: skip
