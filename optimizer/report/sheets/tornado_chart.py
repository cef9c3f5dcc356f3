"""Tornado: what the TCO gains or loses at the low and the high of each input, widest first."""

from optimizer.report.placed_chart import place_chart
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.styles import FONTS
from optimizer.report.texts import label

CHART_ROWS, SIZE_PX = 24, (1180, 470)
LABEL, LESS_LOW, LESS_HIGH = 0, 10, 11
"""Columns of the sensitivity sheet."""


def insert_tornado(report: Report, sheet: Sheet, row: int, rows: tuple[int, int]) -> None:
    """Put the chart below the table; `rows`: first and last driver shown."""
    first, last = rows
    font = {"name": FONTS[sheet.language], "size": 9}
    chart = report.workbook.add_chart({"type": "bar"})
    for column, key, colour in ((LESS_LOW, "head.range_low", "#9DC3E6"), (LESS_HIGH, "head.range_high", "#1F3864")):
        chart.add_series(
            {
                "name": label(key, sheet.language),
                "categories": [sheet.name, first, LABEL, last, LABEL],
                "values": [sheet.name, first, column, last, column],
                "fill": {"color": colour},
                "gap": 40,
                "overlap": 100,
            }
        )
    title = f"{label('chart.tornado', sheet.language)} ({report.currency})"
    chart.set_title({"name": title, "name_font": font | {"size": 11, "bold": True}, "overlay": False})
    chart.set_legend({"position": "bottom", "font": font})
    chart.set_y_axis({"reverse": True, "num_font": font, "label_position": "low"})
    gridlines = {"visible": True, "line": {"color": "#D9D9D9"}}
    chart.set_x_axis({"num_format": "#,##0", "num_font": font, "major_gridlines": gridlines, "label_position": "high"})
    place_chart(sheet, chart, row, LABEL, SIZE_PX, CHART_ROWS)
