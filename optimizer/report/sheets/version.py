"""Version: program, catalog, price books and files by content, and a change log to fill in."""

from collections.abc import Iterator

from optimizer.plan.data_version import DataVersion
from optimizer.plan.plan import Plan
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, write_heads, write_rows
from optimizer.report.texts import Words, both, label

NAME, SECOND, ENTRIES, DATE, TEXT, AUTHOR, REVIEWER = range(7)
DATA = ("head.item", "head.entries", "head.snapshot", "head.sha256")
FILES = ("head.file", "head.entries", "head.snapshot", "head.sha256")
CHANGES = ("head.revision", "head.date", "head.change", "head.author", "head.reviewer")
EMPTY_REVISIONS = 9
WIDTHS = {NAME: 42, ENTRIES: 16, DATE: 14, TEXT: 70, AUTHOR: 16, REVIEWER: 16}


def fill_version(report: Report, sheet: Sheet, cut_texts: int) -> None:
    """Fill the sheet; `cut_texts`: cells of the other sheets that hold less than their text."""
    plan, language = report.plan, sheet.language
    sheet.other_language(SECOND)
    sheet.title("sheet.version", "version.note")
    for column, width in WIDTHS.items():
        sheet.width(column, width)
    sheet.section(3, NAME, REVIEWER, "version.program")
    row = 4
    for key, value in _program(plan, language):
        sheet.label(row, NAME, key, "cell")
        sheet.text(row, ENTRIES, value, "cell", last_column=TEXT)
        row += 1
    if cut_texts:
        sheet.label(row, NAME, "version.cut", "cell", "warn")
        sheet.text(row, ENTRIES, f"{cut_texts:,}", "cell", "warn", last_column=TEXT)
        row += 1
    sheet.section(row + 1, NAME, REVIEWER, "version.data")
    write_heads(sheet, row + 2, DATA)
    row = write_rows(sheet, row + 4, len(DATA), (_data(each, language) for each in plan.data))
    sheet.section(row + 1, NAME, REVIEWER, "version.files")
    write_heads(sheet, row + 2, FILES)
    rows = ((file.name, None, None, file.sha256) for file in plan.files)
    head, row = row + 2, write_rows(sheet, row + 4, len(FILES), rows)
    _changes(plan, sheet, row + 1)
    sheet.finish(repeat=(head, head + 1))


def _program(plan: Plan, language: str) -> Iterator[tuple[str, str]]:
    yield "proof.version", plan.tool_version
    yield "proof.solver", plan.solver
    yield "proof.repeatable", label("word.yes" if plan.repeatable else "word.no", language)
    yield "proof.scenario", plan.scenario or "–"
    yield "proof.as_of", plan.as_of
    yield "version.buyer", label(f"buyer.{plan.buyer}", language)
    yield "proof.book", f"{plan.price_book} ({label(f'case.{plan.price_case}', language)})"
    yield "proof.fx", f"{plan.usd_cny} CNY/USD ({plan.usd_cny_date or '–'})"


def _data(each: DataVersion, language: str) -> tuple[Value, ...]:
    key = "price_book" if each.kind == "price_book" else "catalog_own" if each.name else "catalog"
    words = both(f"version.{key}", language)
    filled = Words(*(text.format(name=each.name, names=each.name) for text in words))
    return filled, each.entries, each.date or None, each.sha256


def _changes(plan: Plan, sheet: Sheet, row: int) -> None:
    """The first revision, and lines to fill in."""
    sheet.section(row, NAME, REVIEWER, "version.changes")
    spans = ((NAME, None), (ENTRIES, DATE), (TEXT, None), (AUTHOR, None), (REVIEWER, None))
    for (column, last), key in zip(spans, CHANGES, strict=True):
        sheet.heading(row + 1, column, both(key, sheet.language), last)
    first = both("version.first", sheet.language)
    for index in range(EMPTY_REVISIONS + 1):
        at = row + 3 + index
        values = ("1", plan.as_of, first.here) if index == 0 else ("", "", "")
        for (column, last), value in zip(spans, (*values, "", ""), strict=True):
            style = () if value else ("input",)
            sheet.text(at, column, value, "cell", *style, last_column=last)
