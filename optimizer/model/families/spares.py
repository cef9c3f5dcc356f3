"""Spares: a pool keeps the largest number of spare servers that any of its workloads asks for.

b[s] ≥ spare_servers[w]·u[w,s]          u = x or z
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_spares(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rows for the workloads that ask for spares."""
    asked = {d.workload: d.spare_servers for d in instance.demands}
    return [
        Row(None, plan.model.add(plan.spares[offer.id] >= asked[workload] * uses))
        for offer in instance.offers
        for workload, uses in plan.hosts(offer)
        if asked[workload]
    ]
