"""Questions about other plans: one that must use an offer, and one with other pools than those already told.

y[s] = 1                                      every offer that must be used
Σ_{s in told} (1 − y[s]) + Σ_{s not in told} y[s] ≥ 1        every set of pools already told
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_questions(instance: Instance, plan: PlanVars) -> list[Row]:
    """None for the plan itself."""
    rows = [Row(None, plan.model.add(plan.used[offer] == 1)) for offer in instance.must_use]
    for told in instance.not_again:
        others = [(1 - used if offer in told else used) for offer, used in plan.used.items()]
        rows.append(Row(None, plan.model.add(sum(others) >= 1)))
    return rows
