"""Who may buy which card.

| availability (for a buyer in China)   | private | soe | state         | overseas |
|---------------------------------------|---------|-----|---------------|----------|
| free                                  | yes     | yes | domestic only | yes      |
| licensed (lead-time risk)             | yes     | no  | no            | yes      |
| restricted, unknown                   | no      | no  | no            | yes      |
| discontinued                          | no      | no  | no            | no       |
| none given (a buyer's own entry)      | yes     | yes | domestic only | yes      |

`policy.allow_second_hand: true` lets a private buyer take what has a "no" above, second-hand or outside the vendor's
channel: without the vendor's warranty, so maintenance is counted from year 1, and flagged on page one.

Source: state-funded sites buy domestic chips only (Reuters 2025-11-05); H20- and H200-class parts need a licence and
are closed to state bodies (US rule of 2026-01-15, Chinese customs guidance of 2026-01-14). Status changes monthly:
the catalog's `availability_note` has the date.
"""

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card


class Verdict(Frozen):
    """Whether a buyer may have a card."""

    admissible: bool
    reason: str
    """In words, for the rejection or the risk list."""
    lead_time_risk: bool = False
    """The card is sold under licence: delivery may slip or fail."""
    second_hand: bool = False
    """Only to be had second-hand or outside the vendor's channel: no warranty."""


def availability(card: Card, buyer: str, *, allow_second_hand: bool = False) -> Verdict:
    """Verdict for a buyer: `state`, `soe`, `private` or `overseas`."""
    verdict = _new(card, buyer)
    if not verdict.admissible and allow_second_hand and buyer == "private":
        return Verdict(admissible=True, reason=f"{verdict.reason}: second-hand", second_hand=True)
    return verdict


def _new(card: Card, buyer: str) -> Verdict:
    """From the vendor or its dealers."""
    status = card.availability
    if buyer == "overseas":
        if status == "discontinued":
            return Verdict(admissible=False, reason="discontinued")
        return Verdict(admissible=True, reason="no limit outside China")
    if buyer == "state" and not card.domestic:
        return Verdict(admissible=False, reason="state buyers: domestic cards only")
    if status is None:
        return Verdict(admissible=True, reason="own entry without availability")
    if status == "free":
        return Verdict(admissible=True, reason="free")
    if status == "licensed" and buyer == "private":
        return Verdict(admissible=True, reason="licensed: lead-time risk", lead_time_risk=True)
    if status == "licensed":
        return Verdict(admissible=False, reason="licensed: private buyers only")
    return Verdict(admissible=False, reason=status)


def admissible(card: Card, buyer: str) -> bool:
    """Whether a buyer may have a card at all."""
    return availability(card, buyer).admissible
