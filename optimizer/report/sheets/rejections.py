"""Rejections: every (workload, server) pair that cannot be, the limit it misses, and by how much."""

from optimizer.report.plan_texts import in_both
from optimizer.report.quantities import in_reading_unit
from optimizer.report.rejection_words import limit_name, rejection_words
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, write_table
from optimizer.report.texts import both
from optimizer.sizing.option import Rejection

HEAD = (
    "head.workload", "head.server", "head.limit", "head.meaning", "head.needed", "head.available", "head.unit_or_field",
)  # fmt: skip
HEAD_ROW = 3
OTHER = (3, 5, 7, 9, 11)
"""After the limit, its meaning, what is needed, what is available and the unit."""


def fill_rejections(report: Report, sheet: Sheet) -> None:
    """Fill the sheet, with a filter on every column."""
    sheet.other_language(*OTHER)
    sheet.title("sheet.rejections", "rejections.note")
    end = write_table(sheet, HEAD_ROW, HEAD, (_row(r, sheet.language) for r in report.plan.rejections))
    sheet.worksheet.autofilter(HEAD_ROW + 1, 0, end - 1, OTHER[-1])
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 2)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _row(rejection: Rejection, language: str) -> tuple[Value, ...]:
    meaning = both(f"rejected.{rejection.limit}", language)
    _, unit = in_reading_unit(rejection.needed, rejection.unit)
    needed, available = (_amount(v, rejection.unit, language) for v in (rejection.needed, rejection.available))
    limit, words = limit_name(rejection.limit, language), in_both(unit or "–", language)
    return rejection.workload, rejection.server, limit, meaning, needed, available, words


def _amount(value: float | str, unit: str, language: str) -> Value:
    shown, _ = in_reading_unit(value, unit)
    return rejection_words(shown, language) if isinstance(shown, str) else shown
