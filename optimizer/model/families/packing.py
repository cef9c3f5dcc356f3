"""Packing: what is known of replicas that do not fit the servers their cards would fill (found when seating an answer).

    c[i] ≥ Σ_{w in cut i} u[w,s] − |W_i| + 1,  c[i] ≤ u[w,s]          u = x or z
    c[i] ⇒ N[s,p] ≥ servers[i] + b[s]

Holds for the set of workloads it names as they are seated, largest first; taken to hold for every larger set
(docs/model.md).
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_packing(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rows for every cut; none before an answer has been seated."""
    rows = []
    for cut, together in zip(instance.cuts, plan.together, strict=True):
        uses = [
            plan.divided[workload, cut.offer] if tenths is None else plan.placed[workload, cut.offer, tenths]
            for workload, tenths in cut.workloads
        ]
        rows.append(Row(None, plan.model.add(together >= sum(uses) - len(uses) + 1)))
        rows += [Row(None, plan.model.add_implication(together, each)) for each in uses]
        servers = plan.in_service(plan.offers[cut.offer], cut.year)
        needed = cut.servers + plan.spares[cut.offer]
        rows.append(Row(None, plan.model.add(servers >= needed).only_enforce_if(together)))
    return rows
