"""Cost of each pool, for unit costs and break-even: its own rows, its racks, its part of an ecosystem's adaptation."""

from collections.abc import Mapping

from optimizer.cost.items import CostItem
from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan
from optimizer.report.cells import Expr
from optimizer.report.sheets.cost_grid import CONSTANT, TOTAL
from optimizer.report.sheets.statement import Line, Statement, added

APART = ("space", "adaptation")
"""Items whose rows belong to a rack group or an ecosystem, not to a pool."""


class PoolCosts:
    """Writes the rows; `lines` and `card_years` are keyed by server and whether rented."""

    def __init__(self, table: Statement, plan: Plan, cards: Mapping[tuple[str, bool, str], Line]) -> None:
        self._table, self._plan = table, plan
        self.card_years: dict[tuple[str, bool], Line] = {}
        self.lines: dict[tuple[str, bool], Line] = {}
        table.row += 1
        table.band("unit_cost.pools")
        hosts = [pool for pool in plan.pools if any(key[:2] == _key(pool) for key in cards)]
        for pool in hosts:
            mine = [line for key, line in cards.items() if key[:2] == _key(pool)]
            self.card_years[_key(pool)] = self._card_years(pool, mine)
        for pool in hosts:
            self.lines[_key(pool)] = self._pool(pool, [other for other in hosts if other.ecosystem == pool.ecosystem])

    def _card_years(self, pool: Pool, cards: list[Line]) -> Line:
        table = self._table
        return table.sums(
            "unit_cost.card_years", lambda c: added([table.here(line, c) for line in cards]), columns=(TOTAL,),
            subject=pool.server_name, unit=table.unit("card_year"), number="decimal",
        )  # fmt: skip

    def _pool(self, pool: Pool, same: list[Pool]) -> Line:
        table, subject = self._table, f"{pool.server} (rent)" if pool.rented else pool.server
        own = [item for item, of in table.cost.subjects if of == subject and item not in APART]
        parts = [
            table.sums(
                "unit_cost.own_rows",
                lambda c: added([e for item in own if (e := table.cost.subject(item, subject, c)) is not None]),
                subject=pool.server_name,
            )
        ]
        for group, racks in ({} if pool.rented else pool.racks).items():
            if table.cost.subject("space", group, TOTAL) is not None and racks:
                share = racks / sum(p.racks.get(group, 0) for p in self._plan.pools)
                parts.append(self._part("unit_cost.rack_share", "space", group, f"{pool.server_name} · {group}", share))
        if table.cost.subject("adaptation", pool.ecosystem, TOTAL) is not None:
            years = [table.fixed(self.card_years[_key(other)], TOTAL) for other in same]
            mine, everyone = table.fixed(self.card_years[_key(pool)], TOTAL), added(years)
            shared = Expr(f"{mine.text}/{everyone.text}", mine.value / everyone.value)
            parts.append(
                self._part("unit_cost.adaptation_share", "adaptation", pool.ecosystem, pool.server_name, shared)
            )
        return table.sums("unit_cost.pool", lambda c: table.column_sum(parts, c), "total", subject=pool.server_name)

    def _part(self, key: str, item: CostItem, of: str, subject: str, share: Expr | float) -> Line:
        """A share, in the column of constants, of a row that several pools carry."""
        table, fixed = self._table, self._table.in_row(CONSTANT)
        value = share.value if isinstance(share, Expr) else share

        def amount(column: int) -> Expr:
            whole = table.cost.subject(item, of, column)
            if whole is None:
                raise AssertionError(f"{item} of {of} has no row")
            return Expr(f"{fixed}*{whole.text}", value * whole.value)

        return table.sums(key, amount, subject=subject, constant=share)


def _key(pool: Pool) -> tuple[str, bool]:
    return pool.server, pool.rented
