"""Price of one card, to compare cards by; what is ordered is a server (`server_price.py`).

The first that exists, in the best price book that has any:

    card quote            CNY quote for the card
    module / 8            CNY quote for the 8-card module, without host
    USD card quote × FX   USD quote for the card × exchange rate × (1 + import margin), low confidence
    server / cards        the lowest price per card of a server with it, host included

Dates, VAT and the choice among quotes of one kind: as for servers.
"""

from decimal import Decimal
from typing import Literal, NamedTuple

from optimizer.cost.quote_lines import best, book_quotes, ex_vat
from optimizer.cost.server_price import server_price
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.request import Request

CardBasis = Literal["card quote", "module / 8", "USD card quote × FX", "server / cards"]
MODULE_CARDS = 8


class CardPrice(Frozen):
    """What one card costs in the request's price case, and where the number comes from."""

    amount: Decimal
    """Request currency, ex VAT."""
    basis: CardBasis
    server: str | None = None
    """Whose price was divided."""
    date: str
    source: str
    confidence: Confidence
    vat: Literal["excluded", "included", "unknown"]


class _Rule(NamedTuple):
    basis: CardBasis
    unit: str
    currency: str
    cards: int


RULES = (
    _Rule("card quote", "card", "CNY", 1),
    _Rule("module / 8", "module8", "CNY", MODULE_CARDS),
    _Rule("USD card quote × FX", "card", "USD", 1),
)


def card_price(request: Request, card_id: str) -> CardPrice | None:
    """Price of one card (see the module); None where neither it nor a server with it has one."""
    found = (_from_line(request, book, card_id, rule) for book in request.book.layers for rule in RULES)
    return next((price for price in found if price is not None), None) or _from_server(request, card_id)


def _from_line(request: Request, book: PriceBook, card_id: str, rule: _Rule) -> CardPrice | None:
    quote = best(book_quotes(request, book, card_id, rule.unit, rule.currency))
    if quote is None:
        return None
    foreign = rule.currency == "USD"
    amount = ex_vat(request, quote, request.requirements.price_case) / rule.cards
    return CardPrice(
        amount=amount * (1 + book.import_margin) if foreign else amount,
        basis=rule.basis,
        date=quote.date,
        source=quote.source,
        confidence="low" if foreign else quote.confidence,
        vat=quote.vat,
    )


def _from_server(request: Request, card_id: str) -> CardPrice | None:
    servers = [server for server in request.catalog.servers.values() if server.card == card_id]
    priced = [(server, price) for server in servers if (price := server_price(request, server)) is not None]
    if not priced:
        return None
    server, price = min(priced, key=lambda each: (each[1].amount / each[0].cards, each[0].id))
    return CardPrice(
        amount=price.amount / server.cards,
        basis="server / cards",
        server=server.id,
        date=price.date,
        source=price.source,
        confidence=price.confidence,
        vat=price.vat,
    )
