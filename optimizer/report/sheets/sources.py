"""Assumptions and sources: what nobody wrote in the file and the run used, and where every fact comes from."""

from optimizer.inputs.request import Assumption
from optimizer.plan.money import Parameter
from optimizer.plan.plan import Plan, Source
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, write_heads, write_rows, write_table
from optimizer.report.texts import Words, both, in_order, known, same

LAST_COLUMN = 11
OTHER = (2, 4, 6, 8, 11)
"""After meaning, value, unit, source and confidence."""
TAIL = ("head.value", "head.unit", "head.source", "head.date", "head.confidence")
HEAD = ("head.subject", "head.meaning", *TAIL)
"""The three tables share their columns and the headings on top, which every printed page repeats."""
HEAD_ROW = 3
ASSUMED = ("head.path", "head.meaning", *TAIL)


def fill_sources(report: Report, sheet: Sheet) -> None:
    """Fill the sheet."""
    plan, language = report.plan, sheet.language
    sheet.other_language(*OTHER)
    sheet.title("sheet.sources")
    write_heads(sheet, HEAD_ROW, HEAD)
    row = HEAD_ROW + 1
    tables = {
        "sources.assumptions": [_assumption(a, language) for a in plan.assumptions],
        "sources.parameters": [_parameter(p, language) for p in plan.parameters],
        "sources.facts": [_source(s, language) for s in plan.sources],
    }
    for key, rows in tables.items():
        sheet.section(row + 1, 0, LAST_COLUMN, key)
        row = write_rows(sheet, row + 2, len(HEAD), rows)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def write_assumptions(sheet: Sheet, row: int, plan: Plan) -> int:
    """What nobody wrote in the file, in this sheet's columns, as a table of its own; returns the next free row."""
    sheet.section(row, 0, LAST_COLUMN, "sources.assumptions")
    return write_table(sheet, row + 1, ASSUMED, (_assumption(a, sheet.language) for a in plan.assumptions))


def _assumption(a: Assumption, language: str) -> tuple[Value, ...]:
    value, unit, source = (in_both(text, language) for text in (a.value, a.unit or "–", a.source))
    return a.path, path_name(a.path, language), value, unit, source, "–", _trust(a.confidence, language)


def _parameter(p: Parameter, language: str) -> tuple[Value, ...]:
    name = in_order(p.name_zh, p.name_en, language)
    unit, source = in_both(p.unit, language), in_both(p.source, language)
    return p.id, name, float(p.value), unit, source, _dated(p.date, language), _trust(p.confidence, language)


def _source(s: Source, language: str) -> tuple[Value, ...]:
    what, value, source = (in_both(text, language) for text in (s.what, s.value, s.source))
    return s.item, what, value, "–", source, _dated(s.date, language), _trust(s.confidence, language)


def _dated(date: str, language: str) -> str:
    return in_both(date, language).here


def _trust(confidence: str, language: str) -> Words:
    key = f"confidence.{confidence}"
    return both(key, language) if known(key) else same(confidence or "–")
