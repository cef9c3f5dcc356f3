"""Least shares: domestic, and of an ecosystem; exact, over what the plan acquires (fleet: and what it owns).

    Σ_s weight[s]·(den·member[s] − num)·servers[s] ≥ 0

spend: one row over the horizon; cards, servers, compute: one row a year. Nothing acquired: 0 ≥ 0, the rule holds.
"""

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_shares(instance: Instance, plan: PlanVars) -> list[Row]:
    """One row for every share row of the instance."""
    rows = []
    for share in instance.shares:
        terms = [weight * plan.bought[offer] for offer, weight in share.bought.items()]
        for variables, weights in ((plan.rented, share.rented), (plan.owned, share.owned)):
            terms += [w * variables[offer, year] for offer, years in weights.items() for year, w in enumerate(years)]
        rows.append(Row(share.path, plan.model.add(cp_model.LinearExpr.sum(terms) >= 0)))
    return rows
