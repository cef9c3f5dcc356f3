"""Servers already owned: how many of a type are available in each year, and which still have a warranty.

Without `start`, year 1 begins in the month after `as_of`. Several inventory lines of one type count together; the
oldest decides the warranty.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request

if TYPE_CHECKING:
    from optimizer.inputs.requirements import InventoryItem


class Owned(Frozen):
    """Inventory lines of one server type with the same number of usable cards."""

    server: Server
    """With the usable cards as its cards."""
    available: tuple[int, ...]
    """Per year of the horizon."""
    in_warranty: tuple[bool, ...]


def owned_servers(request: Request) -> dict[str, Owned]:
    """Offer id → what is owned. A server with fewer usable cards than built is an offer of its own."""
    groups: dict[str, list[InventoryItem]] = {}
    servers: dict[str, Server] = {}
    for item in request.requirements.inventory:
        server = request.catalog.servers[item.server]
        usable = item.cards or server.cards
        offer = server.id if usable == server.cards else f"{server.id} ({usable} cards)"
        servers[offer] = server.model_copy(update={"cards": usable})
        groups.setdefault(offer, []).append(item)
    years = tuple(_calendar_years(request))
    warranty = int(request.parameter("warranty_years"))
    return {
        offer: Owned(
            server=servers[offer],
            available=tuple(sum(i.count for i in items if i.until is None or year <= i.until) for year in years),
            in_warranty=tuple(
                all(i.year_bought is not None and year < i.year_bought + warranty for i in items) for year in years
            ),
        )
        for offer, items in groups.items()
    }


def _calendar_years(request: Request) -> Iterator[int]:
    """The calendar year in which each year of the horizon begins."""
    start = request.requirements.start
    first = int(start[:4]) if start else request.as_of.year + (request.as_of.month == 12)
    yield from range(first, first + request.requirements.finance.horizon_years)
