"""Demand: every workload runs somewhere, whole or in parts.

Σ_s x[w,s] = 1                     indivisible
Σ_s f[w,s] = parts[w]              divisible
f[w,s] ≤ parts[w]·z[w,s],  z[w,s] ≤ f[w,s]
parts[w]·h[w,s] ≥ energy_fen[w,s]·f[w,s]
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_demand(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rows that place every workload; these are gated by the workload."""
    rows = []
    for demand in instance.demands:
        if demand.parts == 1:
            choices = [var for (workload, _), var in plan.placed.items() if workload == demand.workload]
            rows.append(Row(demand.path, plan.model.add(sum(choices) == 1)))
            continue
        parts = [var for (workload, _), var in plan.parts.items() if workload == demand.workload]
        rows.append(Row(demand.path, plan.model.add(sum(parts) == demand.parts)))
    whole = {d.workload: d.parts for d in instance.demands}
    for load in instance.divisible:
        key = (load.workload, load.offer)
        part, uses = plan.parts[key], plan.divided[key]
        rows.append(Row(None, plan.model.add(part <= whole[load.workload] * uses)))
        rows.append(Row(None, plan.model.add(uses <= part)))
        if key in plan.energy:
            row = plan.model.add(whole[load.workload] * plan.energy[key] >= load.energy_fen * part)
            rows.append(Row(None, row))
    return rows
