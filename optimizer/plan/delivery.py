"""What the order itself depends on: machines that come late, without warranty, or at a price that soon lapses."""

import datetime
from collections.abc import Iterable, Sequence

from optimizer.frozen import Frozen
from optimizer.inputs.plausible import PRICES, RENT, outside
from optimizer.inputs.request import Request
from optimizer.plan.machines import Pool


class LateDelivery(Frozen):
    """A bought server that, ordered at `as_of`, typically arrives after the plan begins."""

    server: str
    weeks: int
    """Typical, from order to delivery."""
    order_by: str
    """Day on which it would have to be ordered to be there in time."""


def late_deliveries(request: Request, pools: Iterable[Pool]) -> tuple[LateDelivery, ...]:
    """Empty where the file states no `start`."""
    month = request.requirements.start
    if month is None:
        return ()
    start = datetime.date.fromisoformat(f"{month}-01")
    found = []
    for pool in pools:
        if pool.lead_time is not None:
            order_by = start - datetime.timedelta(weeks=pool.lead_time.typical)
            if order_by < request.as_of:
                weeks, day = pool.lead_time.typical, order_by.isoformat()
                found.append(LateDelivery(server=pool.server, weeks=weeks, order_by=day))
    return tuple(found)


def second_hand(pools: Iterable[Pool]) -> tuple[str, ...]:
    """Server ids bought without the vendor's warranty."""
    return tuple(pool.server for pool in pools if pool.second_hand)


def unusual_prices(request: Request, pools: Iterable[Pool]) -> tuple[str, ...]:
    """Server ids whose price per card no such machine has (`inputs/plausible.py`): most likely a slip of the unit."""
    currency, found = request.requirements.currency, []
    for pool in pools:
        allowed = RENT[currency] if pool.rented else PRICES["server", currency]
        if any(pool.counts) and outside(pool.unit_price.amount, allowed, pool.cards_per_server):
            found.append(pool.server)
    return tuple(found)


def prices_valid_until(pools: Sequence[Pool]) -> str | None:
    """The first day on which a price of the plan lapses; None where no line states one."""
    days = [pool.unit_price.valid_until for pool in pools if pool.count and pool.unit_price.valid_until is not None]
    return min(days).isoformat() if days else None
