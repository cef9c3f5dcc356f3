"""No ballast: a server in service carries load or is its pool's spare, so no share is met with empty machines.

    y[s] ≤ Σ_w u[w,s]                                      u = x or z
    b[s] ≤ ℓ' + (ℓ_max − ℓ')·Σ_{w asks ≥ ℓ} u[w,s]         every level ℓ of spares asked for, ℓ' the next lower one or 0
    units[s]·n[s] ≤ load[s,p] + units[s]·b[s] + units[s] − 1    in one year p at least (bought)
    units[s]·g[s,p] ≤ load[s,p] + units[s]·b[s] + units[s] − 1  every year (rented)
    u[s,p] > 0 ⇒ units[s]·(n[s] + u[s,p]) ≤ load[s,p] + units[s]·b[s] + units[s] − 1     (owned: the others stay off)

load[s,p] = Σ units·(x or f), and whole servers more where replicas do not pack as close as their cards add up: for a
load alone, and for every packing cut that holds. Where every load grows from year to year, the last year counts.
"""

import itertools

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance, Offer
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_ballast(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rows that keep every server useful."""
    asked = {d.workload: d.spare_servers for d in instance.demands}
    levels = sorted({0, *asked.values()})
    rows = []
    for offer in instance.offers:
        hosts, spares = plan.hosts(offer), plan.spares[offer.id]
        rows.append(Row(None, plan.model.add(plan.used[offer.id] <= sum(uses for _, uses in hosts))))
        for lower, level in itertools.pairwise(levels):
            asking = sum(uses for workload, uses in hosts if asked[workload] >= level)
            rows.append(Row(None, plan.model.add(spares <= lower + (levels[-1] - lower) * asking)))
        rows += _rented(instance, plan, offer) if offer.rented else _bought(instance, plan, offer)
        rows += _owned(instance, plan, offer) if offer.owned else []
    return rows


def _owned(instance: Instance, plan: PlanVars, offer: Offer) -> list[Row]:
    rows = []
    for year in range(instance.years):
        used = plan.owned[offer.id, year]
        on = plan.model.new_bool_var(f"owned[{offer.id},{year + 1}]")
        rows.append(Row(None, plan.model.add(used <= offer.owned[year] * on)))
        servers = offer.units * plan.in_service(offer, year)
        row = plan.model.add(servers <= _useful(plan, offer, year)).only_enforce_if(on)
        rows.append(Row(None, row))
    return rows


def _loads(plan: PlanVars, offer: Offer) -> list[tuple[tuple[int, ...], cp_model.IntVar]]:
    loads = [(i.units, var) for i, var in plan.loads_of(offer)]
    return loads + [(i.units, var) for i, var in plan.divisible_of(offer)]


def _useful(plan: PlanVars, offer: Offer, year: int) -> cp_model.LinearExpr:
    load = [units[year] * var for units, var in _loads(plan, offer)]
    load += [offer.units * term for term in _loose(plan, offer, year)]
    load.append(offer.units * plan.spares[offer.id])
    return cp_model.LinearExpr.sum(load) + offer.units - 1


def _loose(plan: PlanVars, offer: Offer, year: int) -> list[cp_model.LinearExpr]:
    """Servers beyond what loads fill, because their replicas do not pack any closer."""
    alone = [
        (i.servers[year] - -(-i.units[year] // offer.units)) * var
        for i, var in plan.loads_of(offer)
        if i.servers[year] * offer.units > i.units[year] + offer.units - 1
    ]
    parts = [(part.least_servers - 1) * plan.divided[part.workload, offer.id] for part, _ in plan.divisible_of(offer)]
    cuts = [
        cut.surplus * plan.together[index]
        for index, cut in enumerate(plan.instance.cuts)
        if (cut.offer, cut.year) == (offer.id, year)
    ]
    return [*alone, *parts, *cuts]


def _rented(instance: Instance, plan: PlanVars, offer: Offer) -> list[Row]:
    return [
        Row(None, plan.model.add(offer.units * plan.acquired(offer, year) <= _useful(plan, offer, year)))
        for year in range(instance.years)
    ]


def _bought(instance: Instance, plan: PlanVars, offer: Offer) -> list[Row]:
    servers = offer.units * plan.bought[offer.id]
    last = instance.years - 1
    growing = all(a <= b for units, _ in _loads(plan, offer) for a, b in itertools.pairwise(units))
    if growing and not any(cut.offer == offer.id for cut in instance.cuts):
        return [Row(None, plan.model.add(servers <= _useful(plan, offer, last)))]
    fullest = [plan.model.new_bool_var(f"fullest[{offer.id},{year + 1}]") for year in range(instance.years)]
    rows = [Row(None, plan.model.add_bool_or(fullest))]
    for year, chosen in enumerate(fullest):
        row = plan.model.add(servers <= _useful(plan, offer, year)).only_enforce_if(chosen)
        rows.append(Row(None, row))
    return rows
