"""What limits cost, and how far prices, tariff and demand may move: results of further solves, as values."""

from decimal import Decimal

from optimizer.plan.why.explanation import LimitValue, Range
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.live_ranges import RangeCells, write_live
from optimizer.report.sheets.table import Number, Value, write_heads, write_rows
from optimizer.report.texts import label
from optimizer.report.why_words import range_ends, range_name

HEAD = ("head.limit", "head.path", "head.value", "value.step", "value.saved", "value.without")
RANGES = ("range.kind", "head.path", "range.now", "range.low", "range.high", "head.unit")
HEAD_ROW = 3
OTHER = (1, 5, 8)
"""After the name, the step, and the last."""
LAST_COLUMN = 8


def fill_limit_values(report: Report, sheet: Sheet, inputs: InputCells) -> RangeCells | None:
    """Fill the sheet; returns how the inputs stand to their ranges, None where no input has one."""
    explanation, language = report.plan.explanation, sheet.language
    if explanation is None:
        return None
    sheet.other_language(*OTHER)
    sheet.title("sheet.limit_values", "value.note")
    write_heads(sheet, HEAD_ROW, HEAD)
    row = write_rows(sheet, HEAD_ROW + 2, len(HEAD), (_limit(each, language) for each in explanation.limit_values))
    if not explanation.limit_values:
        sheet.text(row, 0, label("value.none", language), "subtitle")
        row += 1
    sheet.section(row + 1, 0, LAST_COLUMN, "range.heading")
    sheet.text(row + 2, 0, label("range.note", language), "subtitle")
    write_heads(sheet, row + 3, RANGES)
    row = write_rows(sheet, row + 5, len(RANGES), (_range(each, language) for each in explanation.ranges))
    cells = write_live(sheet, row + 1, inputs, explanation.ranges)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 0)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))
    return cells


def _limit(value: LimitValue, language: str) -> tuple[Value, ...]:
    saved, without = (None if each is None else _money(each) for each in (value.saved_by_step, value.saved_without))
    return path_name(value.path, language), value.path, value.value, in_both(value.step, language), saved, without


def _range(found: Range, language: str) -> tuple[Value, ...]:
    name = range_name(found, language)
    low, high = range_ends(found, language)
    style = "money0" if found.kind == "price" else "decimal"
    return name, found.path, Number(float(found.value), style), low, high, in_both(found.unit, language)


def _money(amount: Decimal) -> Number:
    return Number(float(amount), "money0")
