"""Unit cost: every pool's cost shared by card-years, over tokens and over card-hours, undiscounted and levelised.

cost of a workload = Σ over its pools: card-years of the workload / card-years of the pool · cost of the pool
simple = undiscounted cost / quantity;   levelised = present value of cost / present value of the quantity
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from optimizer.plan.machines import Placement, Pool
from optimizer.plan.money import CostPerMillionTokens
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_grid import CONSTANT, PRESENT, TOTAL
from optimizer.report.sheets.inputs import InputCells
from optimizer.report.sheets.pool_cost import PoolCosts
from optimizer.report.sheets.statement import Line, Statement, added
from optimizer.report.texts import both

MILLION = 1_000_000
BOTH = (TOTAL, PRESENT)
LOAD = ("percent", "link")
"""Style of the average load, which stands in the constant's column."""


@dataclass(frozen=True)
class UnitCells:
    """What other sheets take."""

    per_million: dict[str, Cell]
    """Workload → levelised cost per million input + output tokens."""
    pools: dict[tuple[str, bool], Cell]
    """Server and whether rented → present value of the pool."""


def fill_unit_cost(report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells) -> UnitCells:
    """Fill the sheet."""
    plan = report.plan
    table = Statement(report, sheet, cost, "unit_cost")
    table.band("unit_cost.cards")
    cards = {
        (pool.server, pool.rented, workload): _cards(table, plan.placements, pool, workload)
        for pool in plan.pools
        for workload in dict.fromkeys(p.workload for p in plan.placements if _on(p, pool))
    }
    pools = PoolCosts(table, plan, cards)
    table.row += 1
    table.band("unit_cost.workloads")
    tokens = {row.workload: row for row in plan.cost_per_million_tokens if row.tokens_per_year}
    per_million = {}
    for asked in plan.workloads:
        mine = {key[:2]: line for key, line in cards.items() if key[2] == asked.name}
        if not mine:
            continue
        amount = _cost(table, pools, mine, asked.name)
        if (row := tokens.get(asked.name)) is not None:
            per_million[asked.name] = _per_million(table, amount, row, inputs.loads[asked.name])
        _per_card_hour(table, inputs, amount, list(mine.values()), asked.name)
    table.done()
    return UnitCells(per_million, {key: line.cell(PRESENT) for key, line in pools.lines.items()})


def _on(placement: Placement, pool: Pool) -> bool:
    return (placement.server, placement.rented) == (pool.server, pool.rented)


def _cards(table: Statement, placements: Sequence[Placement], pool: Pool, workload: str) -> Line:
    """Cards by year, decided by the solver; the total are card-years."""
    values = dict.fromkeys(table.axis.columns, 0.0)
    for p in placements:
        if p.workload == workload and _on(p, pool) and p.year <= len(table.axis.years):
            values[table.axis.years[p.year - 1]] += float(p.cards)
    return table.decided("unit_cost.cards_of", values, f"{workload} · {pool.server_name}", table.unit("cards"))


def _cost(table: Statement, pools: PoolCosts, cards: dict[tuple[str, bool], Line], workload: str) -> Line:
    """Its share of each of its pools, undiscounted and present value."""

    def amount(column: int) -> Expr:
        parts = []
        for key, line in cards.items():
            share = table.fixed(line, TOTAL) / table.fixed(pools.card_years[key], TOTAL)
            parts.append(share * table.here(pools.lines[key], column))
        return added(parts)

    return table.sums("unit_cost.cost", amount, "total", subject=workload)


def _per_million(table: Statement, cost: Line, row: CostPerMillionTokens, load: Cell) -> Cell:
    """Over all tokens at the average load, and over output tokens alone; returns the levelised one over all."""
    found, unit = [], table.unit("million_tokens")
    for kind, per_year in (("tokens", row.tokens_per_year), ("output", row.output_per_year)):
        columns = zip(table.axis.years, per_year, strict=True)
        peak = dict.fromkeys(table.axis.columns, 0.0)
        peak |= {c: float(tokens) / MILLION / load.value for c, tokens in columns if tokens}
        full = table.decided(f"unit_cost.{kind}_at_peak", peak, row.workload, unit)
        quantity = table.line(f"unit_cost.{kind}", _loaded(table, full, load), constant=load, constant_style=LOAD,
                              unit=unit, number="decimal", subject=row.workload, present=True)  # fmt: skip
        found.append(_quotient(table, f"unit_cost.per_{kind}", cost, quantity, row.workload, "million_tokens"))
    return found[0].cell(PRESENT)


def _loaded(table: Statement, full: Line, load: Cell) -> Callable[[int], Expr]:
    """A row of what full load would give, times the load in the constant's column."""
    share = Expr(table.in_row(CONSTANT), load.value)
    return lambda column: table.here(full, column) * share


def _per_card_hour(table: Statement, inputs: InputCells, cost: Line, cards: Sequence[Line], workload: str) -> None:
    """Over the hours in which its cards work: cards · hours of a year · average load."""
    hours, load = inputs.constants.hours_per_year, inputs.loads[workload]
    share = table.in_row(CONSTANT)

    def busy(column: int) -> Expr:
        held = added([table.here(line, column) for line in cards])
        return Expr(f"{held.text}*{hours.text}*{share}", held.value * hours.value * load.value)

    unit = table.unit("card_hours")
    quantity = table.line("unit_cost.card_hours", busy, unit=unit, number="integer", subject=workload, present=True,
                          constant=load, constant_style=LOAD)  # fmt: skip
    _quotient(table, "unit_cost.per_card_hour", cost, quantity, workload, "card_hour")


def _quotient(table: Statement, key: str, cost: Line, quantity: Line, workload: str, unit: str) -> Line:
    def per(column: int) -> Expr:
        over, under = table.here(cost, column), table.here(quantity, column)
        return Expr(f"IF({under.text}=0,0,{over.text}/{under.text})", over.value / under.value if under.value else 0.0)

    words = both(f"unit.{unit}", table.sheet.language).after(f"{table.currency}/")
    return table.sums(key, per, "bold", subject=workload, unit=words, number="money")
