"""The first step of a dial with which a plan exists, and what that plan costs.

Every dial is monotone: a milder value never closes a way. So the first feasible step is found by doubling and halving,
each step decided by the solver; where one solve of the elastic model tells it, only that step and the one before are
checked.
"""

import math
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from optimizer.instance.build import build_instance
from optimizer.instance.prepared import Prepared
from optimizer.plan.conflict import without_server
from optimizer.plan.packed import solve_packed
from optimizer.plan.why.changed import Changes, prepared_anew, with_changes
from optimizer.plan.why.dials import Dial
from optimizer.solve.admits import admits
from optimizer.solve.elastic import least_slack
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from optimizer.units import exact
from optimizer.verify.check import Verified


class Found(NamedTuple):
    """The first feasible step."""

    step: int
    least: bool
    """The step before it is proved infeasible."""


class Trial:
    """A request with fields changed, and whether it has a plan."""

    def __init__(self, before: Prepared, changes: Changes, *, resize: bool) -> None:
        self.prepared = prepared_anew(before, with_changes(before.request, changes), resize=resize)

    def feasible(self) -> bool | None:
        """None: not decided in time."""
        return False if without_server(self.prepared) else admits(build_instance(self.prepared))

    def solved(self, settings: Settings) -> tuple[Outcome, Verified | None]:
        """The plan."""
        if without_server(self.prepared):
            return Outcome(status="infeasible"), None
        return solve_packed(self.prepared, build_instance(self.prepared), settings, ties=False)


def least_step(before: Prepared, dial: Dial, fixed: Changes) -> Found | None:
    """None where not even the last step of the dial is known to make it feasible; `fixed` changes hold throughout."""
    known: dict[int, bool | None] = {}

    def feasible(step: int) -> bool:
        if step not in known:
            known[step] = Trial(before, {**fixed, **dial.changes(step)}, resize=dial.resize).feasible()
        return bool(known[step])

    if dial.steps < 1:
        return None
    if not dial.row:
        if not feasible(dial.steps):
            return None
        step = _first(feasible, dial.steps, 1)
    else:
        guess = _elastic(before, dial, fixed)
        if guess is None:
            return None
        if guess.least and feasible(guess.step):
            return guess
        step = _first(feasible, dial.steps, min(guess.step, dial.steps))
    return None if step is None else Found(step, step == 1 or known.get(step - 1) is False)


def _first(feasible: Callable[[int], bool], most: int, guess: int) -> int | None:
    """The least feasible step, from a guess by doubling, then by halving; None where `most` is not feasible."""
    low, high = 0, guess
    if feasible(guess):
        if guess == 1 or not feasible(guess - 1):
            return guess
        high = guess - 1
    else:
        width = 1
        while not feasible(high):
            if high == most:
                return None
            low, high, width = high, min(most, high + width), 2 * width
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if feasible(middle) else (middle, high)
    return high


def _elastic(before: Prepared, dial: Dial, fixed: Changes) -> Found | None:
    """The step at which the elastic model's least limit is reached; None where no value of the limit would do."""
    prepared = Trial(before, fixed, resize=False).prepared if fixed else before
    slack = least_slack(build_instance(prepared), dial.row)
    if slack is None:
        return None
    reserve = prepared.request.requirements.site.reserve
    kept = reserve.power if dial.row.endswith("_power_kw") else reserve.racks if "racks" in dial.row else 0
    free, units = 1 - exact(kept), dial.units
    needed = math.floor(units * free) + slack.least
    return Found(max(1, math.ceil(needed / free) - units), slack.proved)


def tco(verified: Verified | None) -> Decimal | None:
    """Present value of a plan; None without one."""
    return None if verified is None else verified.tco
