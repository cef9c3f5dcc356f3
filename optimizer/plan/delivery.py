"""What the order itself depends on: machines that come late, without warranty or from abroad, prices that lapse."""

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


class RentedAbroad(Frozen):
    """A rented server that the provider does not say stands in mainland China."""

    server: str
    region: str
    """As the provider names it; empty = not stated."""


class LapsedPrice(Frozen):
    """A line of a price book that is no longer valid at `as_of`, and that no other line of the book replaces."""

    book: str
    item: str
    valid_until: str


def rented_abroad(request: Request, pools: Iterable[Pool]) -> tuple[RentedAbroad, ...]:
    """For buyers in mainland China, whose data would leave it."""
    if request.requirements.buyer == "overseas":
        return ()
    found = []
    for pool in pools:
        rent = request.catalog.servers[pool.server].rent
        if pool.rented and rent is not None and not rent.region.lower().startswith("cn"):
            found.append(RentedAbroad(server=pool.server, region=rent.region))
    return tuple(found)


def lapsed_prices(request: Request) -> tuple[LapsedPrice, ...]:
    """In the order of the books; the price then comes from another line or a lower book."""
    found = []
    for book in request.book.layers:
        valid = {(q.item_id, q.unit) for q in book.quotes if q.valid_until is None or q.valid_until >= request.as_of}
        for quote in book.quotes:
            day = quote.valid_until
            if day is not None and day < request.as_of and (quote.item_id, quote.unit) not in valid:
                found.append(LapsedPrice(book=book.id, item=quote.item_id, valid_until=day.isoformat()))
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
