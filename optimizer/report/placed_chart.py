"""Puts a chart on a sheet, printed whole."""

from xlsxwriter.chart import Chart

from optimizer.report.sheet import Sheet

OFFSET_PX = 4
"""From the edges of the cell it starts in."""


def insert_chart(sheet: Sheet, chart: Chart, row: int, column: int, size_px: tuple[int, int]) -> None:
    """Moved but not stretched with its cells."""
    width, height = size_px
    chart.set_size({"width": width, "height": height})
    options = {"x_offset": OFFSET_PX, "y_offset": OFFSET_PX, "object_position": 2}
    sheet.worksheet.insert_chart(row, column, chart, options)


def place_chart(sheet: Sheet, chart: Chart, row: int, column: int, size_px: tuple[int, int], rows: int) -> None:
    """The same on rows that no page ends within, and inside the print area."""
    insert_chart(sheet, chart, row, column, size_px)
    sheet.chart(row, row + rows, column, size_px[0] + 2 * OFFSET_PX)
