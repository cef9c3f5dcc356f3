"""Limits: what the request allows against what the plan uses, and what is not limited."""

from dataclasses import dataclass

from optimizer.plan.plan import LimitUse
from optimizer.report.caution_words import caution_text
from optimizer.report.cells import Cell, Expr, cell_at
from optimizer.report.limit_names import limit_style, limit_unit, limit_words
from optimizer.report.placed_chart import place_chart
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.purchases import PurchaseCells
from optimizer.report.styles import FONTS
from optimizer.report.texts import LANGUAGES, Words, both, in_order, label

LIMIT, SECOND, PATH, USED, AVAILABLE, UNIT, OTHER_UNIT, USE, ROOM, BINDING, OTHER_BINDING, OK = range(12)
HEAD = (
    "head.limit", "head.other_label", "head.path", "head.used", "head.available", "head.unit", "head.other_label",
    "head.use", "head.headroom", "head.binding", "head.other_label", "head.ok",
)  # fmt: skip
HEAD_ROW = 3
BUDGET_PATH = "finance.capex_budget"
CHART_HEIGHT_PX = 22


@dataclass(frozen=True)
class LimitCells:
    """One entry per limit of the plan."""

    used: tuple[Cell, ...]
    available: tuple[Cell, ...]
    share: tuple[Cell, ...]
    broken: Expr
    """How many limits do not hold."""


def fill_limits(report: Report, sheet: Sheet, purchases: PurchaseCells) -> LimitCells:
    """Fill the sheet; use of the purchase budget is live, physical use follows from the solver's counts."""
    sheet.other_language(SECOND, OTHER_UNIT, OTHER_BINDING)
    sheet.title("sheet.limits")
    sheet.head(HEAD_ROW, LIMIT, HEAD)
    row = HEAD_ROW + 2
    cells = [_limit(report, sheet, row + i, use, purchases) for i, use in enumerate(report.plan.limits)]
    last = row + max(1, len(cells)) - 1
    broken = Expr("0", 0.0)
    if cells:
        _chart(report, sheet, row, last)
        span = f"{sheet.address(row, OK)}:{sheet.address(last, OK)}"
        broken = Expr(
            f"COUNTIF('{sheet.name}'!{span},0)", float(sum(used.value > limit.value for used, limit, _ in cells))
        )
    _colour(sheet, row, last)
    at = last + 3 + (9 + 2 * len(cells) if cells else 0)
    at = _open(report, sheet, at)
    sheet.section(at, LIMIT, OK, "limits.not_counted")
    for text in report.plan.not_counted or ("–",):
        at += 1
        sheet.words(at, LIMIT, in_both(text, sheet.language), "wrap")
    _cautions(report, sheet, at + 2)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, 1)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))
    return LimitCells(tuple(c[0] for c in cells), tuple(c[1] for c in cells), tuple(c[2] for c in cells), broken)


def _open(report: Report, sheet: Sheet, row: int) -> int:
    """Limits that the file leaves open, by name and path; returns the next free row."""
    sheet.section(row, LIMIT, OK, "limits.open")
    for path in report.plan.not_limited or ("–",):
        row += 1
        sheet.words(row, LIMIT, path_name(path, sheet.language), "wrap")
        sheet.text(row, PATH, path, "muted", "wrap", last_column=OK)
    return row + 2


def _cautions(report: Report, sheet: Sheet, row: int) -> None:
    """What to look at in machines and site, with its source; the other language in a hidden row below each."""
    sheet.section(row, LIMIT, OK, "limits.cautions")
    for caution in report.plan.cautions:
        here, there = both("limits.site", sheet.language)
        sheet.words(row + 1, LIMIT, Words(caution.server_name or here, caution.server_name or there), "wrap")
        texts = [f"{caution_text(caution, language)} [{caution.source}]" for language in LANGUAGES]
        words = in_order(texts[0], texts[1], sheet.language)
        sheet.text(row + 1, PATH, words.here, "wrap", last_column=OK)
        sheet.hidden_text(row + 2, PATH, words.there, "wrap", last_column=OK)
        row += 2
    if not report.plan.cautions:
        sheet.text(row + 1, LIMIT, "–", "muted")


def _limit(report: Report, sheet: Sheet, row: int, use: LimitUse, purchases: PurchaseCells) -> tuple[Cell, Cell, Cell]:
    style = limit_style(use, report.currency)
    sheet.words(row, LIMIT, limit_words(use, sheet.language), "cell")
    sheet.text(row, PATH, use.path, "cell", "muted")
    if use.path == BUDGET_PATH:
        budgeted = Expr(purchases.capex_incl_vat.text, use.used)
        used = sheet.formula(row, USED, budgeted, "cell", style, "link")
    else:
        used = sheet.number(row, USED, use.used, "cell", style)
    available = sheet.number(row, AVAILABLE, use.available, "cell", style)
    sheet.words(row, UNIT, limit_unit(use, sheet.language), "cell", "center")
    share = used.value / available.value if available.value else float(used.value > 0)
    quotient = Expr(f"IF({available.text}=0,IF({used.text}>0,1,0),{used.text}/{available.text})", share)
    sheet.formula(row, USE, quotient, "cell", "percent")
    sheet.formula(row, ROOM, available - used, "cell", style)
    binding = both("word.yes" if use.binding else "word.no", sheet.language)
    sheet.words(row, BINDING, binding, "cell", "center", *(("warn",) if use.binding else ()))
    ok = float(used.value <= available.value)
    sheet.formula(row, OK, Expr(f"IF({used.text}<={available.text},1,0)", ok), "cell", "yes_no", "center")
    return used, available, cell_at(sheet.name, row, USE, share)


def _colour(sheet: Sheet, first: int, last: int) -> None:
    worksheet, styles = sheet.worksheet, sheet.styles
    worksheet.conditional_format(
        first, OK, last, OK, {"type": "cell", "criteria": "==", "value": 0, "format": styles("alert")}
    )
    bar = {
        "type": "data_bar",
        "bar_color": "#9DC3E6",
        "min_type": "num",
        "min_value": 0,
        "max_type": "num",
        "max_value": 1,
    }
    worksheet.conditional_format(first, USE, last, USE, bar)


def _chart(report: Report, sheet: Sheet, first: int, last: int) -> None:
    """Horizontal bars of used / available."""
    font = {"name": FONTS[sheet.language], "size": 9}
    chart = report.workbook.add_chart({"type": "bar"})
    chart.add_series(
        {
            "categories": [sheet.name, first, LIMIT, last, LIMIT],
            "values": [sheet.name, first, USE, last, USE],
            "fill": {"color": "#2E75B6"},
            "data_labels": {"value": True, "font": font, "num_format": "0%"},
            "gap": 60,
        }
    )
    chart.set_title({"name": label("chart.limits", sheet.language), "name_font": font | {"size": 11, "bold": True}})
    chart.set_legend({"none": True})
    chart.set_x_axis(
        {
            "min": 0,
            "max": 1,
            "num_format": "0%",
            "num_font": font,
            "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}},
        }
    )
    chart.set_y_axis({"reverse": True, "num_font": font})
    bars = last - first + 1
    place_chart(sheet, chart, last + 2, LIMIT, (820, 120 + 2 * CHART_HEIGHT_PX * bars), 6 + 2 * bars)
