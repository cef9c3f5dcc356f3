"""Share curve: the least cost at each minimum domestic share, as a table and as a chart."""

from collections.abc import Sequence

from xlsxwriter import Workbook

from optimizer.plan.comparison import Comparison, SharePoint
from optimizer.report.cells import Expr
from optimizer.report.comparison.charts import CHART_ROWS, GRID_LINES, SIZE_PX, font
from optimizer.report.placed_chart import place_chart
from optimizer.report.sheet import Sheet
from optimizer.report.texts import both, label

MINIMUM, STATUS, OTHER_STATUS, TCO, MORE, MORE_SHARE, BOUND, GAP, SPEND, CARDS, SERVERS, COMPUTE, MACHINES = range(13)
HEAD_ROW = 3
HEAD = (
    "curve.minimum", "head.status", "head.other_label", "head.tco", "curve.more", "curve.more_share", "proof.bound",
    "proof.gap", "curve.achieved.spend", "curve.achieved.cards", "curve.achieved.servers", "curve.achieved.compute",
    "head.purchases",
)  # fmt: skip


def fill_curve(workbook: Workbook, sheet: Sheet, comparison: Comparison) -> None:
    """Fill the sheet; costs and bounds are values of solves, differences and gaps are formulas."""
    language = sheet.language
    sheet.other_language(OTHER_STATUS)
    note, by = both("curve.note", language), both(f"curve.by.{comparison.curve_by}", language)
    sheet.title("sheet.curve")
    sheet.text(1, MINIMUM, note.here.format(by=by.here), "subtitle")
    sheet.hidden_text(
        2, MINIMUM, f"{label('sheet.curve', _other(language))} · {note.there.format(by=by.there)}", "subtitle"
    )
    sheet.head(HEAD_ROW, MINIMUM, HEAD)
    for column in range(MINIMUM, MACHINES):
        sheet.width(column, 15)
    sheet.width(MACHINES, 60)
    first = HEAD_ROW + 2
    reference = _first_solved(comparison.curve)
    for row, point in enumerate(comparison.curve, start=first):
        _point(sheet, row, point, None if reference is None else (first + reference, comparison.curve[reference]))
    last = first + len(comparison.curve) - 1
    if reference is None:
        sheet.text(last + 2, MINIMUM, label("word.nothing", language), "muted")
    else:
        _chart(workbook, sheet, first, last, comparison)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, TCO)
    sheet.finish(pages_tall=1)


def _other(language: str) -> str:
    return "en" if language == "zh" else "zh"


def _first_solved(curve: Sequence[SharePoint]) -> int | None:
    return next((index for index, point in enumerate(curve) if point.tco_npv is not None), None)


def _point(sheet: Sheet, row: int, point: SharePoint, reference: tuple[int, SharePoint] | None) -> None:
    sheet.number(row, MINIMUM, float(point.minimum), "cell", "share", "bold", "center")
    status = both(f"status.{point.status}", sheet.language)
    good = ("good",) if point.status == "optimal" else ("warn",)
    sheet.words(row, STATUS, status, "cell", "center", *good)
    if point.tco_npv is None or reference is None or reference[1].tco_npv is None:
        _no_plan(sheet, row)
        return
    tco, start = float(point.tco_npv), float(reference[1].tco_npv)
    cost = sheet.number(row, TCO, tco, "cell", "decision", "money0")
    at, fixed = sheet.address(row, TCO), sheet.address(reference[0], TCO, row_fixed=True, column_fixed=True)
    sheet.formula(row, MORE, Expr(f"{at}-{fixed}", tco - start), "cell", "money0")
    share = (tco - start) / start if start else 0.0
    sheet.formula(row, MORE_SHARE, Expr(f"IF({fixed}=0,0,({at}-{fixed})/{fixed})", share), "cell", "percent")
    if point.bound is None:
        for column in (BOUND, GAP):
            sheet.text(row, column, "–", "cell", "right", "muted")
    else:
        bound = sheet.number(row, BOUND, float(point.bound), "cell", "decision", "money0")
        gap = (tco - bound.value) / tco if tco else 0.0
        formula = Expr(f"IF({cost.text}=0,0,({cost.text}-{bound.text})/{cost.text})", gap)
        sheet.formula(row, GAP, formula, "cell", "percent")
    _achieved(sheet, row, point)
    sheet.text(row, MACHINES, "; ".join(point.purchases) or "–", "cell", "wrap")


def _no_plan(sheet: Sheet, row: int) -> None:
    """The cost stays empty: the chart then has a hole and not a zero."""
    sheet.text(row, TCO, "", "cell")
    for column in range(MORE, MACHINES + 1):
        sheet.text(row, column, "–", "cell", "right", "muted")


def _achieved(sheet: Sheet, row: int, point: SharePoint) -> None:
    share = point.achieved
    values = (None,) * 4 if share is None else (share.spend, share.cards, share.servers, share.compute)
    for column, value in zip((SPEND, CARDS, SERVERS, COMPUTE), values, strict=True):
        if value is None:
            sheet.text(row, column, "–", "cell", "right", "muted")
        else:
            sheet.number(row, column, value, "cell", "decision", "percent")


def _chart(workbook: Workbook, sheet: Sheet, first: int, last: int, comparison: Comparison) -> None:
    """TCO against the minimum share, a point per solve."""
    title = f"{label('chart.curve', sheet.language)} ({comparison.currency})"
    chart = workbook.add_chart({"type": "scatter", "subtype": "straight_with_markers"})
    chart.add_series(
        {
            "name": label("head.tco", sheet.language),
            "categories": [sheet.name, first, MINIMUM, last, MINIMUM],
            "values": [sheet.name, first, TCO, last, TCO],
            "line": {"color": "#1F3864", "width": 2},
            "marker": {"type": "circle", "size": 7, "fill": {"color": "#2E75B6"}, "border": {"color": "#1F3864"}},
        }
    )
    chart.set_title({"name": title, "name_font": font(sheet) | {"size": 11, "bold": True}})
    chart.set_legend({"none": True})
    axis_font = font(sheet)
    x_name = f"{label('curve.minimum', sheet.language)} ({label(f'curve.by.{comparison.curve_by}', sheet.language)})"
    chart.set_x_axis(
        {
            "name": x_name,
            "name_font": axis_font,
            "min": 0,
            "max": 1,
            "major_unit": 0.1,
            "num_format": "0%",
            "num_font": axis_font,
        }
    )
    chart.set_y_axis({"num_format": "#,##0", "num_font": axis_font, "major_gridlines": GRID_LINES})
    chart.show_blanks_as("gap")
    place_chart(sheet, chart, last + 2, MINIMUM, SIZE_PX, CHART_ROWS)
