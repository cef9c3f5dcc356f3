"""The JSON contract (docs/json.md): the same top-level names for every outcome, money as numbers rounded to 0.01."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import TYPE_CHECKING, Any, Literal

from optimizer.plan.risk.risks import risks
from optimizer.report.caution_words import caution_text
from optimizer.report.item_order import ITEM_ORDER

if TYPE_CHECKING:
    from pydantic import BaseModel

    from optimizer.errors import Problem
    from optimizer.plan.comparison import Comparison, ScenarioResult
    from optimizer.plan.machines import Pool
    from optimizer.plan.no_plan import NoPlan
    from optimizer.plan.plan import Plan
    from optimizer.plan.why.relaxation import Relaxation

AMOUNTS = frozenset({"amount", "present_value", "capex", "capex_incl_vat", "tco_npv", "bound", "low", "high"})
"""Fields that hold money; all other decimals are rates or counts."""
RATE_DIGITS = 6

Status = Literal["optimal", "feasible", "infeasible", "bad_input", "unknown", "error"]
Json = dict[str, Any]
SINGLES = (
    "name",
    "scenario",
    "objective",
    "totals",
    "tco_at_zero_resale",
    "network",
    "storage",
    "no_acquisition",
    "curve_by",
    "prices_valid_until",
    "acceptance",
)
"""Names whose value is an object or a scalar: null without a plan."""
LISTS = (
    "purchases", "placements", "cost_per_million_tokens", "cost_items", "limits", "rejections", "assumptions",
    "sources", "conflict", "relaxations", "scenarios", "pools", "cost_lines", "seating", "workloads", "parameters",
    "variants", "quote_needed", "below_checkpoint_precision", "not_limited", "not_counted", "files", "split_note",
    "lead_time_risk", "late_delivery", "second_hand", "rented_abroad", "lapsed_prices", "unusual_prices",
    "cautions", "why_not", "limit_values", "ranges", "alternatives", "bridges", "curve", "curves", "stated_factors",
    "racks", "risks", "data",
)  # fmt: skip
"""Names whose value is a list: empty without a plan."""
OF_THE_WHOLE = ("problems", "scenarios", "bridges", "curve", "curve_by")
"""Names of a comparison that its columns do not repeat."""


def empty_json(status: Status, *, problems: Sequence["Problem"] = ()) -> Json:
    """Every name of the contract without a plan: bad input, or an error of our own."""
    return {
        "status": status,
        "problems": [problem.model_dump() for problem in problems],
        **dict.fromkeys(SINGLES),
        **{name: [] for name in LISTS},
    }


def no_plan_json(result: "NoPlan") -> Json:
    """Infeasible or unknown: the conflict in the user's own fields, the bound known so far, the rejections."""
    bound = None if result.bound_fen is None else result.bound_fen / 100
    return empty_json(result.status) | {
        "objective": {
            "currency": result.currency,
            "tco_npv": None,
            "bound": bound,
            "gap": None,
            "seconds": round(result.seconds, 3),
        },
        "conflict": [member.model_dump() for member in result.conflict],
        "relaxations": [_relaxation(each) for each in result.relaxations],
        "rejections": [rejection.model_dump() for rejection in result.rejections],
    }


def _explanation(plan: "Plan") -> Json:
    """Empty lists where nobody asked."""
    explained = plan.explanation
    if explained is None:
        return {}
    return {
        "why_not": [_plain(each) for each in explained.why_not],
        "limit_values": [_plain(each) for each in explained.limit_values],
        "ranges": [_plain(each) for each in explained.ranges],
        "alternatives": [_plain(each) for each in explained.alternatives],
    }


def _relaxation(relaxation: "Relaxation") -> Json:
    """The first change at the top; those that come with it under `also`."""
    changes = [
        {
            "path": change.path, "from": _jsonable(change.before), "to": _jsonable(change.after), "unit": change.unit,
            "file": change.file, "line": change.line,
        }
        for change in relaxation.changes
    ]  # fmt: skip
    return changes[0] | {
        "kind": relaxation.kind,
        "also": changes[1:],
        "least": relaxation.least,
        "tco_npv": None if relaxation.tco_npv is None else cents(relaxation.tco_npv),
        "gap": relaxation.gap,
        "purchases": list(relaxation.purchases),
    }


def _jsonable(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else list(value) if isinstance(value, tuple) else value


def plan_json(plan: "Plan", seconds: float | None = None) -> Json:
    """A plan; `seconds` is the wall time of the solve where the plan itself does not carry it."""
    objective = plan.objective
    wall = objective.seconds if seconds is None else seconds
    return empty_json(plan.status) | {
        "name": plan.name,
        "scenario": plan.scenario,
        "objective": {
            "currency": objective.currency,
            "tco_npv": cents(objective.tco_npv),
            "bound": cents(objective.bound),
            "gap": objective.gap,
            "seconds": None if wall is None else round(wall, 3),
        },
        "purchases": [row for pool in plan.pools for row in _purchases(pool, plan.cost_rules.horizon_years)],
        "placements": [_plain(placement) for placement in plan.placements],
        "totals": _plain(plan.totals),
        "cost_per_million_tokens": [_plain(row) for row in plan.cost_per_million_tokens],
        "cost_items": list(_cost_items(plan)),
        "limits": [_plain(limit) for limit in plan.limits],
        "rejections": [_plain(rejection) for rejection in plan.rejections],
        "assumptions": [_plain(assumption) for assumption in plan.assumptions],
        "sources": [_plain(source) for source in plan.sources],
        "pools": [_plain(pool) for pool in plan.pools],
        "cost_lines": [_plain(line) for line in plan.cost_lines],
        "seating": [_plain(seating) for seating in plan.seating],
        "data": [_plain(each) for each in plan.data],
        "risks": [_plain(risk) for risk in risks(plan)],
        "racks": [_plain(rack) for rack in plan.racks],
        "curves": [_plain(curve) for curve in plan.curves],
        "acceptance": _plain(plan.acceptance),
        "stated_factors": [_plain(stated) for stated in plan.stated_factors],
        "workloads": [_plain(workload) for workload in plan.workloads],
        "parameters": [_plain(parameter) for parameter in plan.parameters],
        "variants": [_plain(variant) for variant in plan.variants],
        "quote_needed": list(plan.quote_needed),
        "below_checkpoint_precision": list(plan.below_checkpoint_precision),
        "not_limited": list(plan.not_limited),
        "not_counted": list(plan.not_counted),
        "files": [_plain(file) for file in plan.files],
        "tco_at_zero_resale": cents(plan.tco_at_zero_resale),
        "network": None if plan.network is None else _plain(plan.network),
        "storage": None if plan.storage is None else _plain(plan.storage),
        "no_acquisition": plan.no_acquisition,
        "split_note": list(plan.split_note),
        "lead_time_risk": list(plan.lead_time_risk),
        "late_delivery": [_plain(late) for late in plan.late_delivery],
        "second_hand": list(plan.second_hand),
        "rented_abroad": [_plain(each) for each in plan.rented_abroad],
        "lapsed_prices": [_plain(each) for each in plan.lapsed_prices],
        "unusual_prices": list(plan.unusual_prices),
        "prices_valid_until": plan.prices_valid_until,
        **_explanation(plan),
        "cautions": [_plain(each) | {"text": caution_text(each, plan.language)} for each in plan.cautions],
    }


def comparison_json(comparison: "Comparison") -> Json:
    """Base at the top level as for one plan; beside it scenarios with the same names, bridges and the share curve."""
    base, *others = comparison.results
    return _result_json(comparison, base) | {
        "name": comparison.name,
        "scenarios": [_scenario_json(comparison, result) for result in others],
        "bridges": [_plain(item) for item in comparison.bridges],
        "curve_by": comparison.curve_by,
        "curve": [_plain(point) for point in comparison.curve],
    }


def _scenario_json(comparison: "Comparison", result: "ScenarioResult") -> Json:
    report = _result_json(comparison, result)
    own = {name: value for name, value in report.items() if name not in OF_THE_WHOLE}
    return own | {"name": result.name, "demand_changed": result.demand_changed}


def _result_json(comparison: "Comparison", result: "ScenarioResult") -> Json:
    """One column; without a plan it has its status and its conflict."""
    if result.plan is not None:
        return plan_json(result.plan)
    nothing = {"currency": comparison.currency, "tco_npv": None, "bound": None, "gap": None, "seconds": None}
    return empty_json(result.status) | {
        "objective": nothing,
        "conflict": [member.model_dump() for member in result.conflict],
    }


def cents(amount: Decimal) -> float:
    """Money as a JSON number, rounded half to even to 0.01."""
    return float(amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_EVEN))


def _rate(value: Decimal) -> float:
    """A price per hour, kWh or million tokens, a factor or a count."""
    return float(round(value, RATE_DIGITS))


def _plain(model: "BaseModel") -> Json:
    """A part of the plan as JSON, under its own names."""
    return {name: _value(name, value) for name, value in model.model_dump().items()}


def _value(name: str, value: Any) -> Any:
    if isinstance(value, Decimal):
        return cents(value) if name in AMOUNTS else _rate(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _value(key, inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_value(name, inner) for inner in value]
    return value


def _purchases(pool: "Pool", horizon_years: int) -> Iterator[Json]:
    """Bought: one row from year 1 to the horizon. Rented: one row per run of years with the same count. Owned: none."""
    price = pool.unit_price.amount
    if not pool.rented:
        if pool.count:
            yield _purchase(pool, 1, horizon_years, pool.count, cents(price))
        return
    first = 1
    for year, count in enumerate(pool.counts, start=1):
        if year == len(pool.counts) or pool.counts[year] != count:
            if count:
                yield _purchase(pool, first, year, count, _rate(price))
            first = year + 1


def _purchase(pool: "Pool", year: int, until_year: int, count: int, unit_price: float) -> Json:
    return {
        "server": pool.server, "card": pool.card, "ecosystem": pool.ecosystem, "domestic": pool.domestic, "year": year,
        "until_year": until_year, "count": count, "cards": count * pool.cards_per_server, "unit_price": unit_price,
        "rented": pool.rented, "owned": False, "price_book": pool.unit_price.book,
        "lead_time_weeks": pool.lead_time.typical if pool.lead_time else None,
        "stands_for": list(pool.stands_for),
    }  # fmt: skip


def _cost_items(plan: "Plan") -> Iterator[Json]:
    """Amounts by item and year over all subjects, in report order; rounded once, after the sum."""
    sums: dict[tuple[str, int], tuple[Decimal, Decimal]] = defaultdict(lambda: (Decimal(0), Decimal(0)))
    for line in plan.cost_lines:
        amount, present = sums[line.item, line.year]
        sums[line.item, line.year] = amount + line.amount, present + line.present_value
    for (item, year), (amount, present) in sorted(sums.items(), key=lambda s: (ITEM_ORDER.index(s[0][0]), s[0][1])):
        yield {"item": item, "year": year, "amount": cents(amount), "present_value": cents(present)}
