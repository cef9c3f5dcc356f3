"""Demand: every workload runs somewhere, whole, in tenths over a few server types, or in any parts.

Σ_{s,j} j·x[w,s,j] = 10,  Σ_j x[w,s,j] ≤ 1,  Σ_{s,j} x[w,s,j] ≤ max_offers[w]
Σ_s f[w,s] = parts[w]                                   freely divisible
f[w,s] ≤ parts[w]·z[w,s],  z[w,s] ≤ f[w,s]
parts[w]·h[w,s] ≥ energy_fen[w,s]·f[w,s]
"""

from collections import defaultdict
from typing import TYPE_CHECKING

from optimizer.instance.instance import Demand, Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

TENTHS = 10


def add_demand(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rows that place every workload; these are gated by the workload."""
    rows = []
    for demand in instance.demands:
        if demand.parts == 1:
            rows += _in_tenths(plan, demand)
        else:
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


def _in_tenths(plan: PlanVars, demand: Demand) -> list[Row]:
    choices: dict[str, list[cp_model.IntVar]] = defaultdict(list)
    carried: list[cp_model.LinearExprT] = []
    for (workload, offer, tenths), var in plan.placed.items():
        if workload == demand.workload:
            choices[offer].append(var)
            carried.append(tenths * var)
    everything = [var for group in choices.values() for var in group]
    if demand.max_offers == 1:
        return [Row(demand.path, plan.model.add(sum(everything) == 1))]
    rows = [Row(demand.path, plan.model.add(sum(carried) == TENTHS))]
    rows += [Row(None, plan.model.add_at_most_one(group)) for group in choices.values()]
    rows.append(Row(None, plan.model.add(sum(everything) <= demand.max_offers)))
    return rows
