"""Stacked columns of the cost items by year."""

from optimizer.cost.items import CostItem
from optimizer.report.placed_chart import insert_chart
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost_grid import FIRST, HEAD_ROW
from optimizer.report.styles import FONTS
from optimizer.report.texts import label

CHART_ROWS, CHART_PX = 18, (980, 340)
COLOURS: dict[CostItem, str] = {
    "servers": "#1F3864",
    "network": "#7030A0",
    "storage": "#B17ED8",
    "installation": "#2E75B6",
    "facility_work": "#9DC3E6",
    "spares_stock": "#BDD7EE",
    "adaptation": "#7F6000",
    "energy": "#F4B183",
    "space": "#FFD966",
    "maintenance": "#A9D18E",
    "licences": "#70AD47",
    "staff": "#548235",
    "rent": "#C55A11",
    "resale": "#A6A6A6",
}


def insert_cost_chart(
    report: Report, target: Sheet, source: Sheet, row: int, column: int, item_rows: dict[CostItem, int],
    size_px: tuple[int, int] = CHART_PX,
) -> None:  # fmt: skip
    """Put the chart on `target`, fed by the item rows of the cost sheet `source`."""
    axis, font = report.axis, {"name": FONTS[target.language], "size": 9}
    chart = report.workbook.add_chart({"type": "column", "subtype": "stacked"})
    for item, item_row in item_rows.items():
        chart.add_series(
            {
                "name": [source.name, item_row, FIRST],
                "categories": [source.name, HEAD_ROW + 1, axis.purchase, HEAD_ROW + 1, axis.end],
                "values": [source.name, item_row, axis.purchase, item_row, axis.end],
                "fill": {"color": COLOURS[item]},
                "gap": 60,
            }
        )
    title = f"{label('chart.cost', target.language)} ({report.currency})"
    chart.set_title({"name": title, "name_font": font | {"size": 11, "bold": True}, "overlay": False})
    chart.set_legend({"position": "right", "font": font})
    chart.set_y_axis(
        {"num_format": "#,##0", "num_font": font, "major_gridlines": {"visible": True, "line": {"color": "#D9D9D9"}}}
    )
    chart.set_x_axis({"num_font": font, "label_position": "low"})
    insert_chart(target, chart, row, column, size_px)
