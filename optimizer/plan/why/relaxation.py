"""What must give: changes of the request that make it feasible, as data."""

from decimal import Decimal
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.plan.why.changed import Value


class Change(Frozen):
    """One field with another value."""

    path: str
    file: str
    line: int
    before: Value
    after: Value
    unit: str


class Relaxation(Frozen):
    """The least change that makes the file feasible: of one field (and what belongs to it), or of a pair."""

    changes: tuple[Change, ...]
    kind: Literal["single", "pair"] = "single"
    least: bool
    """Proved: one step less is infeasible. False: less may do, the search ran out of time."""
    tco_npv: Decimal | None
    """Of the plan that results; None where none was found in time."""
    gap: float | None
    purchases: tuple[str, ...]
    """`count × server name`."""
