"""Load curves below the placements: a table, and a chart of each curve with the planned point marked."""

from collections.abc import Iterator

from optimizer.plan.load_curves import LoadCurve
from optimizer.report.cell_text import plain, shortened
from optimizer.report.placed_chart import place_chart
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.table import Value, columns, write_heads, write_rows
from optimizer.report.styles import FONTS
from optimizer.report.texts import both, label

HEADS = (
    "head.workload", "head.curve_concurrency", "head.server", "head.curve_mark", "head.weights", "head.curve_requests",
    "head.curve_output", "head.curve_total", "head.ttft_mean", "head.tpot_mean",
)  # fmt: skip
CONCURRENCY, OUTPUT, TPOT = 1, 6, 9
"""Positions in `HEADS` that the chart reads."""
MOST_TITLE = 255
"""Characters of a chart's title. It is the text of the cell above: as a text of its own `=1` or `a!A1` would be read
as a reference."""
CHART_ROWS, CHART_PX = 16, (760, 300)
OUTPUT_COLOUR, TPOT_COLOUR, PLANNED_COLOUR = "#1F3864", "#C55A11", "#548235"


def write_load_curves(report: Report, sheet: Sheet, row: int) -> tuple[int, int] | None:
    """Fill from `row` on; returns the first rows of the headings and of what follows the table, None without curves."""
    curves = report.plan.curves
    if not curves:
        return None
    names = {pool.server: pool.server_name for pool in report.plan.pools}
    sheet.section(row, 0, columns(sheet, len(HEADS))[-1], "curve.title")
    note = both("curve.load_note", sheet.language)
    sheet.text(row + 1, 0, note.here, "subtitle")
    sheet.hidden_text(row + 2, 0, note.there, "subtitle")
    head = row + 3
    write_heads(sheet, head, HEADS)
    starts, row = [], head + 2
    for curve in curves:
        starts.append(row)
        row = write_rows(sheet, row, len(HEADS), _rows(curve, names, sheet.language))
    end = row
    for curve, first in zip(curves, starts, strict=True):
        subject = f"{curve.workload} · {names.get(curve.server, curve.server)} · {curve.weight_precision}"
        sheet.text(row, 0, shortened(plain(subject), MOST_TITLE), "subtitle")
        _chart(report, sheet, curve, first, row + 1)
        row += CHART_ROWS + 2
    return head, end


def _rows(curve: LoadCurve, names: dict[str, str], language: str) -> Iterator[tuple[Value, ...]]:
    for point in curve.points:
        mark = "planned" if point.planned else "full" if point.full else "within"
        yield (
            curve.workload, point.concurrency, names.get(curve.server, curve.server), both(f"curve.{mark}", language),
            curve.weight_precision, point.requests_per_s, point.output_tokens_per_s, point.total_tokens_per_s,
            point.ttft_mean_ms, point.tpot_mean_ms,
        )  # fmt: skip


def _chart(report: Report, sheet: Sheet, curve: LoadCurve, first: int, row: int) -> None:
    """Output tok/s on the left axis, TPOT on the right one, over requests in flight on a logarithmic axis."""
    font = {"name": FONTS[sheet.language], "size": 9}
    last = first + len(curve.points) - 1
    planned = first + next(i for i, point in enumerate(curve.points) if point.planned)
    chart = report.workbook.add_chart({"type": "scatter", "subtype": "straight_with_markers"})
    for key, position, colour, rows, second in (
        ("curve.output", OUTPUT, OUTPUT_COLOUR, (first, last), False),
        ("curve.planned", OUTPUT, PLANNED_COLOUR, (planned, planned), False),
        ("head.tpot_mean", TPOT, TPOT_COLOUR, (first, last), True),
    ):
        chart.add_series(_series(sheet, label(key, sheet.language), position, colour, rows, second=second))
    chart.set_title(
        {"name": [sheet.name, row - 1, 0], "name_font": font | {"size": 11, "bold": True}, "overlay": False}
    )
    chart.set_legend({"position": "bottom", "font": font})
    chart.set_x_axis({
        "name": label("head.curve_concurrency", sheet.language), "name_font": font, "num_font": font, "log_base": 2,
        "min": 1, "num_format": "#,##0",
    })  # fmt: skip
    for axis, key in ((chart.set_y_axis, "curve.output"), (chart.set_y2_axis, "head.tpot_mean")):
        axis({
            "name": label(key, sheet.language), "name_font": font, "num_font": font, "num_format": "#,##0", "min": 0,
            "major_gridlines": {"visible": key == "curve.output", "line": {"color": "#D9D9D9"}},
        })  # fmt: skip
    place_chart(sheet, chart, row, 0, CHART_PX, CHART_ROWS)


def _series(
    sheet: Sheet, name: str, position: int, colour: str, rows: tuple[int, int], *, second: bool
) -> dict[str, object]:
    places = columns(sheet, len(HEADS))
    x, y, one = places[CONCURRENCY], places[position], rows[0] == rows[1]
    return {
        "name": name,
        "categories": [sheet.name, rows[0], x, rows[1], x],
        "values": [sheet.name, rows[0], y, rows[1], y],
        "y2_axis": second,
        "line": {"none": True} if one else {"color": colour, "width": 1.75},
        "marker": {
            "type": "diamond" if one else "circle", "size": 11 if one else 5, "fill": {"color": colour},
            "border": {"color": colour},
        },
    }  # fmt: skip
