"""Hosting: a pool holds its loads and its spares, every year; only used pools hold servers.

Σ_{w,j} units[w,s,j,p]·x[w,s,j] + Σ_w units[w,s,p]·f[w,s] + units[s]·b[s] ≤ units[s]·N[s,p]
N[s,p] = n[s] + u[s,p] or g[s,p]
x[w,s,j] ≤ y[s],  z[w,s] ≤ y[s],  n[s], g[s,p] ≤ max_count[s]·y[s],  u[s,p] ≤ owned[s,p]·y[s]

N[s,p] ≥ servers[w,s,j,p]·x[w,s,j] + b[s]             what holds the load alone, replica by replica
N[s,p] ≥ least_servers[w,s]·z[w,s] + b[s]
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
            servers = plan.in_service(offer, year)
            load = sum(i.units[year] * var for i, var in loads) + sum(i.units[year] * var for i, var in divisible)
            rows.append(Row(None, plan.model.add(load + offer.units * spares <= offer.units * servers)))
            rows.append(Row(None, plan.model.add(plan.acquired(offer, year) <= offer.max_count * used)))
            if offer.owned:
                rows.append(Row(None, plan.model.add(plan.owned[offer.id, year] <= offer.owned[year] * used)))
            for i, var in loads:
                rows.append(Row(None, plan.model.add(servers >= i.servers[year] * var + spares)))
            for part, _ in divisible:
                uses = plan.divided[part.workload, offer.id]
                rows.append(Row(None, plan.model.add(servers >= part.least_servers * uses + spares)))
    return rows
