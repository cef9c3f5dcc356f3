"""Average loads as inputs, and the busy cards that follow from them.

busy cards of a pool = Σ over its workloads: cards held [decided by the solver] · average load [input]
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell, Expr
from optimizer.report.sheets.input_table import InputTable, requested

AGREED = Decimal("1e-6")
"""Cards; loads are stored as binary fractions."""


@dataclass(frozen=True)
class Busy:
    """Where the busy cards of a pool stand on the input sheet."""

    row: int
    held: Mapping[str, tuple[int, tuple[float, ...]]]
    """Workload → row and cards by year; empty where the placements do not explain the pool's busy cards."""


def fill_loads(table: InputTable, plan: Plan) -> dict[str, Cell]:
    """One input for each workload that is placed."""
    placed = {p.workload for p in plan.placements}
    return {
        asked.name: table.add(
            "inputs.average_load",
            table.unit("ratio"),
            Decimal(str(asked.average_load)),
            "percent",
            subject=asked.name,
            note=requested(plan, _path(index, asked.kind)),
        )
        for index, asked in enumerate(plan.workloads)
        if asked.name in placed
    }


def fill_busy(table: InputTable, plan: Plan, pool: Pool, loads: Mapping[str, Cell]) -> Busy:
    """Cards held by each workload, and below them the busy cards."""
    unit, held = table.unit("cards"), _held(plan, pool)
    if not _explained(plan, pool, held):
        return Busy(table.series("inputs.busy_cards", unit, pool.busy_cards, pool.server_name), {})
    rows = {
        name: (table.series("inputs.held_cards", unit, cards, f"{name} · {pool.server_name}"), tuple(map(float, cards)))
        for name, cards in held.items()
    }

    def busy(column: int) -> Expr:
        year = table.axis.years.index(column)
        at = table.sheet.address
        text = "+".join(f"{at(row, column)}*{loads[name].text}" for name, (row, _) in rows.items())
        return Expr(text, sum(cards[year] * loads[name].value for name, (_, cards) in rows.items()))

    return Busy(table.yearly("inputs.busy_cards", unit, busy, pool.server_name), rows)


def _held(plan: Plan, pool: Pool) -> dict[str, list[Decimal]]:
    held: dict[str, list[Decimal]] = {}
    for p in plan.placements:
        if (p.server, p.rented) == (pool.server, pool.rented) and p.year <= len(pool.busy_cards):
            held.setdefault(p.workload, [Decimal(0)] * len(pool.busy_cards))[p.year - 1] += p.cards
    return held


def _explained(plan: Plan, pool: Pool, held: Mapping[str, list[Decimal]]) -> bool:
    loads = {asked.name: Decimal(str(asked.average_load)) for asked in plan.workloads}
    if not held or not held.keys() <= loads.keys():
        return False
    return all(
        abs(busy - sum(cards[year] * loads[name] for name, cards in held.items())) < AGREED
        for year, busy in enumerate(pool.busy_cards)
    )


def _path(index: int, kind: str) -> str:
    return f"workloads[{index}].{'traffic.' if kind == 'inference' else ''}average_load"
