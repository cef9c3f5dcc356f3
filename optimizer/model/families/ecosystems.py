"""Ecosystems: using one is a decision with a price, and their number may be limited.

y[s] ≤ v[ecosystem(s)]
v[e] ≤ Σ_{s in e} y[s]
Σ_e v[e] ≤ maximum
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_ecosystems(instance: Instance, plan: PlanVars) -> list[Row]:
    """Rows that tie pools to ecosystems, and the limit on their number."""
    rows = [
        Row(None, plan.model.add_implication(plan.used[o.id], plan.ecosystem[o.ecosystem])) for o in instance.offers
    ]
    for ecosystem, uses in plan.ecosystem.items():
        pools = [plan.used[o.id] for o in instance.offers if o.ecosystem == ecosystem]
        rows.append(Row(None, plan.model.add(uses <= sum(pools))))
    if instance.limits.ecosystems is not None:
        row = plan.model.add(sum(plan.ecosystem.values()) <= instance.limits.ecosystems)
        rows.append(Row("policy.ecosystems.maximum", row))
    return rows
