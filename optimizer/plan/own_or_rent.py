"""What the catalog asks for renting the cards that a plan buys: the other side of a break-even."""

from collections.abc import Collection, Sequence

from optimizer.inputs.quote_date import last_day
from optimizer.inputs.request import Request
from optimizer.instance.offer_price import rent_price
from optimizer.instance.prepared import Prepared
from optimizer.plan.machines import Pool
from optimizer.plan.money import RentOffer


def rent_offers(prepared: Prepared, pools: Sequence[Pool]) -> tuple[RentOffer, ...]:
    """Every offer of the cards that a plan buys."""
    return offers_of(prepared.request, {pool.card for pool in pools if pool.count and not pool.rented})


def offers_of(request: Request, cards: Collection[str]) -> tuple[RentOffer, ...]:
    """Per card: every offer of it at the request's term, none dated after `as_of`; cheapest first."""
    rows = []
    for server in request.catalog.servers.values():
        price = rent_price(request, server) if server.card in cards else None
        if price is None or ((day := last_day(price.date)) is not None and day > request.as_of):
            continue
        rows.append(
            RentOffer(
                server=server.id,
                card=server.card,
                price_per_card_hour=price.amount / server.cards,
                quoted=price.quoted,
                source=price.source,
                date=price.date,
                confidence=price.confidence,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.card, row.price_per_card_hour, row.server)))
