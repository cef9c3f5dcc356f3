"""Rejections: every (workload, server) pair that cannot be, the limit it misses, and by how much."""

from optimizer.plan.why.explanation import Explanation, WhyNot
from optimizer.report.plan_texts import in_both
from optimizer.report.quantities import in_reading_unit
from optimizer.report.rejection_words import limit_name, rejection_words
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Number, Value, write_table
from optimizer.report.texts import Words, both, label
from optimizer.report.why_words import outcome_words, regret_words
from optimizer.sizing.option import Rejection

HEAD = (
    "head.workload", "head.server", "head.limit", "head.meaning", "head.needed", "head.available", "head.unit_or_field",
)  # fmt: skip
DEARER = (
    "head.server", "head.card", "why.status", "why.regret", "why.price", "why.entry", "why.with_it",
)  # fmt: skip
HEAD_ROW = 3
OTHER = (3, 5, 7, 9, 11)
"""After the limit, its meaning, what is needed, what is available and the unit."""


def fill_rejections(report: Report, sheet: Sheet) -> None:
    """Fill the sheet, with a filter on every column."""
    sheet.other_language(*OTHER)
    sheet.title("sheet.rejections", "rejections.note")
    head = HEAD_ROW if report.plan.explanation is None else _dearer(report.plan.explanation, sheet)
    end = write_table(sheet, head, HEAD, (_row(r, sheet.language) for r in report.plan.rejections))
    sheet.worksheet.autofilter(head + 1, 0, end - 1, OTHER[-1])
    if head == HEAD_ROW:
        sheet.worksheet.freeze_panes(HEAD_ROW + 2, 2)
    sheet.finish(repeat=(head, head + 1))


def _dearer(explanation: Explanation, sheet: Sheet) -> int:
    """Servers that could run but cost more, or that no plan can hold; returns the row of the next headings."""
    language = sheet.language
    sheet.section(HEAD_ROW, 0, OTHER[-1], "why.heading")
    sheet.text(HEAD_ROW + 1, 0, label("why.note", language), "subtitle")
    answers = (each for each in explanation.why_not if each.status != "rejected")
    end = write_table(sheet, HEAD_ROW + 2, DEARER, (_answer(each, language) for each in answers))
    sheet.section(end + 1, 0, OTHER[-1], "why.status.rejected")
    return end + 2


def _answer(answer: WhyNot, language: str) -> tuple[Value, ...]:
    """Money in the request's currency; rented servers by the hour."""
    verdict, other = both(f"why.status.{answer.status}", language), "en" if language == "zh" else "zh"
    price, entry = (
        None if each is None else Number(float(each), "money") for each in (answer.price, answer.entry_price)
    )
    if answer.entry_asked and answer.entry_price is None:
        entry_cell: Value = both("why.at_no_price", language)
    else:
        entry_cell = entry
    outcome = Words(outcome_words(answer, language), outcome_words(answer, other))
    exact = answer.regret is not None and answer.regret == answer.regret_bound
    regret: Value = Number(float(answer.regret or 0), "money0") if exact else regret_words(answer, language)
    return answer.server_name, answer.card_name or answer.card, verdict, regret, price, entry_cell, outcome


def _row(rejection: Rejection, language: str) -> tuple[Value, ...]:
    meaning = both(f"rejected.{rejection.limit}", language)
    _, unit = in_reading_unit(rejection.needed, rejection.unit)
    needed, available = (_amount(v, rejection.unit, language) for v in (rejection.needed, rejection.available))
    limit, words = limit_name(rejection.limit, language), in_both(unit or "–", language)
    return rejection.workload, rejection.server, limit, meaning, needed, available, words


def _amount(value: float | str, unit: str, language: str) -> Value:
    shown, _ = in_reading_unit(value, unit)
    return rejection_words(shown, language) if isinstance(shown, str) else shown
