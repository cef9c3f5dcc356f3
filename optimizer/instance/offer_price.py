"""The price an offer is counted with: purchase, hour of rent, or none for what is owned."""

from decimal import Decimal

from optimizer.cost.server_price import ServerPrice, server_price
from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request


def purchase_price(request: Request, server: Server) -> ServerPrice | None:
    """Price of the server as built; None when the book has none."""
    return server_price(request, request.catalog.servers[server.id])


def rent_price(request: Request, server: Server) -> ServerPrice | None:
    """Price of one hour of the whole server at the request's term; None when it is not for rent at that term."""
    rent, term, spec = server.rent, request.requirements.rent.term, server.spec
    price = rent.hourly(term) if rent else None
    if rent is None or price is None:
        return None
    hour = request.money(price, rent.currency)
    offered = ", ".join(word for word in (server.vendor, rent.region) if word)
    source = spec.source if spec else "own catalog entry"
    return ServerPrice(
        amount=hour,
        low=hour,
        high=hour,
        quoted=rent.currency,
        basis="hourly rent, one year" if term == "one_year" else "hourly rent, on demand",
        book="catalog",
        date=spec.date if spec else "undated",
        source=f"{offered}: {source}" if offered else source,
        confidence=spec.confidence if spec else "high",
        vat=rent.vat,
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
