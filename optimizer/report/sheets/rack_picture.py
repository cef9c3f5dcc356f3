"""Elevations: one column of cells per rack, one row per U, the top of the rack on top."""

from collections.abc import Mapping, Sequence

from optimizer.plan.elevation import Rack
from optimizer.plan.machines import Pool
from optimizer.report.rack_words import rack_name, spares_in
from optimizer.report.sheet import Sheet
from optimizer.report.texts import both

NAME, SCALE, FIRST, LAST = 0, 1, 2, 11
"""Columns of the heading, of the U numbers, and those of the racks side by side."""
UNIT_HEIGHT_PT = 9.5
MOST_UNITS = 60
"""A taller rack is drawn up to here: none on the market is."""


def draw_elevations(sheet: Sheet, row: int, racks: Sequence[Rack], pools: Mapping[str, Pool]) -> int:
    """As many racks side by side as there are columns, block below block; returns the next free row.

    Racks whose height the file does not state have no picture.
    """
    drawn = [rack for rack in racks if rack.units is not None]
    if not drawn:
        return row
    sheet.section(row, NAME, LAST + 1, "racks.elevation")
    legend = both("racks.legend", sheet.language)
    sheet.text(row + 1, NAME, legend.here, "subtitle")
    sheet.hidden_text(row + 2, NAME, legend.there, "subtitle")
    heading, row = row, row + 3
    spares, side = spares_in(racks, pools), LAST - FIRST + 1
    for start in range(0, len(drawn), side):
        end = _block(sheet, row, drawn[start : start + side], pools, spares)
        sheet.chart(heading if start == 0 else row, end, LAST)
        row = end + 2
    return row + 1


def _block(
    sheet: Sheet, row: int, racks: Sequence[Rack], pools: Mapping[str, Pool], spares: set[tuple[str, int]]
) -> int:
    """Returns the last row."""
    tallest = min(MOST_UNITS, max(rack.units or 0 for rack in racks))
    for column, rack in enumerate(racks, start=FIRST):
        sheet.text(row, column, rack_name(rack), "cell", "center", "bold", "wrap")
        sheet.text(row + 1, column, pools[rack.server].server_name, "cell", "center", "second", "wrap")
    for unit in range(tallest, 0, -1):
        at = row + 2 + tallest - unit
        sheet.text(at, SCALE, f"U{unit}", "muted", "right", "small")
        sheet.height(at, UNIT_HEIGHT_PT)
        for column, rack in enumerate(racks, start=FIRST):
            if unit <= (rack.units or 0):
                _unit(sheet, at, column, unit, rack, pools[rack.server], spares)
    return row + tallest + 1


def _unit(sheet: Sheet, row: int, column: int, unit: int, rack: Rack, pool: Pool, spares: set[tuple[str, int]]) -> None:
    """The number stands in the top U of a server."""
    for each in rack.servers:
        if each.lowest_unit is not None and each.lowest_unit <= unit < each.lowest_unit + pool.rack_units:
            fill = "spare" if (rack.server, each.number) in spares else "decision"
            top = unit == each.lowest_unit + pool.rack_units - 1
            edge = "upper" if top else "inside"
            sheet.text(row, column, f"#{each.number}" if top else "", edge, fill, "center", "small")
            return
    sheet.text(row, column, "", "empty_unit")
