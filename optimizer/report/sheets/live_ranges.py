"""Ranges in which the plan stays the cheapest, against the inputs as they stand now: inside, or plan again."""

from dataclasses import dataclass
from decimal import Decimal

from optimizer.plan.why.explanation import Range
from optimizer.report.cells import Cell, Expr, cell_at
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.input_table import CHANGED as FLAG
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.table import write_heads
from optimizer.report.why_words import range_name

HEAD = (
    "range.kind",
    "head.path",
    "head.solved",
    "range.from",
    "range.to",
    "range.live",
    "head.changed",
    "range.inside",
)
NAME, PATH, SOLVED, FROM, TO, LIVE, CHANGED, INSIDE = 0, 2, 3, 4, 6, 7, 9, 10


@dataclass(frozen=True)
class RangeCells:
    """How many of the inputs that have a range were changed, and how many of those left it."""

    changed: Expr
    outside: Expr


def live_input(inputs: InputCells, found: Range) -> Cell | None:
    """The one input that a range is about; None where several inputs, or none, stand for it."""
    prices = inputs.prices
    if found.kind == "price":
        rented = found.path.endswith(" (rent)")
        return prices.unit_price.get((found.path.removesuffix(" (rent)"), rented))
    if found.kind == "tariff":
        tariffs = {cell.text: cell for cell in prices.price_per_kwh.values()}
        if prices.network is not None:
            tariffs[prices.network.price_per_kwh.text] = prices.network.price_per_kwh
        return next(iter(tariffs.values())) if len(tariffs) == 1 else None
    return None


def bounds(found: Range) -> tuple[Decimal, Decimal]:
    """Ends of the range; where none was found, the farthest value tried."""
    return (
        found.tried_low if found.low is None else found.low,
        found.tried_high if found.high is None else found.high,
    )


def write_live(sheet: Sheet, row: int, inputs: InputCells, ranges: tuple[Range, ...]) -> RangeCells | None:
    """One row per range that has an input of its own; None where there is none."""
    rows = [(found, cell) for found in ranges if (cell := live_input(inputs, found)) is not None]
    if not rows:
        return None
    sheet.section(row, NAME, INSIDE, "range.live_heading")
    write_heads(sheet, row + 1, HEAD)
    first = row + 3
    for at, (found, cell) in enumerate(rows, start=first):
        style = "money" if found.kind == "price" else "tariff"
        low, high = bounds(found)
        sheet.words(at, NAME, range_name(found, sheet.language), "cell")
        sheet.text(at, PATH, found.path, "cell")
        for column, value in ((SOLVED, found.value), (FROM, low), (TO, high)):
            sheet.number(at, column, float(value), "cell", style)
        live = sheet.formula(at, LIVE, cell, "cell", style, "link")
        least, most = (sheet.address(at, column) for column in (FROM, TO))
        now = sheet.address(at, LIVE)
        # Its own flag: a converted price may differ from the range's in the last bit.
        sheet.formula(at, CHANGED, cell_at(inputs.sheet, cell.row, FLAG, 0.0), "cell", "whole", "center")
        inside = float(low) <= live.value <= float(high)
        sheet.formula(
            at, INSIDE, Expr(f"IF(AND({now}>={least},{now}<={most}),1,0)", float(inside)), "cell", "yes_no", "center"
        )
    last = first + len(rows) - 1
    rule = {"type": "cell", "criteria": "==", "value": 0, "format": sheet.styles("warn")}
    sheet.worksheet.conditional_format(first, INSIDE, last, INSIDE, rule)
    changed, inside_span = (
        f"'{sheet.name}'!{sheet.address(first, c, row_fixed=True, column_fixed=True)}"
        f":{sheet.address(last, c, row_fixed=True, column_fixed=True)}"
        for c in (CHANGED, INSIDE)
    )
    return RangeCells(Expr(f"SUM({changed})", 0.0), Expr(f"COUNTIF({inside_span},0)", 0.0))
