"""The price at which a server that is not in the plan would be chosen.

C(p), the cost of the cheapest plan that contains the server at price p, is a minimum of straight lines in p, hence
concave. Newton's method from above: where the plan found at p meets the cost of the plan without the server is the next
p; it ends after a few solves where no cheaper plan with the server is left.
"""

from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

from optimizer.instance.build import build_instance
from optimizer.instance.instance import Decision
from optimizer.plan.why.solved import Solved, cost_at, with_price

MAX_STEPS = 30
CENT = Decimal("0.01")
MARGIN = Decimal("0.01")
"""The check is made 1 % below and 1 % above."""


class Entry(NamedTuple):
    """A price, and whether the check has held."""

    price: Decimal
    verified: bool


def entry_price(solved: Solved, offer: str, found: Decision) -> Entry | None:
    """`found`: the cheapest plan that contains the offer at its price now. None: at no price would it be chosen."""
    price = solved.prepared.offer(offer).price.amount
    for _ in range(MAX_STEPS):
        meeting = _meeting(solved, offer, price, found)
        if meeting is None or meeting <= 0:
            return None
        price = meeting
        at_price = with_price(solved.prepared, offer, price)
        asked = build_instance(at_price).model_copy(update={"must_use": (offer,)})
        outcome, _ = solved.ask(asked, at_price)
        if outcome.decision is None or outcome.cost_fen is None:
            return None
        if outcome.cost_fen >= solved.cost_fen - _rounding(outcome.decision):
            return Entry(price, _enters(solved, offer, price))
        found = outcome.decision
    return None


def _meeting(solved: Solved, offer: str, price: Decimal, found: Decision) -> Decimal | None:
    """Where the cost of a plan with the offer, a straight line in its price, equals that of the plan without it."""
    here = cost_at(with_price(solved.prepared, offer, price), found)
    free = cost_at(with_price(solved.prepared, offer, Decimal(0)), found)
    if here == free:
        return None
    slope = Decimal(here - free) / price
    return ((Decimal(solved.cost_fen - free)) / slope).quantize(CENT, rounding=ROUND_FLOOR)


def _rounding(decision: Decision) -> int:
    """Unit costs are whole fen: so much may two statements of one cost differ."""
    return 2 + 2 * sum(sum(counts) for counts in decision.counts.values())


def _enters(solved: Solved, offer: str, price: Decimal) -> bool:
    """1 % below the price the cheapest plan contains the offer, 1 % above it does not."""
    inside = [_contains(solved, offer, price * (1 + change)) for change in (-MARGIN, MARGIN)]
    return inside == [True, False]


def _contains(solved: Solved, offer: str, price: Decimal) -> bool | None:
    prepared = with_price(solved.prepared, offer, price)
    outcome, _ = solved.ask(build_instance(prepared), prepared)
    return None if outcome.decision is None or outcome.gap else offer in outcome.decision.offers()
