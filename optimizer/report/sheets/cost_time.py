"""Top of the cost sheet: years, flags, discount factors."""

from collections.abc import Mapping
from dataclasses import dataclass

from optimizer.report.cells import Cell, Expr
from optimizer.report.sheets.cost_grid import Grid
from optimizer.report.sheets.cost_rows import Driver, Timeline
from optimizer.report.sheets.inputs import InputCells


@dataclass(frozen=True)
class Discounting:
    """Row of discount factors, with its values by column."""

    row: int
    factors: Mapping[int, float]
    years: Mapping[int, float]
    year_row: int
    time_row: int
    times: Mapping[int, float]


def write_timeline(grid: Grid, inputs: InputCells) -> tuple[Timeline, Discounting]:
    """Years, 0/1 flags, and (1 + r)^−t with t = year, less half a year for running costs in mid-year timing."""
    axis = grid.axis
    years = {axis.purchase: 0.0, axis.end: float(axis.horizon_years)}
    years |= {column: float(i) for i, column in enumerate(axis.years, start=1)}
    grid.band("cost.timeline")
    grid.named("cost.year", grid.unit("years"))
    year_row = grid.constants(years)
    purchase = _flag(grid, "purchase", {axis.purchase: 1.0})
    running = _flag(grid, "running", dict.fromkeys(axis.years, 1.0))
    end = _flag(grid, "end", {axis.end: 1.0})
    late = _after_warranty(grid, inputs.rates.warranty_years, year_row, years, running)
    discounting = _discounting(grid, inputs, year_row, years, running)
    return Timeline(purchase, running, late, end), discounting


def _flag(grid: Grid, name: str, values: dict[int, float]) -> Driver:
    grid.named(f"cost.flag_{name}", grid.unit("flag"))
    return Driver("", grid.constants(values), values)


def _after_warranty(grid: Grid, warranty: Cell, year_row: int, years: Mapping[int, float], running: Driver) -> Driver:
    values = {c: 1.0 for c in running.values if years[c] > warranty.value}

    def formula(column: int) -> Expr:
        test = f"AND({grid.at(running.row, column)}=1,{grid.at(year_row, column)}>{warranty.text})"
        return Expr(f"IF({test},1,0)", values.get(column, 0.0))

    grid.named("cost.flag_warranty", grid.unit("flag"))
    return Driver("", grid.across(formula, "whole", "center"), values)


def _discounting(
    grid: Grid, inputs: InputCells, year_row: int, years: Mapping[int, float], running: Driver
) -> Discounting:
    shift, rate = inputs.constants.running_shift_years, inputs.rates.discount_rate
    times = {c: years[c] - running.values.get(c, 0.0) * shift.value for c in grid.axis.columns}
    factors = {c: (1 + rate.value) ** -times[c] for c in grid.axis.columns}
    grid.named("cost.discount_time", grid.unit("years"))
    time_row = grid.across(
        lambda c: Expr(f"{grid.at(year_row, c)}-{grid.at(running.row, c)}*{shift.text}", times[c]), "general", "center"
    )
    grid.named("cost.discount_factor", grid.unit("ratio"))
    row = grid.across(lambda c: Expr(f"(1+{rate.text})^(-{grid.at(time_row, c)})", factors[c]), "factor")
    return Discounting(row, factors, years, year_row, time_row, times)
