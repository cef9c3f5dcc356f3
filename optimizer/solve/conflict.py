"""Which of the user's own limits cannot hold together.

The model without an objective, every limit and every workload's demand gated by an assumption literal, one worker. The
core the solver names is small but neither minimal nor to be trusted unseen: it is solved again, then limits are dropped
one by one while the rest still conflicts (deletion filter). What remains is irreducible: give up any one member and a
plan exists.
"""

from collections.abc import Sequence

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance
from optimizer.model.build import build
from optimizer.solve.settings import Settings, solver_for

CONFLICT_LIMIT = 30.0
"""Deterministic time of one step; a step that does not finish keeps its member (the answer is then not minimal)."""


def conflict(instance: Instance) -> tuple[str, ...]:
    """Paths of the request that conflict, in model order; empty when the instance is feasible or undecided."""
    paths = _paths(instance)
    core = _core(instance, paths)
    if core is None:
        return ()
    if _core(instance, core) is None:
        core = paths
    for path in tuple(core):
        rest = [p for p in core if p != path]
        if _core(instance, rest) is not None:
            core = rest
    return tuple(core)


def still_conflict(instance: Instance, paths: Sequence[str]) -> bool:
    """Whether these limits alone cannot hold together in an instance; False also where that is undecided."""
    return _core(instance, [path for path in _paths(instance) if path in paths]) is not None


def _paths(instance: Instance) -> list[str]:
    _, rows = build(instance)
    return list(dict.fromkeys(row.path for row in rows if row.path is not None))


def _core(instance: Instance, enforced: Sequence[str]) -> list[str] | None:
    """Members of `enforced` that cannot hold together; None when they can, or when the limit ran out."""
    plan, rows = build(instance)
    gates = {path: plan.model.new_bool_var(f"enforce[{path}]") for path in enforced}
    for row in rows:
        if row.path is None:
            continue
        gate = gates.get(row.path)
        row.constraint.only_enforce_if(plan.model.new_constant(0) if gate is None else gate)
    plan.model.add_assumptions(list(gates.values()))
    solver = solver_for(Settings(gap=0.0), CONFLICT_LIMIT)
    if solver.solve(plan.model) != cp_model.INFEASIBLE:
        return None
    core = set(solver.sufficient_assumptions_for_infeasibility())
    named = [path for path, gate in gates.items() if gate.index in core]
    return named or list(enforced)
