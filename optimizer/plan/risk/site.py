"""Risks of site and operation: spares, limits, machines."""

from collections.abc import Iterator

from optimizer.plan.plan import LimitUse, Plan
from optimizer.plan.risk.risk import HIGH, LOW, MEDIUM, Risk


def _spare(plan: Plan) -> Iterator[Risk]:
    """One failed server takes capacity: all of it where a pool has but one."""
    bare = [p for p in plan.pools if not p.rented and p.standing and not p.spares]
    if bare:
        alone = any(p.standing == 1 for p in bare)
        yield Risk(kind="spare", likelihood=MEDIUM, impact=HIGH if alone else MEDIUM,
                   servers=tuple(p.server for p in bare))  # fmt: skip


def full_limits(plan: Plan) -> tuple[LimitUse, ...]:
    """Limits that stop growth: power, racks, stock and budget of which one server more breaks them."""
    physical = ("it_power", "facility_power", "capex_budget", "racks", "stock")
    return tuple(use for use in plan.limits if use.binding and use.limit.split(" ")[0] in physical)


def _binding(plan: Plan) -> Iterator[Risk]:
    if held := full_limits(plan):
        limits = ", ".join(use.limit for use in held)
        yield Risk(kind="binding", likelihood=MEDIUM, impact=MEDIUM, facts={"limits": limits})


def _cautions(plan: Plan) -> Iterator[Risk]:
    if plan.cautions:
        short = any(each.finding == "short" for each in plan.cautions)
        servers = tuple(dict.fromkeys(each.server for each in plan.cautions if each.server))
        yield Risk(kind="cautions", likelihood=HIGH if short else MEDIUM, impact=MEDIUM if short else LOW,
                   servers=servers, facts={"count": float(len(plan.cautions))})  # fmt: skip


RULES = (_spare, _binding, _cautions)
