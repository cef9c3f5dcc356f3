"""No ballast: a bought or rented server carries load or is its pool's spare.

    y[s] ≤ Σ_w u[w,s]
    b[s] ≤ ℓ' + (ℓ_max − ℓ')·Σ_{w asks ≥ ℓ} u[w,s]      every level ℓ of spares asked for, ℓ' the next lower one or 0
    units[s]·N[s,p] ≤ Σ_w max_p units[w,s,p]·(x or f) + units[s]·b[s] + units[s] − 1

A bought pool is measured against its fullest year, a rented one year by year.
"""

import itertools

from optimizer.instance.instance import Instance
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
        loads = [(i.units, var) for i, var in plan.loads_of(offer)]
        loads += [(i.units, var) for i, var in plan.divisible_of(offer)]
        for year in range(instance.years if offer.rented else 1):
            units = sum((needs[year] if offer.rented else max(needs)) * var for needs, var in loads)
            servers = offer.units * plan.count(offer, year)
            rows.append(Row(None, plan.model.add(servers <= units + offer.units * spares + offer.units - 1)))
    return rows
