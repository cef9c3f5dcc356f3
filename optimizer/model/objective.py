"""Objective: present value of everything the plan pays, fen.

Σ_s buy_fen[s]·n[s] + Σ_{s,p} own_fen[s,p]·u[s,p] + Σ_{s,p} rent_fen[s,p]·g[s,p]
  + Σ_{w,s,j} (energy_fen + network_fen)[w,s,j]·x[w,s,j] + Σ_{w,s} h[w,s]
  + Σ_{s,g} rent_fen[g]·r[s,g] + switch_fen·(L + M) + uplink_fen·(L − o) + Σ_e adaptation_fen[e]·v[e]
  + storage_fen
"""

from ortools.sat.python import cp_model

from optimizer.model.variables import PlanVars


def cost(plan: PlanVars) -> cp_model.LinearExpr:
    """The linear expression above."""
    instance = plan.instance
    rack_rent = {g.name: g.rent_fen for g in instance.racks}
    loads = {(i.workload, i.offer, i.tenths): i.energy_fen + i.network_fen for i in instance.loads}
    terms = [plan.offers[s].buy_fen * count for s, count in plan.bought.items()]
    terms += [plan.offers[s].own_fen[year] * count for (s, year), count in plan.owned.items()]
    terms += [plan.offers[s].rent_fen[year] * count for (s, year), count in plan.rented.items()]
    terms += [loads[key] * var for key, var in plan.placed.items()]
    terms += [1 * energy for energy in plan.energy.values()]
    terms += [rack_rent[group] * var for (_, group), var in plan.racks.items()]
    terms += [instance.adaptation_fen[e] * var for e, var in plan.ecosystem.items()]
    if instance.network is not None and plan.network is not None:
        switches = plan.network
        terms.append(instance.network.switch_fen * (switches.leaves + switches.spines))
        terms.append(instance.network.uplink_fen * (switches.leaves - switches.single))
    return cp_model.LinearExpr.sum(terms) + instance.storage_fen
