"""Servers that the buyer may have, cheapest first: what a sizing may propose instead."""

from optimizer.cost.server_price import ServerPrice, server_price
from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request
from optimizer.instance.admission import refusals

STANDS_ANYWHERE = "place"
"""A sizing has no site."""
WHOLE_SYSTEM = "rack_scale"
"""Racks of 72 cards and more are no near change."""


def cheapest_servers(request: Request, without_card: str) -> list[tuple[ServerPrice, Server]]:
    """Of other cards, by purchase price of one server, then by id; place, power and racks are not looked at."""
    offers: list[tuple[ServerPrice, Server]] = []
    for server in request.catalog.servers.values():
        card = request.catalog.cards[server.card]
        if server.card == without_card or card.closest_cards or server.site is None or server.site.form == WHOLE_SYSTEM:
            continue
        wrong = [r for r in refusals(request, server, card, rented=False) if r[0] != STANDS_ANYWHERE]
        price = server_price(request, server)
        if not wrong and price is not None:
            offers.append((price, server))
    return sorted(offers, key=lambda each: (each[0].amount, each[1].id))
