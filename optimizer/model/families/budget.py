"""Capex budget, VAT included.

Σ_s capex_fen[s]·n[s] ≤ capex_fen
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_budget(instance: Instance, plan: PlanVars) -> list[Row]:
    """The budget row, where the request has a budget."""
    if instance.limits.capex_fen is None:
        return []
    spent = sum(plan.offers[s].capex_fen * count for s, count in plan.bought.items())
    return [Row("finance.capex_budget", plan.model.add(spent <= instance.limits.capex_fen))]
