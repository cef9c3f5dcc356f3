"""Rejections: every (workload, server) pair that cannot be, the limit it misses, and by how much."""

from optimizer.report.plan_texts import in_both
from optimizer.report.quantities import in_reading_unit
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, write_table
from optimizer.report.texts import both
from optimizer.sizing.option import Rejection

HEAD = ("head.workload", "head.server", "head.limit", "head.meaning", "head.needed", "head.available", "head.unit")
HEAD_ROW = 3
OTHER_MEANING, OTHER_UNIT = 4, 8


def fill_rejections(report: Report, sheet: Sheet) -> None:
    """Fill the sheet, with a filter on every column."""
    sheet.other_language(OTHER_MEANING, OTHER_UNIT)
    sheet.title("sheet.rejections", "rejections.note")
    end = write_table(sheet, HEAD_ROW, HEAD, (_row(r, sheet.language) for r in report.plan.rejections))
    sheet.worksheet.autofilter(HEAD_ROW + 1, 0, end - 1, OTHER_UNIT)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 2)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _row(rejection: Rejection, language: str) -> tuple[Value, ...]:
    meaning = both(f"rejected.{rejection.limit}", language)
    needed, unit = in_reading_unit(rejection.needed, rejection.unit)
    available, _ = in_reading_unit(rejection.available, rejection.unit)
    words = in_both(unit or "–", language)
    return rejection.workload, rejection.server, rejection.limit, meaning, needed, available, words
