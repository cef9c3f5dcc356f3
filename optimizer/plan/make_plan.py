"""Request → plan, or the reason there is none: prepare, solve, verify, and the variants page one shows."""

from optimizer.errors import ModelError
from optimizer.inputs.request import Request
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.plan.assemble import assemble
from optimizer.plan.no_plan import NoPlan, closed_sources, unservable, with_places
from optimizer.plan.packed import solve_packed
from optimizer.plan.plan import Plan
from optimizer.plan.progress import Progress, silent
from optimizer.plan.variants import variants
from optimizer.solve.conflict import conflict
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings


def make_plan(request: Request, settings: Settings, progress: Progress = silent) -> Plan | NoPlan:
    """Solve a request. Raises ModelError when model, checker and plan disagree: such a plan is never returned."""
    progress("sizing")
    prepared = prepare(request)
    currency = request.requirements.currency
    if missing := unservable(prepared):
        nothing = Outcome(status="infeasible")
        return NoPlan.of(nothing, currency, missing, prepared.rejections)
    instance = build_instance(prepared)
    progress("solving")
    outcome, verified = solve_packed(prepared, instance, settings)
    if verified is None:
        paths: tuple[str, ...] = ()
        if outcome.status == "infeasible":
            progress("explaining")
            paths = (*conflict(instance), *closed_sources(request))
        return NoPlan.of(outcome, currency, with_places(prepared, paths), prepared.rejections)
    others = variants(prepared, outcome, verified.placed, settings, progress)
    plan = assemble(prepared, outcome, verified, settings, others)
    if abs(plan.objective.tco_npv - verified.tco) * 10**6 > 1:
        raise ModelError(f"plan {plan.objective.tco_npv} and checker {verified.tco} disagree on the cost")
    return plan
