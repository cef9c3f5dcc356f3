"""Rent: at most a share of the cards in service, each year.

den·Σ_{rented s} cards[s]·g[s,p] ≤ num·Σ_s cards[s]·N[s,p]
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_rent(instance: Instance, plan: PlanVars) -> list[Row]:
    """One row a year, where the request limits rent."""
    if instance.limits.rent_share is None:
        return []
    num, den = instance.limits.rent_share
    rows = []
    for year in range(instance.years):
        rented = sum(o.cards * plan.rented[o.id, year] for o in instance.offers if o.rented)
        all_cards = sum(o.cards * plan.in_service(o, year) for o in instance.offers)
        rows.append(Row("rent.maximum_share", plan.model.add(den * rented <= num * all_cards)))
    return rows
