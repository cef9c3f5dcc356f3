"""Charts of a comparison: stacked columns with a series per row and a category per scenario."""

from xlsxwriter import Workbook

from optimizer.report.placed_chart import place_chart
from optimizer.report.sheet import Sheet
from optimizer.report.styles import FONTS

GRID_LINES = {"visible": True, "line": {"color": "#D9D9D9"}}
SIZE_PX = (1380, 440)
CHART_ROWS = 22
"""Rows of the usual height that a chart covers."""


def font(sheet: Sheet) -> dict[str, object]:
    """The font of axis texts and legends."""
    return {"name": FONTS[sheet.language], "size": 9}


class StackedColumns:
    """One chart on `sheet`, fed by rows of the sheet named `source`."""

    def __init__(self, workbook: Workbook, sheet: Sheet, source: str, title: str) -> None:
        self._sheet, self._source = sheet, source
        self._chart = workbook.add_chart({"type": "column", "subtype": "stacked"})
        self._chart.set_title({"name": title, "name_font": font(sheet) | {"size": 11, "bold": True}})
        self._chart.set_legend({"position": "right", "font": font(sheet)})
        self._chart.set_y_axis({"num_format": "#,##0", "num_font": font(sheet), "major_gridlines": GRID_LINES})
        self._chart.set_x_axis({"num_font": font(sheet), "label_position": "low"})

    def add(self, row: int, name_column: int, head_row: int, first: int, last: int, colour: str) -> None:
        """A row as one colour of every column."""
        name = self._source
        self._chart.add_series(
            {
                "name": [name, row, name_column],
                "categories": [name, head_row, first, head_row, last],
                "values": [name, row, first, row, last],
                "fill": {"color": colour},
                "gap": 60,
            }
        )

    def insert(self, row: int, column: int) -> None:
        """Put the chart on its sheet."""
        place_chart(self._sheet, self._chart, row, column, SIZE_PX, CHART_ROWS)
