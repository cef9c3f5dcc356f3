"""Assumptions and sources: what nobody wrote in the file and the run used, and where every fact comes from."""

from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import write_table

LAST_COLUMN = 5
ASSUMED = ("head.path", "head.value", "head.unit", "head.source", "head.confidence")
PARAMETERS = ("head.parameter", "head.value", "head.unit", "head.source", "head.date", "head.confidence")
SOURCES = ("head.item", "head.fact", "head.value", "head.source", "head.date", "head.confidence")


def fill_sources(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan, chinese = report.plan, sheet.language == "zh"
    sheet.title("sheet.sources")
    sheet.section(2, 0, LAST_COLUMN, "sources.assumptions")
    assumed = ((a.path, a.value, a.unit or "–", a.source, a.confidence or "–") for a in plan.assumptions)
    row = write_table(sheet, 3, ASSUMED, assumed)
    sheet.section(row + 1, 0, LAST_COLUMN, "sources.parameters")
    parameters = (
        (p.name_zh if chinese else p.name_en, float(p.value), p.unit, p.source, p.date, p.confidence)
        for p in plan.parameters
    )
    row = write_table(sheet, row + 2, PARAMETERS, parameters)
    sheet.section(row + 1, 0, LAST_COLUMN, "sources.facts")
    facts = ((s.item, s.what, s.value, s.source, s.date, s.confidence) for s in plan.sources)
    write_table(sheet, row + 2, SOURCES, facts)
    sheet.worksheet.freeze_panes(1, 1)
    sheet.finish(repeat=(0, 0))
