"""Request → plan, or the reason there is none: prepare, solve, verify, and the variants page one shows."""

from optimizer.errors import ModelError
from optimizer.inputs.request import Request
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.instance.size_limits import refuse_what_is_too_large
from optimizer.plan.assemble import assemble
from optimizer.plan.conflict import conflict_paths, unservable
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.packed import solve_packed
from optimizer.plan.plan import Plan
from optimizer.plan.progress import Progress, silent
from optimizer.plan.variants import solved_variants
from optimizer.plan.why.explain import Asked, explain
from optimizer.plan.why.relax import relaxations
from optimizer.plan.why.solved import Solved
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings


def make_plan(
    request: Request,
    settings: Settings,
    progress: Progress = silent,
    *,
    relax: bool = True,
    asked: Asked | None = None,
    variants: bool = True,
) -> Plan | NoPlan:
    """Solve a request; `relax`: where it is infeasible, also say what must give; `asked`: explain the plan.

    `variants` = False: without the same request at other quantiles and in 16 bit.
    Raises InputError for numbers too large to be solved exactly, and ModelError when model, checker and plan disagree:
    such a plan is never returned.
    """
    progress("sizing")
    prepared = prepare(request)
    if missing := unservable(prepared):
        return _infeasible(prepared, Outcome(status="infeasible"), missing, settings, progress, relax)
    instance = build_instance(prepared)
    refuse_what_is_too_large(prepared, instance)
    progress("solving")
    outcome, verified = solve_packed(prepared, instance, settings)
    if verified is None:
        if outcome.status != "infeasible":
            return NoPlan.of(prepared, outcome, ())
        progress("explaining")
        return _infeasible(prepared, outcome, conflict_paths(prepared), settings, progress, relax)
    others = solved_variants(prepared, outcome, verified.placed, settings, progress) if variants else ()
    plan = assemble(prepared, outcome, verified, settings, others)
    if abs(plan.objective.tco_npv - verified.tco) * 10**6 > 1:
        raise ModelError(f"plan {plan.objective.tco_npv} and checker {verified.tco} disagree on the cost")
    if asked is None or outcome.decision is None:
        return plan
    solved = Solved.of(prepared, instance, outcome.decision, settings)
    return plan.model_copy(update={"explanation": explain(solved, asked, progress)})


def _infeasible(
    prepared: Prepared, outcome: Outcome, paths: tuple[str, ...], settings: Settings, progress: Progress, relax: bool
) -> NoPlan:
    found = relaxations(prepared, paths, settings, progress) if relax else ()
    return NoPlan.of(prepared, outcome, paths, found)
