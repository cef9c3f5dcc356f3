"""What a limit costs: the plan solved again with one more unit of it, and without it.

Only limits that cost something are listed: giving them up must make the plan cheaper.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.progress import Progress
from optimizer.plan.why.changed import Changes, value_at
from optimizer.plan.why.dials import MAX_LATENCY_MS
from optimizer.plan.why.explanation import LimitValue
from optimizer.plan.why.search import Trial
from optimizer.plan.why.solved import Solved
from optimizer.units import from_fen

TENTH = Decimal("1.1")
POINT = Decimal("0.01")


class Limit(NamedTuple):
    """A limit of the request, one more unit of it, and the request without it."""

    path: str
    step: str
    more: Changes
    without: Changes
    resize: bool = False


def limit_values(solved: Solved, progress: Progress) -> tuple[LimitValue, ...]:
    """In the order of the file's keys."""
    return tuple(_valued(solved, progress))


def _valued(solved: Solved, progress: Progress) -> Iterator[LimitValue]:
    for limit in _limits(solved.prepared.request):
        progress(f"value of {limit.path}")
        without = _saved(solved, limit.without, limit.resize)
        if without is None or without > 0:
            yield LimitValue(
                path=limit.path,
                value=str(value_at(solved.prepared.request, limit.path)),
                step=limit.step,
                saved_by_step=_saved(solved, limit.more, limit.resize),
                saved_without=without,
            )


def _saved(solved: Solved, changes: Changes, resize: bool) -> Decimal | None:
    """Present value that the changed request's plan saves; None where it was not proved in time."""
    outcome, _ = Trial(solved.prepared, changes, resize=resize).solved(solved.settings)
    if outcome.cost_fen is None or outcome.gap:
        return None
    return from_fen(max(0, solved.cost_fen - outcome.cost_fen))


def _limits(request: Request) -> Iterator[Limit]:
    requirements = request.requirements
    site, finance, policy = requirements.site, requirements.finance, requirements.policy
    for key in ("it_power_kw", "facility_power_kw"):
        if (kw := getattr(site, key)) is not None:
            path = f"site.{key}"
            yield Limit(path, "+1 kW", {path: kw + 1}, {path: None})
    for index, group in enumerate(site.racks):
        path = f"site.racks[{index}].count"
        yield Limit(path, "+1 rack", {path: group.count + 1}, {path: 10**6})
    if finance.capex_budget is not None:
        path = "finance.capex_budget"
        yield Limit(path, "+1 %", {path: finance.capex_budget * (1 + POINT)}, {path: None})
    if policy.ecosystems.maximum is not None:
        path = "policy.ecosystems.maximum"
        yield Limit(path, "+1", {path: policy.ecosystems.maximum + 1}, {path: None})
    if policy.domestic_share is not None and policy.domestic_share.minimum > 0:
        path = "policy.domestic_share.minimum"
        yield _share(path, policy.domestic_share.minimum)
    for name, share in policy.ecosystems.minimum_share.items():
        if share > 0:
            yield _share(f"policy.ecosystems.minimum_share.{name}", share)
    if requirements.rent.allowed and requirements.rent.maximum_share < 1:
        path = "rent.maximum_share"
        more = min(1.0, float(Decimal(str(requirements.rent.maximum_share)) + POINT))
        yield Limit(path, "+1 point", {path: more}, {path: 1.0})
    if policy.ecc_above_days is not None:
        path = "policy.ecc_above_days"
        yield Limit(path, "+1 day", {path: policy.ecc_above_days + 1}, {path: None}, resize=True)
    for index, workload in enumerate(requirements.workloads):
        if isinstance(workload, InferenceWorkload):
            yield from _latencies(workload, f"workloads[{index}].latency")
        if workload.spare_servers:
            path = f"workloads[{index}].spare_servers"
            yield Limit(path, "−1", {path: workload.spare_servers - 1}, {path: 0})


def _share(path: str, minimum: float) -> Limit:
    less = max(0.0, float(Decimal(str(minimum)) - POINT))
    return Limit(path, "−1 point", {path: less}, {path: 0.0})


def _latencies(workload: InferenceWorkload, path: str) -> Iterator[Limit]:
    for key in ("ttft_p95_ms", "tpot_p95_ms", "e2e_p95_ms"):
        limit = getattr(workload.latency, key)
        if limit is not None:
            name = f"{path}.{key}"
            more = float(Decimal(str(limit)) * TENTH)
            yield Limit(name, "+10 %", {name: min(more, MAX_LATENCY_MS)}, {name: None}, resize=True)
