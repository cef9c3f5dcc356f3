"""Servers already owned: how many of a type are available in each year, and which still have a warranty.

Without `start`, year 1 begins in the month after `as_of`. Several inventory lines of one type count together; the
oldest decides the warranty.
"""

from collections.abc import Iterator

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request
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
            available=tuple(sum(i.count for i in items if _serves(i, last)) for _, last in years),
            in_warranty=tuple(
                all(i.year_bought is not None and first < i.year_bought + warranty for i in items if _serves(i, last))
                for first, last in years
            ),
        )
        for offer, items in groups.items()
    }


def _serves(item: InventoryItem, last: int) -> bool:
    """Whether a line is in service to the end of a year of the plan."""
    return item.until is None or last <= item.until


def _calendar_years(request: Request) -> Iterator[tuple[int, int]]:
    """The calendar years in which each year of the horizon begins and ends."""
    start = request.requirements.start
    year, month = (int(start[:4]), int(start[5:])) if start else (request.as_of.year, request.as_of.month + 1)
    if month > 12:
        year, month = year + 1, 1
    for first in range(year, year + request.requirements.finance.horizon_years):
        yield first, first + (month > 1)
