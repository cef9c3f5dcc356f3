"""Present value of owning and of renting over utilisation."""

from optimizer.report.placed_chart import place_chart
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.styles import FONTS
from optimizer.report.texts import label

CHART_ROWS, SIZE_PX = 18, (700, 360)
USED, OWN, RENT_LOW, RENT, RENT_HIGH = 0, 2, 4, 5, 6
"""Columns of the curve."""
LINES = (
    (OWN, "break.own", "#1F3864", "solid", 2.5),
    (RENT_LOW, "break.low", "#A9D18E", "dash", 1.5),
    (RENT, "break.middle", "#C55A11", "solid", 2.0),
    (RENT_HIGH, "break.high", "#F4B183", "dash", 1.5),
)


def insert_curves(report: Report, sheet: Sheet, rows: tuple[int, int], name: str, at: int) -> None:
    """Put the chart at a row; `rows`: first and last of the curve."""
    first, last = rows
    font = {"name": FONTS[sheet.language], "size": 9}
    chart = report.workbook.add_chart({"type": "scatter", "subtype": "straight"})
    for column, key, colour, dash, width in LINES:
        chart.add_series(
            {
                "name": label(key, sheet.language),
                "categories": [sheet.name, first, USED, last, USED],
                "values": [sheet.name, first, column, last, column],
                "line": {"color": colour, "width": width, "dash_type": dash},
            }
        )
    title = f"{label('chart.break_even', sheet.language)} ({report.currency}): {name}"
    chart.set_title({"name": title, "name_font": font | {"size": 11, "bold": True}, "overlay": False})
    chart.set_legend({"position": "bottom", "font": font})
    axis_name = {"name": label("break.used", sheet.language), "name_font": font}
    chart.set_x_axis(axis_name | {"min": 0, "max": 1, "num_format": "0%", "num_font": font})
    gridlines = {"visible": True, "line": {"color": "#D9D9D9"}}
    chart.set_y_axis({"min": 0, "num_format": "#,##0", "num_font": font, "major_gridlines": gridlines})
    place_chart(sheet, chart, at, USED, SIZE_PX, CHART_ROWS)
