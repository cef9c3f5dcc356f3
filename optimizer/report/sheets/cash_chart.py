"""Columns of the net cash flow and its discounted amount."""

from optimizer.report.placed_chart import place_chart
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost_grid import BAND, FIRST, HEAD_ROW
from optimizer.report.styles import FONTS
from optimizer.report.texts import label

CHART_ROWS = 16
SIZE_PX = (980, 320)


def insert_cash_chart(report: Report, sheet: Sheet, row: int, net_row: int, discounted_row: int) -> None:
    """Put the chart below the table."""
    axis, font = report.axis, {"name": FONTS[sheet.language], "size": 9}
    chart = report.workbook.add_chart({"type": "column"})
    for line, colour in ((net_row, "#2E75B6"), (discounted_row, "#F4B183")):
        chart.add_series(
            {
                "name": [sheet.name, line, FIRST],
                "categories": [sheet.name, HEAD_ROW + 1, axis.purchase, HEAD_ROW + 1, axis.end],
                "values": [sheet.name, line, axis.purchase, line, axis.end],
                "fill": {"color": colour},
                "gap": 60,
            }
        )
    title = f"{label('chart.cash', sheet.language)} ({report.currency})"
    chart.set_title({"name": title, "name_font": font | {"size": 11, "bold": True}, "overlay": False})
    chart.set_legend({"position": "right", "font": font})
    chart.set_y_axis(
        {"num_format": "#,##0", "num_font": font, "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}}
    )
    chart.set_x_axis({"num_font": font, "label_position": "low"})
    place_chart(sheet, chart, row, BAND, SIZE_PX, CHART_ROWS)
