"""Cheapest plan of an instance, and ties broken the same way every time.

First solve: minimise cost. Second solve: cost ≤ that, fewest servers, fewest racks, then the earliest offers; so equal
input gives the equal plan, whatever path the search took. The second solve never worsens the first: when it finds
nothing better in its own limit, the first plan stands.
"""

import math

from ortools.sat.python import cp_model

from optimizer.errors import ModelError
from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.instance import Decision, Instance
from optimizer.model.build import build
from optimizer.model.objective import cost
from optimizer.model.variables import PlanVars
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import TIE_LIMIT, Settings, solver_for


def solve(instance: Instance, settings: Settings | None = None) -> Outcome:
    """Solve to the requested gap. Raises ModelError when the model itself is invalid (integer overflow)."""
    settings = settings or Settings()
    plan, _ = build(instance)
    plan.model.minimize(cost(plan))
    if problem := plan.model.validate():
        raise ModelError(problem)
    solver = solver_for(settings)
    raw = solver.solve(plan.model)
    if raw == cp_model.INFEASIBLE:
        return Outcome(status="infeasible", seconds=solver.wall_time)
    bound = math.ceil(solver.best_objective_bound - 1e-6)
    if raw not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Outcome(status="unknown", bound_fen=bound, seconds=solver.wall_time)
    found = round(solver.objective_value)
    hint = [solver.value(var) for var in _all(plan)]
    decision, seconds = _tie_broken(instance, found, hint, settings)
    decision = decision or _decision(plan, solver)
    proved = found - bound <= settings.gap * max(1, abs(found))
    return Outcome(
        status="optimal" if proved else "feasible",
        cost_fen=cost_fen(instance, decision),
        bound_fen=min(bound, found),
        decision=decision,
        seconds=solver.wall_time + seconds,
    )


def _tie_broken(instance: Instance, found: int, hint: list[int], settings: Settings) -> tuple[Decision | None, float]:
    """The preferred plan that costs no more; None when the second solve finds none in its limit."""
    plan, _ = build(instance)
    plan.model.add(cost(plan) <= found)
    for var, value in zip(_all(plan), hint, strict=True):
        plan.model.add_hint(var, value)
    ranks = {offer.id: rank for rank, offer in enumerate(sorted(instance.offers, key=lambda o: o.id), start=1)}
    weight = sum(ranks.values()) + 1
    rack_weight = weight * (sum(g.count for g in instance.racks) + 1)
    servers = sum(plan.count(o, year) for o in instance.offers for year in range(instance.years))
    racks = sum(plan.racks.values())
    order = sum(ranks[s] * used for s, used in plan.used.items())
    plan.model.minimize(rack_weight * servers + weight * racks + order)
    tie_settings = settings.model_copy(update={"gap": 0.0})
    solver = solver_for(tie_settings, TIE_LIMIT)
    if solver.solve(plan.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, solver.wall_time
    return _decision(plan, solver), solver.wall_time


def _all(plan: PlanVars) -> list[cp_model.IntVar]:
    groups = (
        plan.placed, plan.parts, plan.divided, plan.energy, plan.used,
        plan.ecosystem, plan.bought, plan.rented, plan.spares, plan.racks,
    )  # fmt: skip
    return [var for group in groups for var in group.values()]


def _decision(plan: PlanVars, solver: cp_model.CpSolver) -> Decision:
    instance = plan.instance
    counts = {o.id: tuple(solver.value(plan.count(o, year)) for year in range(instance.years)) for o in instance.offers}
    return Decision(
        placed=tuple(key for key, var in plan.placed.items() if solver.value(var)),
        parts={key: solver.value(var) for key, var in plan.parts.items() if solver.value(var)},
        counts={s: count for s, count in counts.items() if any(count)},
        racks=_trimmed({key: solver.value(var) for key, var in plan.racks.items()}, instance, counts),
    )


def _trimmed(
    racks: dict[tuple[str, str], int], instance: Instance, counts: dict[str, tuple[int, ...]]
) -> dict[tuple[str, str], int]:
    """Racks that the servers really need: free racks cost nothing, so the solver may hold too many."""
    for offer in instance.offers:
        if offer.rack_fit is None:
            continue
        room = {g.name: fit for g, fit in zip(instance.racks, offer.rack_fit, strict=True) if fit}
        held = {name: racks[offer.id, name] for name in room}
        for name in sorted(room, reverse=True):
            spare = sum(room[n] * held[n] for n in room) - max(counts[offer.id])
            held[name] -= min(held[name], max(0, spare // room[name]))
            racks[offer.id, name] = held[name]
    return {key: number for key, number in racks.items() if number}
