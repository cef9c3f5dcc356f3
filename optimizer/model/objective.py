"""Objective: present value of everything the plan pays, fen.

Σ_s buy_fen[s]·n[s] + Σ_{s,p} rent_fen[s,p]·g[s,p] + Σ_{w,s} energy_fen[w,s]·x[w,s] + Σ_{w,s} h[w,s]
  + Σ_{s,g} rent_fen[g]·r[s,g] + Σ_e adaptation_fen[e]·v[e]
"""

from ortools.sat.python import cp_model

from optimizer.model.variables import PlanVars


def cost(plan: PlanVars) -> cp_model.LinearExprT:
    """The linear expression above."""
    instance = plan.instance
    rack_rent = {g.name: g.rent_fen for g in instance.racks}
    energy = {(i.workload, i.offer): i.energy_fen for i in instance.loads}
    return (
        sum(plan.offers[s].buy_fen * count for s, count in plan.bought.items())
        + sum(plan.offers[s].rent_fen[year] * count for (s, year), count in plan.rented.items())
        + sum(energy[key] * var for key, var in plan.placed.items())
        + sum(plan.energy.values())
        + sum(rack_rent[group] * var for (_, group), var in plan.racks.items())
        + sum(instance.adaptation_fen[e] * var for e, var in plan.ecosystem.items())
    )
