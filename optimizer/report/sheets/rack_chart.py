"""Power of every rack against its limit."""

from optimizer.report.placed_chart import place_chart
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.styles import FONTS
from optimizer.report.texts import label

CHART_ROWS, CHART_PX = 15, (900, 290)
MOST_RACKS = 60
"""More columns than a chart of this width shows."""


def insert_rack_chart(
    report: Report, sheet: Sheet, rows: tuple[int, int], columns: tuple[int, int, int], row: int
) -> int:
    """Columns of used power and a line of the limit, `columns` = name, used, limit; returns the next free row."""
    racks = report.plan.racks
    if len(racks) > MOST_RACKS:
        return row
    font = {"name": FONTS[sheet.language], "size": 9}
    (first, last), (name, used, limit) = rows, columns
    chart = report.workbook.add_chart({"type": "column"})
    categories = [sheet.name, first, name, last, name]
    chart.add_series({
        "name": label("chart.rack_power", sheet.language), "categories": categories,
        "values": [sheet.name, first, used, last, used], "fill": {"color": "#2E75B6"}, "gap": 60,
    })  # fmt: skip
    if all(rack.power_w is not None for rack in racks):
        line = report.workbook.add_chart({"type": "line"})
        line.add_series({
            "name": label("chart.rack_limit", sheet.language), "categories": categories,
            "values": [sheet.name, first, limit, last, limit], "line": {"color": "#C00000", "width": 1.75},
            "marker": {"type": "long_dash", "size": 9, "border": {"color": "#C00000"}},
        })  # fmt: skip
        chart.combine(line)
    chart.set_title({"name": label("chart.racks", sheet.language), "name_font": font | {"size": 11, "bold": True}})
    chart.set_legend({"position": "bottom", "font": font})
    chart.set_x_axis({"num_font": font})
    chart.set_y_axis({"num_font": font, "min": 0, "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}})
    place_chart(sheet, chart, row, name, CHART_PX, CHART_ROWS)
    return row + CHART_ROWS + 2
