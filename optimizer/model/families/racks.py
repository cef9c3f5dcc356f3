"""Racks: a rack holds servers of one type.

n[s] + u[s,p] ≤ Σ_g fit[s,g]·r[s,g]            every offer that needs racks, every year
Σ_s r[s,g] ≤ count[g]                          every rack group
r[s,g] ≤ ⌈most[s] / fit[s,g]⌉·y[s]             most = max_count + owned
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars, most_on_site


def add_racks(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rack rows; none where the request has no racks."""
    rows = []
    for offer in instance.offers:
        if offer.rack_fit is None:
            continue
        filled = [(g, fit) for g, fit in zip(instance.racks, offer.rack_fit, strict=True) if fit]
        room = sum(fit * plan.racks[offer.id, g.name] for g, fit in filled)
        for year in range(instance.years if offer.owned else 1):
            rows.append(Row(None, plan.model.add(plan.in_service(offer, year) <= room)))
        for g, fit in filled:
            most = -(-most_on_site(offer) // fit)
            rows.append(Row(None, plan.model.add(plan.racks[offer.id, g.name] <= most * plan.used[offer.id])))
    for group in instance.racks:
        taken = [var for (_, name), var in plan.racks.items() if name == group.name]
        rows.append(Row(group.path, plan.model.add(sum(taken) <= group.count)))
    return rows
