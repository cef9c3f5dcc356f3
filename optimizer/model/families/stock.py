"""Stock: no more is bought of an item than can be had.

Σ_s pieces[i,s]·n[s] ≤ stock[i]          n[s] servers bought, pieces 1 or the cards that a price is built up from
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_stock(instance: Instance, plan: PlanVars) -> list[Row]:
    """One row per stated stock."""
    return [
        Row(row.path, plan.model.add(sum(k * plan.bought[s] for s, k in row.pieces.items()) <= row.stock))
        for row in instance.stock
    ]
