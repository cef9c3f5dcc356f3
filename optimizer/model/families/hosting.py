"""Hosting: a pool holds its loads and its spares, every year; only used pools hold servers.

    Σ_w units[w,s,p]·x[w,s] + Σ_w units[w,s,p]·f[w,s] + units[s]·b[s] ≤ units[s]·N[s,p]      N = n or g
    x[w,s] ≤ y[s],  z[w,s] ≤ y[s],  N[s,p] ≤ max_count[s]·y[s]

Not needed, but they lift the bound where a few servers are most of the cost:

    N[s,p] ≥ ⌈units[w,s,p] / units[s]⌉·x[w,s] + b[s]
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_hosting(instance: Instance, plan: PlanVars) -> list[Row]:
    """Capacity rows of every pool and year."""
    rows = []
    for offer in instance.offers:
        loads, divisible = plan.loads_of(offer), plan.divisible_of(offer)
        used, spares = plan.used[offer.id], plan.spares[offer.id]
        for _, uses in plan.hosts(offer):
            rows.append(Row(None, plan.model.add_implication(uses, used)))
        for year in range(instance.years):
            count = plan.count(offer, year)
            load = sum(i.units[year] * var for i, var in loads) + sum(i.units[year] * var for i, var in divisible)
            rows.append(Row(None, plan.model.add(load + offer.units * spares <= offer.units * count)))
            rows.append(Row(None, plan.model.add(count <= offer.max_count * used)))
            for i, var in loads:
                servers = -(-i.units[year] // offer.units)
                if servers:
                    rows.append(Row(None, plan.model.add(count >= servers * var + spares)))
    return rows
