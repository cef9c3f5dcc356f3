"""Cheapest plan of an instance, and ties broken the same way every time.

Minimise cost; then, at no higher cost, fewest servers, fewest racks, the earliest offers: equal input gives the equal
plan, whatever path the search took. Where workloads may be split, three steps of growing size, each starting from the
last one's answer (without it a platform of six workloads under a 50 % rule stopped at 6 % after a minute):

    one server type a workload                    → a plan, if whole workloads can meet the rules
    splits over the cheapest offers of each kind  → a better one
    splits over all offers                        → the answer and its proof
"""

import math

from ortools.sat.python import cp_model

from optimizer.errors import ModelError
from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.instance import Decision, Instance
from optimizer.model.build import build
from optimizer.model.objective import cost
from optimizer.model.variables import PlanVars
from optimizer.solve.decision import decision_of, hint_of
from optimizer.solve.outcome import Outcome
from optimizer.solve.restrict import few_offers, whole_only
from optimizer.solve.settings import DETERMINISTIC_LIMIT, SIDE_LIMIT, TIE_LIMIT, Settings, solver_for


def solve(
    instance: Instance,
    settings: Settings | None = None,
    start: Outcome | None = None,
    *,
    ties: bool = True,
    limit: float = DETERMINISTIC_LIMIT,
) -> Outcome:
    """Solve to the requested gap.

    `start`: an admissible answer of the same offers and loads to begin from. `ties` = False: only the cost matters.
    `limit`: deterministic time of the last step, for runs without a wall-clock limit.
    Raises ModelError when the model itself is invalid (integer overflow).
    """
    settings = settings or Settings()
    best = start if start is not None and start.decision is not None else None
    seconds = 0.0
    if any(d.max_offers > 1 for d in instance.demands):
        whole = _once(whole_only(instance), settings, best, SIDE_LIMIT)
        best = _cheaper(whole, best)
        few = _once(few_offers(instance, best.decision if best else None), settings, best, SIDE_LIMIT)
        best = _cheaper(few, best)
        seconds = whole.seconds + few.seconds
    outcome = _once(instance, settings, best, limit)
    seconds += outcome.seconds
    if best is not None and outcome.status != "infeasible":
        outcome = _with(outcome, _cheaper(outcome, best), settings)
    if ties and outcome.decision is not None:
        outcome = _tie_broken(instance, outcome, settings)
        seconds += outcome.seconds
    return outcome.model_copy(update={"seconds": seconds})


def _cheaper(one: Outcome, other: Outcome | None) -> Outcome | None:
    """The outcome with the cheaper plan; the first on ties, None when neither has one."""
    with_plan = [o for o in (one, other) if o is not None and o.cost_fen is not None]
    return min(with_plan, key=lambda o: o.cost_fen or 0, default=None)


def _with(outcome: Outcome, best: Outcome | None, settings: Settings) -> Outcome:
    """The bound of a run with the best plan known: a run may end before it has found again what it was given."""
    if best is None or best.cost_fen is None or outcome.bound_fen is None:
        return outcome
    bound = min(outcome.bound_fen, best.cost_fen)
    proved = best.cost_fen - bound <= settings.gap * max(1, abs(best.cost_fen))
    update = {"status": "optimal" if proved else "feasible", "bound_fen": bound}
    return best.model_copy(update=update)


def _once(instance: Instance, settings: Settings, best: Outcome | None, limit: float) -> Outcome:
    """One run of the solver."""
    plan, _ = build(instance)
    plan.model.minimize(cost(plan))
    if problem := plan.model.validate():
        raise ModelError(problem)
    if best is not None and best.decision is not None:
        _add_hint(plan, best.decision)
    solver = solver_for(settings, limit)
    raw = solver.solve(plan.model)
    if raw == cp_model.INFEASIBLE:
        return Outcome(status="infeasible", seconds=solver.wall_time)
    bound = math.ceil(solver.best_objective_bound - 1e-6)
    if raw not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Outcome(status="unknown", bound_fen=bound, seconds=solver.wall_time)
    return _outcome(instance, plan, solver, bound, settings)


def _add_hint(plan: PlanVars, decision: Decision) -> None:
    hint = hint_of(plan, decision)
    for name, var in plan.all().items():
        plan.model.add_hint(var, hint.get(name, 0))


def _outcome(instance: Instance, plan: PlanVars, solver: cp_model.CpSolver, bound: int, settings: Settings) -> Outcome:
    decision = decision_of(plan, solver)
    found = cost_fen(instance, decision)
    proved = found - bound <= settings.gap * max(1, abs(found))
    return Outcome(
        status="optimal" if proved else "feasible",
        cost_fen=found,
        bound_fen=min(bound, found),
        decision=decision,
        seconds=solver.wall_time,
    )


def _tie_broken(instance: Instance, outcome: Outcome, settings: Settings) -> Outcome:
    """The preferred plan that costs no more; the first plan stands when the second solve finds none in its limit."""
    if outcome.decision is None or outcome.cost_fen is None:
        return outcome
    plan, _ = build(instance)
    plan.model.add(cost(plan) <= outcome.cost_fen)
    _add_hint(plan, outcome.decision)
    ranks = {offer.id: rank for rank, offer in enumerate(sorted(instance.offers, key=lambda o: o.id), start=1)}
    weight = sum(ranks.values()) + 1
    most_racks = sum(o.max_count for o in instance.offers if o.rack_fit is not None)
    years = range(instance.years)
    servers = [plan.acquired(o, year) for o in instance.offers for year in years] + list(plan.owned.values())
    terms = [weight * (most_racks + 1) * servers_of for servers_of in servers]
    terms += [weight * racks for racks in plan.racks.values()]
    terms += [ranks[s] * used for s, used in plan.used.items()]
    plan.model.minimize(cp_model.LinearExpr.sum(terms))
    solver = solver_for(settings.model_copy(update={"gap": 0.0}), TIE_LIMIT)
    if solver.solve(plan.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        bound = outcome.bound_fen if outcome.bound_fen is not None else 0
        outcome = _outcome(instance, plan, solver, bound, settings)
    return outcome.model_copy(update={"seconds": solver.wall_time})
