"""Cover: what this file is, on what basis its amounts stand, whether its checks hold, and what each sheet is for."""

from collections.abc import Iterator, Mapping

from optimizer.report.cells import Cell
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.texts import Words, both, in_order, known, label, same

LABEL, OTHER, VALUE, OTHER_VALUE = range(4)
WIDTHS = (30, 30, 96, 96)
FACTS_ROW = 3
HEAD = ("cover.sheet", "head.other_label", "cover.holds", "head.other_label")


def fill_cover(report: Report, sheet: Sheet, inputs: InputCells, master: Cell, sheets: Mapping[str, Sheet]) -> None:
    """Fill the sheet; `sheets` are those of the workbook, in order."""
    for column, width in enumerate(WIDTHS):
        sheet.width(column, width)
    sheet.other_language(OTHER, OTHER_VALUE)
    sheet.long_title(0, LABEL, OTHER_VALUE, report.plan.name)
    sheet.text(1, LABEL, label("cover.title", sheet.language), "subtitle")
    sheet.hidden_text(2, LABEL, both("cover.title", sheet.language).there, "subtitle")
    row = FACTS_ROW
    for key, value in _facts(report, sheet.language):
        sheet.label(row, LABEL, key, "cell")
        sheet.words(row, VALUE, value, "cell", "wrap")
        row += 1
    _vat(sheet, row, inputs)
    _master(sheet, row + 1, master)
    _index(sheet, row + 3, sheets)
    sheet.finish(pages_tall=1)


def _facts(report: Report, language: str) -> Iterator[tuple[str, Words]]:
    plan = report.plan
    yield "cover.project", same(plan.name)
    if plan.scenario:
        yield "proof.scenario", same(plan.scenario)
    yield "proof.version", same(f"procure {plan.tool_version}")
    yield "proof.as_of", same(plan.as_of)
    yield "proof.fx", same(f"{plan.usd_cny} CNY/USD ({plan.usd_cny_date or '–'})")
    yield "cover.currency", same(report.currency)
    case = both(f"case.{plan.price_case}", language)
    yield "proof.book", Words(f"{plan.price_book} ({case.here})", f"{plan.price_book} ({case.there})")
    yield "cover.horizon", both("cover.years", language).after(f"{plan.cost_rules.horizon_years} ")
    yield "cover.signs", both("cover.signs_text", language)
    yield "cover.colours", both("inputs.key", language)


def _vat(sheet: Sheet, row: int, inputs: InputCells) -> None:
    """Live: the basis follows the switch on the input sheet."""
    sheet.label(row, LABEL, "cover.vat", "cell")
    switch = inputs.rates.vat_recoverable
    for column, at in ((VALUE, 0), (OTHER_VALUE, 1)):
        out, within = both("cover.vat_out", sheet.language)[at], both("cover.vat_in", sheet.language)[at]
        shown = out if switch.value else within
        sheet.message(row, column, f'IF({switch.text}=1,"{out}","{within}")', shown, "cell", "indented")


def _master(sheet: Sheet, row: int, master: Cell) -> None:
    """Red when a check fails."""
    sheet.label(row, LABEL, "check.master", "cell", "bold")
    for column, at in ((VALUE, 0), (OTHER_VALUE, 1)):
        good, bad = (both(f"summary.checks_{key}", sheet.language)[at] for key in ("hold", "fail"))
        shown = good if master.value else bad
        sheet.message(row, column, f'IF({master.text}=1,"{good}","{bad}")', shown, "cell", "good", "indented")
        address = sheet.address(row, column, row_fixed=True, column_fixed=True)
        red = {"type": "formula", "criteria": f'={address}="{bad}"', "format": sheet.styles("alert")}
        sheet.worksheet.conditional_format(row, column, row, column, red)


def _index(sheet: Sheet, row: int, sheets: Mapping[str, Sheet]) -> None:
    """A link to every other sheet, and a line on what it holds."""
    sheet.section(row, LABEL, OTHER_VALUE, "cover.index")
    sheet.head(row + 1, LABEL, HEAD)
    for at, (key, other) in enumerate(((k, s) for k, s in sheets.items() if k != "cover"), start=row + 3):
        name = both(f"sheet.{key}", sheet.language)
        sheet.link(at, LABEL, other.name)
        sheet.text(at, OTHER, name.there, "cell", "second")
        about = both(f"about.{key}", sheet.language) if known(f"about.{key}") else in_order("", "", sheet.language)
        sheet.words(at, VALUE, about, "cell", "wrap")
