"""Cost per million tokens of the sample, a second time: pools by card-years over discounted tokens."""

from collections.abc import Sequence
from decimal import Decimal

from optimizer.plan.machines import Pool
from optimizer.plan.money import CostLine, CostPerMillionTokens
from optimizer.plan.plan import Plan

D = Decimal
TOKENS = {"assistant": ((D("4e9"), D("5e9"), D("6e9")), (D("8e8"), D("1e9"), D("1.2e9")))}
"""Workload → all tokens and output tokens of three years; the last year's hold for later ones."""


def token_costs(plan: Plan, lines: Sequence[CostLine]) -> tuple[CostPerMillionTokens, ...]:
    """Cost of its pools by card-years over the present value of its tokens; nothing for a workload without any."""
    years = range(plan.cost_rules.horizon_years)
    half = D("0.5") if plan.cost_rules.timing == "mid_year" else D(0)
    factors = [(1 + plan.cost_rules.discount_rate) ** (half - year - 1) for year in years]
    rows = []
    for name, both in TOKENS.items():
        hosts = [p for p in plan.pools if _card_share(plan, p, name)]
        if not hosts or all(w.name != name for w in plan.workloads):
            continue
        cost = sum((_pool_cost(plan, p, lines) * _card_share(plan, p, name) for p in plan.pools), D(0))
        volumes = [tuple(of[min(year, 2)] for year in years) for of in both]
        present = [sum((v * f for v, f in zip(of, factors, strict=True)), D(0)) / 10**6 for of in volumes]
        rows.append(
            CostPerMillionTokens(
                workload=name, blended=cost / present[0], output=cost / present[1], tokens_per_year=volumes[0],
                output_per_year=volumes[1],
            )
        )  # fmt: skip
    return tuple(rows)


def _card_years(plan: Plan, pool: Pool, workload: str = "") -> Decimal:
    mine = (p for p in plan.placements if (p.server, p.rented) == (pool.server, pool.rented))
    return sum((p.cards for p in mine if workload in ("", p.workload)), D(0))


def _card_share(plan: Plan, pool: Pool, workload: str) -> Decimal:
    total = _card_years(plan, pool)
    return _card_years(plan, pool, workload) / total if total else D(0)


def _pool_cost(plan: Plan, pool: Pool, lines: Sequence[CostLine]) -> Decimal:
    mine = [line for line in lines if line.subject == pool.server + (" (rent)" if pool.rented else "")]
    total = sum((line.present_value for line in mine), D(0))
    for rent in plan.rack_rents:
        racks = sum(p.racks.get(rent.group, 0) for p in plan.pools)
        space = sum((i.present_value for i in lines if (i.item, i.subject) == ("space", rent.group)), D(0))
        total += space * pool.racks.get(rent.group, 0) / racks if racks else D(0)
    for effort in plan.ecosystem_costs:
        same = [p for p in plan.pools if p.ecosystem == effort.ecosystem]
        if pool in same and (years := sum((_card_years(plan, p) for p in same), D(0))):
            total += effort.months * effort.month_price * _card_years(plan, pool) / years
    return total
