"""Capex budget, VAT included.

Σ_s capex_fen[s]·n[s] + Σ_{w,s,j} network_capex_fen[w,s,j]·x[w,s,j]
  + switch_capex_fen·(L + M) + uplink_capex_fen·(L − o) + storage_capex_fen ≤ capex_fen
"""

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_budget(instance: Instance, plan: PlanVars) -> list[Row]:
    """The budget row, where the request has a budget."""
    if instance.limits.capex_fen is None:
        return []
    spent = [plan.offers[s].capex_fen * count for s, count in plan.bought.items()]
    spent += [i.network_capex_fen * plan.placed[i.workload, i.offer, i.tenths] for i in instance.loads]
    if instance.network is not None and plan.network is not None:
        switches = plan.network
        spent.append(instance.network.switch_capex_fen * (switches.leaves + switches.spines))
        spent.append(instance.network.uplink_capex_fen * (switches.leaves - switches.single))
    left = instance.limits.capex_fen - instance.storage_capex_fen
    return [Row("finance.capex_budget", plan.model.add(cp_model.LinearExpr.sum(spent) <= left))]
