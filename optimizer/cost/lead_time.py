"""Weeks from order to delivery of a bought server.

The first that is stated: by the line that gives its price, by the server's own entry, by its class. Classes are cost
parameters with low, typical and high weeks: domestic cards, foreign SXM / OAM / module servers, other foreign cards.
"""

from optimizer.cost.server_price import ServerPrice
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card, Server
from optimizer.inputs.request import Request


class LeadTime(Frozen):
    """Weeks; the three are equal where one figure is stated."""

    low: int
    typical: int
    high: int
    source: str
    """`price line`, `server entry`, or the parameter of the class."""


def lead_time(request: Request, server: Server, card: Card, price: ServerPrice | None) -> LeadTime:
    """Lead time of a server at a price; `price` is None where it has none."""
    stated = price.lead_time_weeks if price is not None else None
    weeks, source = (stated, "price line") if stated is not None else (server.lead_time_weeks, "server entry")
    if weeks is not None:
        return LeadTime(low=weeks, typical=weeks, high=weeks, source=source)
    name = _class(card)
    entry = request.catalog.parameters[name]
    low, typical, high = (int(weeks.to_integral_value()) for weeks in (entry.low, entry.typical, entry.high))
    return LeadTime(low=low, typical=typical, high=high, source=name)


def _class(card: Card) -> str:
    if card.domestic:
        return "lead_time_domestic"
    return "lead_time_foreign_module" if card.form_factor in ("SXM", "OAM", "module") else "lead_time_foreign_card"
