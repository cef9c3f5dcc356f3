"""A small comparison: the sample plan, NVIDIA only, another demand, two without a plan; and a share curve."""

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from optimizer.plan.comparison import (
    CATEGORY_ITEMS,
    BridgeCategory,
    BridgeItem,
    Comparison,
    ScenarioResult,
    SharePoint,
)
from optimizer.plan.no_plan import ConflictMember
from optimizer.plan.plan import DomesticShare, Plan
from tests.report.sample_parts import sample_plan
from tests.report.sample_plan import bought

D = Decimal
CONFLICT = (
    ConflictMember(path="policy.domestic_share.minimum", file="request.yaml", line=41, value="1.0", unit=""),
    ConflictMember(path="site.it_power_kw", file="request.yaml", line=20, value="60", unit="kW"),
)


def _scenario(name: str, plan: Plan | None, **changes: object) -> ScenarioResult:
    fields: dict[str, object] = {
        "name": name,
        "status": "infeasible" if plan is None else plan.status,
        "plan": plan,
        "conflict": CONFLICT if plan is None else (),
        "demand_changed": False,
    }
    return ScenarioResult.model_validate(fields | changes)


def _bridges(base: Plan, results: tuple[ScenarioResult, ...]) -> Iterator[BridgeItem]:
    category_of: dict[str, BridgeCategory] = {i: c for c, items in CATEGORY_ITEMS.items() for i in items}
    for result in results:
        if result.plan is None or result.plan is base:
            continue
        amounts: dict[BridgeCategory, Decimal] = defaultdict(Decimal)
        for sign, plan in ((1, result.plan), (-1, base)):
            for line in plan.cost_lines:
                amounts[category_of[line.item]] += sign * line.present_value
        for category, amount in amounts.items():
            yield BridgeItem(scenario=result.name, category=category, amount=amount)


def _curve() -> Iterator[SharePoint]:
    """Dearer by 100,000 a step from 50 % on; nothing at 100 %."""
    for step in range(11):
        tco = None if step == 10 else D(8_000_000 + 100_000 * max(0, step - 5))
        share = DomesticShare(spend=max(0.41, step / 10), cards=0.4, servers=0.33, compute=0.2)
        yield SharePoint(
            minimum=D(step) / 10,
            status="infeasible" if tco is None else "optimal",
            tco_npv=tco,
            bound=None if tco is None else tco - 400,
            gap=None if tco is None else float(400 / tco),
            achieved=None if tco is None else share,
            purchases=() if tco is None else ("4 × Big 8-card server", "2 × 国产八卡服务器"),
        )


def sample_comparison(*, language: Literal["zh", "en"] = "zh", **changes: object) -> Comparison:
    """Five columns; `changes` replace top-level fields."""
    base = sample_plan(language=language)
    nvidia = sample_plan(
        language=language, scenario="nvidia-only", pools=(bought(counts=(6, 6, 6)),), network=None, split_note=()
    )
    more = sample_plan(language=language, scenario="more users", pools=(bought(counts=(9, 9, 9)),), status="feasible")
    results = (
        _scenario("base", base),
        _scenario("nvidia-only", nvidia),
        _scenario("more users", more, demand_changed=True),
        _scenario("domestic-only", None),
        _scenario("国产/过半?", None, status="unknown", conflict=()),
    )
    fields: dict[str, object] = {
        "name": base.name,
        "language": language,
        "currency": "CNY",
        "as_of": base.as_of,
        "results": results,
        "bridges": tuple(_bridges(base, results)),
        "curve_by": "spend",
        "curve": tuple(_curve()),
    }
    return Comparison.model_validate(fields | changes)
