"""Requirements: every field that the file states, with its line, and beside it what was assumed."""

from collections.abc import Iterator

from optimizer.inputs.request import Assumption
from optimizer.inputs.requirements import Requirements
from optimizer.plan.plan import Asked, Plan
from optimizer.report.field_names import field_name
from optimizer.report.plan_texts import in_both
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, columns, write_heads, write_value
from optimizer.report.texts import Words, both, known, same

HEAD = ("head.path", "head.meaning", "head.value", "head.unit", "head.stated", "head.source")
HEAD_ROW = 3
OTHER = (2, 4, 6, 8, 10)
"""After meaning, value, unit, whether stated, and source."""
LAST_COLUMN = 10


def fill_requirements(report: Report, sheet: Sheet) -> None:
    """Fill the sheet: groups in the order of the file, in each what is stated, then what is assumed."""
    plan = report.plan
    sheet.other_language(*OTHER)
    sheet.title("sheet.requirements", "requirements.note")
    sheet.widest = 60
    write_heads(sheet, HEAD_ROW, HEAD)
    row = HEAD_ROW + 2
    for group, rows in _groups(plan).items():
        sheet.section_words(row, 0, LAST_COLUMN, _title(group, sheet.language))
        row += 1
        for field in rows:
            _write(sheet, row, field)
            row += 1
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


def _groups(plan: Plan) -> dict[str, list[Asked | Assumption]]:
    """First part of the path → its fields; rules of the model, which are no fields, last."""
    named = {_group(field.path): None for field in plan.asked}
    fields = Requirements.model_fields
    named |= {g: None for each in plan.assumptions if (g := _group(each.path)).split("[")[0] in fields or not g}
    groups: dict[str, list[Asked | Assumption]] = {group: [] for group in named}
    for field in plan.asked:
        groups[_group(field.path)].append(field)
    for assumption in plan.assumptions:
        groups.setdefault(_group(assumption.path) if _group(assumption.path) in groups else "rules", []).append(
            assumption
        )
    return {group: rows for group, rows in groups.items() if rows}


def _group(path: str) -> str:
    first = path.split(".")[0]
    return "" if first in Requirements.model_fields and first == path else first


def _title(group: str, language: str) -> Words:
    head = group.split("[")[0] or "general"
    words = both(f"asked.{head}", language) if known(f"asked.{head}") else same(head)
    return words.with_tail(f" {group[len(head) :]}" if "[" in group else "")


def _write(sheet: Sheet, row: int, field: Asked | Assumption) -> None:
    """One field; assumed ones stand out."""
    places = columns(sheet, len(HEAD))
    for column, value in zip(places, _values(field, sheet.language), strict=True):
        marked = ("warn",) if isinstance(field, Assumption) and column == places[4] else ()
        write_value(sheet, row, column, value, *marked)


def _values(field: Asked | Assumption, language: str) -> Iterator[Value]:
    yield field.path
    yield field_name(field.path, language)
    if isinstance(field, Asked):
        yield from (same(field.value), same("–"), both("asked.stated", language), same(f"{field.file}:{field.line}"))
    else:
        yield in_both(field.value, language)
        yield in_both(field.unit or "–", language)
        yield both("asked.assumed", language)
        yield in_both(field.source, language)
