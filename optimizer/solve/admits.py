"""Whether an instance has any plan at all."""

from ortools.sat.python import cp_model

from optimizer.instance.instance import Instance
from optimizer.model.build import build
from optimizer.solve.settings import SIDE_LIMIT, Settings, solver_for


def admits(instance: Instance) -> bool | None:
    """True and False are proved; None when the limit ran out first."""
    plan, _ = build(instance)
    status = solver_for(Settings(gap=0.0), SIDE_LIMIT).solve(plan.model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return True
    return False if status == cp_model.INFEASIBLE else None
