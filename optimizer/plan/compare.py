"""Base and scenarios of one file, and the price of a domestic share."""

from collections import defaultdict
from decimal import Decimal

from optimizer.inputs.family import Family
from optimizer.inputs.request import Request
from optimizer.plan.comparison import CATEGORY_ITEMS, BridgeCategory, BridgeItem, Comparison, ScenarioResult
from optimizer.plan.curve import curve_measure, share_curve
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.plan.progress import Progress, silent
from optimizer.solve.settings import Settings

BASE = "base"
CATEGORY = {item: category for category, items in CATEGORY_ITEMS.items() for item in items}


def compare(family: Family, settings: Settings, progress: Progress = silent) -> Comparison:
    """Solve base and scenarios, attribute the differences, and draw the share curve of the base."""
    results = [_solved(BASE, family.base, False, settings, progress)]
    for name, request in family.scenarios.items():
        results.append(_solved(name, request, family.demand_changed[name], settings, progress))
    base = results[0].plan
    requirements = family.base.requirements
    return Comparison(
        name=requirements.name,
        language=requirements.language,
        currency=requirements.currency,
        as_of=family.base.as_of.isoformat(),
        results=tuple(results),
        bridges=tuple(item for result in results[1:] for item in _bridge(base, result)),
        curve_by=curve_measure(family.base),
        curve=share_curve(family.base, settings, progress),
    )


def _solved(name: str, request: Request, changed: bool, settings: Settings, progress: Progress) -> ScenarioResult:
    answer = make_plan(request, settings, lambda stage: progress(f"{name}: {stage}"), relax=False)
    if isinstance(answer, NoPlan):
        return ScenarioResult(
            name=name, status=answer.status, plan=None, conflict=answer.conflict, demand_changed=changed
        )
    plan = answer.model_copy(update={"scenario": None if name == BASE else name})
    return ScenarioResult(name=name, status=plan.status, plan=plan, conflict=(), demand_changed=changed)


def _bridge(base: Plan | None, result: ScenarioResult) -> list[BridgeItem]:
    """Scenario less base, present value, by category; nothing where either has no plan."""
    if base is None or result.plan is None:
        return []
    before, after = _by_category(base), _by_category(result.plan)
    return [
        BridgeItem(scenario=result.name, category=category, amount=after[category] - before[category])
        for category in dict.fromkeys(CATEGORY.values())
    ]


def _by_category(plan: Plan) -> dict[BridgeCategory, Decimal]:
    sums: dict[BridgeCategory, Decimal] = defaultdict(Decimal)
    for line in plan.cost_lines:
        sums[CATEGORY[line.item]] += line.present_value
    return sums
