"""Site power: nameplate power of every bought server, spares included.

Σ_s max_power_w[s]·n[s] ≤ it_power_w                    [W]
Σ_s max_power_w[s]·PUE[s]·n[s] ≤ facility_power_w       [W]
"""

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_power(instance: Instance, plan: PlanVars) -> list[Row]:
    """Power rows for the limits that the request states."""
    rows = []
    limits = instance.limits
    if limits.it_power_w is not None:
        drawn = sum(plan.offers[s].max_power_w * count for s, count in plan.bought.items())
        rows.append(Row("site.it_power_kw", plan.model.add(drawn <= limits.it_power_w)))
    if limits.facility_power_w is not None:
        drawn = sum(plan.offers[s].facility_power_w * count for s, count in plan.bought.items())
        rows.append(Row("site.facility_power_kw", plan.model.add(drawn <= limits.facility_power_w)))
    return rows
