"""The least value of one limit with which everything else can hold.

The rows of the limit get a common slack, minimised: Σ a·x ≤ limit + slack. Only for limits whose rows are sums against
a number of the request (power, budget, racks, ecosystems, stock).
"""

from typing import NamedTuple

from ortools.sat.python import cp_model

from optimizer.errors import ModelError
from optimizer.instance.instance import Instance
from optimizer.model.build import build
from optimizer.solve.settings import SIDE_LIMIT, Settings, solver_for

MOST = 2**50
"""More than any limit in W, fen or pieces is ever short of."""


class Slack(NamedTuple):
    """How much a limit is short of."""

    least: int
    """In the unit of the rows: W, fen, racks, ecosystems, pieces."""
    proved: bool
    """False: less may do; the search ran out of time."""


def least_slack(instance: Instance, path: str) -> Slack | None:
    """None where no value of the limit makes the instance feasible, or none was found in time."""
    plan, rows = build(instance)
    slack = plan.model.new_int_var(0, MOST, "slack")
    for row in rows:
        if row.path == path:
            _loosen(row.constraint, slack)
    plan.model.minimize(slack)
    if problem := plan.model.validate():
        raise ModelError(problem)
    solver = solver_for(Settings(gap=0.0), SIDE_LIMIT)
    status = solver.solve(plan.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return Slack(solver.value(slack), status == cp_model.OPTIMAL)


def _loosen(constraint: cp_model.Constraint, slack: cp_model.IntVar) -> None:
    """Σ a·x ≤ b becomes Σ a·x − slack ≤ b."""
    linear = constraint.proto.linear
    linear.vars.append(slack.index)
    linear.coeffs.append(-1)
