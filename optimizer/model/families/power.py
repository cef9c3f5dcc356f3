"""Site power: nameplate power of every server on the site, spares, owned ones and switches included.

Σ_s max_power_w[s]·(n[s] + u[s,p]) + switch_power_w·(L + M) ≤ it_power_w              [W] every year
Σ_s max_power_w[s]·PUE[s]·(n[s] + u[s,p]) + switch_facility_w·(L + M) ≤ facility_power_w
"""

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance
from optimizer.model.rows import Row
from optimizer.model.variables import PlanVars


def add_power(instance: Instance, plan: PlanVars) -> list[Row]:
    """Power rows for the limits that the request states."""
    rows = []
    limits = instance.limits
    for path, field, limit in (
        ("site.it_power_kw", "max_power_w", limits.it_power_w),
        ("site.facility_power_kw", "facility_power_w", limits.facility_power_w),
    ):
        if limit is not None:
            for year in _years(plan):
                drawn = cp_model.LinearExpr.sum([*_servers(plan, field, year), *_switches(plan, field)])
                rows.append(Row(path, plan.model.add(drawn <= limit)))
    return rows


def _years(plan: PlanVars) -> range:
    """Without owned servers every year is the same."""
    return range(plan.instance.years if plan.owned else 1)


def _servers(plan: PlanVars, field: str, year: int) -> list[cp_model.LinearExprT]:
    on_site = (o for o in plan.instance.offers if not o.rented)
    return [getattr(o, field) * plan.in_service(o, year) for o in on_site]


def _switches(plan: PlanVars, field: str) -> list[cp_model.LinearExprT]:
    network, switches = plan.instance.network, plan.network
    if network is None or switches is None:
        return []
    watts = network.switch_power_w if field == "max_power_w" else network.switch_facility_w
    return [watts * (switches.leaves + switches.spines)]
