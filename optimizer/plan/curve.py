"""Cost against least domestic share: 0, 10, … 100 %, each point proved on its own.

One rule of splitting for the whole curve (two server types a workload unless the file says otherwise), so that points
differ by the share alone. From 100 % downward: a plan of a higher share is a plan of every lower one, so each point
starts from the last answer and never costs more than it.
"""

from decimal import Decimal
from typing import Literal

from optimizer.inputs.request import Request
from optimizer.inputs.requirements import DomesticShareRule
from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.plan.comparison import SharePoint
from optimizer.plan.conflict import without_server
from optimizer.plan.domestic import domestic_share
from optimizer.plan.packed import solve_packed
from optimizer.plan.pools import pools
from optimizer.plan.progress import Progress
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from optimizer.units import from_fen

Measure = Literal["spend", "cards", "servers", "compute"]
POINTS = tuple(Decimal(tenth) / 10 for tenth in range(10, -1, -1))
SPLIT_TYPES = 2


def curve_measure(request: Request) -> Measure:
    """The measure of the request's own rule; spend where it has none."""
    rule = request.requirements.policy.domestic_share
    return rule.by if rule else "spend"


def share_curve(request: Request, settings: Settings, progress: Progress) -> tuple[SharePoint, ...]:
    """Points from 0 to 1 with everything else of the request in force."""
    prepared = prepare(_splitting(request))
    if without_server(prepared):
        return ()
    points: list[SharePoint] = []
    best: Outcome | None = None
    for minimum in POINTS:
        progress(f"domestic share {minimum:.0%}")
        point, found = _point(_at(prepared, minimum), minimum, settings, best)
        points.append(point)
        best = found if found.decision is not None else best
    return tuple(reversed(points))


def _splitting(request: Request) -> Request:
    """The request with the curve's rule of splitting."""
    workloads = []
    for workload in request.requirements.workloads:
        if not isinstance(workload, PretrainWorkload | FinetuneWorkload) and workload.max_server_types is None:
            workload = workload.model_copy(update={"max_server_types": SPLIT_TYPES})
        workloads.append(workload)
    requirements = request.requirements.model_copy(update={"workloads": tuple(workloads)})
    return request.model_copy(update={"requirements": requirements})


def _at(prepared: Prepared, minimum: Decimal) -> Prepared:
    """The same sizing under another least share."""
    request = prepared.request
    policy = request.requirements.policy
    old = policy.domestic_share
    scope = old.scope if old else "purchases"
    rule = DomesticShareRule(minimum=float(minimum), by=curve_measure(request), scope=scope)
    requirements = request.requirements.model_copy(
        update={"policy": policy.model_copy(update={"domestic_share": rule})}
    )
    return prepared.model_copy(update={"request": request.model_copy(update={"requirements": requirements})})


def _point(
    prepared: Prepared, minimum: Decimal, settings: Settings, best: Outcome | None
) -> tuple[SharePoint, Outcome]:
    instance = build_instance(prepared)
    outcome, verified = solve_packed(prepared, instance, settings, start=best, ties=False)
    if outcome.decision is None or verified is None:
        nothing = SharePoint(
            minimum=minimum,
            status=outcome.status,
            tco_npv=None,
            bound=None if outcome.bound_fen is None else from_fen(outcome.bound_fen),
            gap=None,
            achieved=None,
            purchases=(),
        )
        return nothing, outcome
    rows = pools(prepared, outcome.decision, verified)
    point = SharePoint(
        minimum=minimum,
        status=outcome.status,
        tco_npv=verified.tco,
        bound=min(from_fen(outcome.bound_fen or 0), verified.tco),
        gap=outcome.gap,
        achieved=domestic_share(prepared, rows),
        purchases=tuple(f"{pool.standing} × {pool.server_name}" for pool in rows),
    )
    return point, outcome
