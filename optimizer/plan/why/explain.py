"""Everything that is said about a plan beyond itself."""

from optimizer.frozen import Frozen
from optimizer.plan.progress import Progress
from optimizer.plan.why.alternatives import alternatives
from optimizer.plan.why.explanation import Explanation
from optimizer.plan.why.limit_value import limit_values
from optimizer.plan.why.ranges import ranges
from optimizer.plan.why.solved import Solved
from optimizer.plan.why.why_not import NEAREST, why_not


class Asked(Frozen):
    """What to explain."""

    servers: tuple[str, ...] | None = None
    """Only why these are not in the plan, each with its entry price; None: everything."""
    every_entry_price: bool = False
    """The entry price of all server types, not just of the nearest."""


def explain(solved: Solved, asked: Asked, progress: Progress) -> Explanation:
    """Solve again as often as the questions need."""
    found = why_not(solved, asked.servers, progress, nearest=None if asked.every_entry_price else NEAREST)
    if asked.servers is not None:
        return Explanation(why_not=found)
    return Explanation(
        why_not=found,
        limit_values=limit_values(solved, progress),
        ranges=ranges(solved, progress),
        alternatives=alternatives(solved, progress),
    )
