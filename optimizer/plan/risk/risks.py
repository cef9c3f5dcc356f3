"""All risks of a plan, worst first."""

from optimizer.plan.plan import Plan
from optimizer.plan.risk import order, site, sizing
from optimizer.plan.risk.risk import Risk

TOP = 5


def risks(plan: Plan) -> tuple[Risk, ...]:
    """Worst first; of equals those of the order, then of the sizing, then of the site."""
    found = [risk for rule in (*order.RULES, *sizing.RULES, *site.RULES) for risk in rule(plan)]
    return tuple(sorted(found, key=lambda risk: -risk.level))


def top_risks(plan: Plan, count: int = TOP) -> tuple[Risk, ...]:
    """Those that page one names."""
    return risks(plan)[:count]
