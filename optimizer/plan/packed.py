"""Solve until the replicas of the answer sit on its servers.

Cards that add up may still not pack (three-card replicas beside five-card ones). Then the workloads of that pool
together need a server more by that placing rule: a cut, and the solver decides anew.
Replicas of 1, 2, 4 and 8 cards always pack.
"""

from optimizer.errors import ModelError
from optimizer.instance.instance import Instance
from optimizer.instance.prepared import Prepared
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import DETERMINISTIC_LIMIT, SIDE_LIMIT, Settings
from optimizer.solve.solve import solve
from optimizer.verify.check import Verified, verify
from optimizer.verify.seating import packing_cuts

MAX_ROUNDS = 200


def solve_packed(
    prepared: Prepared,
    instance: Instance,
    settings: Settings,
    quantile: str | None = None,
    start: Outcome | None = None,
    *,
    ties: bool = True,
) -> tuple[Outcome, Verified | None]:
    """The outcome, and what the checker says of its plan; None without a plan. Raises ModelError as `verify` does.

    `ties` = False: a side question, answered by its cost alone and within a smaller limit.
    """
    seconds = 0.0
    for _ in range(MAX_ROUNDS):
        limit = DETERMINISTIC_LIMIT if ties else SIDE_LIMIT
        outcome = solve(instance, settings, start, ties=ties, limit=limit)
        seconds += outcome.seconds
        outcome = outcome.model_copy(update={"seconds": seconds})
        if outcome.decision is None:
            return outcome, None
        cuts = packing_cuts(prepared, instance, outcome.decision, quantile)
        if not cuts:
            return outcome, verify(prepared, instance, outcome.decision, quantile)
        instance, start = instance.model_copy(update={"cuts": (*instance.cuts, *cuts)}), None
    raise ModelError(f"replicas still do not fit their servers after {MAX_ROUNDS} rounds")
