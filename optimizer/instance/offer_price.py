"""The price an offer is counted with: purchase, hour of rent, or none for what is owned."""

from decimal import Decimal

from optimizer.cost.server_price import ServerPrice, server_price
from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request


def purchase_price(request: Request, server: Server) -> ServerPrice | None:
    """Price of the server as built; None when the book has none."""
    return server_price(request, request.catalog.servers[server.id])


def rent_price(request: Request, server: Server) -> ServerPrice | None:
    """Price of one hour of the whole server; None when it is not for rent."""
    if server.rent is None:
        return None
    hour = request.money(server.rent.price_per_hour, server.rent.currency)
    spec = server.spec
    return ServerPrice(
        amount=hour,
        low=hour,
        high=hour,
        basis="hourly rent",
        book="catalog",
        date=spec.date if spec else "undated",
        source=spec.source if spec else "own catalog entry",
        confidence=spec.confidence if spec else "high",
        vat="excluded",
    )


def owned_price() -> ServerPrice:
    """Owned servers that no book prices: nothing is paid for them, and maintenance by price is zero."""
    nothing = Decimal(0)
    return ServerPrice(
        amount=nothing,
        low=nothing,
        high=nothing,
        basis="server quote",
        book="inventory",
        date="undated",
        source="owned; no price in the book",
        confidence="high",
        vat="excluded",
    )
