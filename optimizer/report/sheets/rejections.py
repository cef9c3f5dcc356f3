"""Rejections: every (workload, server) pair that cannot be, the limit it misses, and by how much."""

from optimizer.report.quantities import in_reading_unit
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, write_table
from optimizer.report.texts import label
from optimizer.sizing.option import Rejection

HEAD = ("head.workload", "head.server", "head.limit", "head.meaning", "head.needed", "head.available", "head.unit")
HEAD_ROW = 2


def fill_rejections(report: Report, sheet: Sheet) -> None:
    """Fill the sheet, with a filter on every column."""
    sheet.title("sheet.rejections")
    sheet.text(1, 0, label("rejections.note", sheet.language), "subtitle")
    end = write_table(sheet, HEAD_ROW, HEAD, (_row(r, sheet.language) for r in report.plan.rejections))
    sheet.worksheet.autofilter(HEAD_ROW + 1, 0, end - 1, len(HEAD) - 1)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 2)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _row(rejection: Rejection, language: str) -> tuple[Value, ...]:
    meaning = label(f"rejected.{rejection.limit}", language)
    needed, unit = in_reading_unit(rejection.needed, rejection.unit)
    available, _ = in_reading_unit(rejection.available, rejection.unit)
    return rejection.workload, rejection.server, rejection.limit, meaning, needed, available, unit or "–"
