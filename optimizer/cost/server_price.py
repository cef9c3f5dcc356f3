"""Purchase price of one server ex VAT, and where it comes from.

The first that exists:

    own quote            quote of this request for the server, whatever its date and currency
    card + host band     cards × this request's quote for the card + host band, rack servers with 8 or 4 cards
    server quote         CNY quote for the server, at most 18 months old at `as_of`; an undated one counts as older
    module + host band   CNY quote for the 8-card module + host band, 8-card rack servers only
    card + host band     cards × CNY card quote + host band, rack servers with 8 or 4 cards
    USD price × FX       USD quote for the server × exchange rate × (1 + import margin), low confidence

A server of a generic tier without an own quote takes the price of the real server it is `priced_as` (basis `closest
card`), low confidence.

The others come from the price books, best layer first: a layer with any of them hides those below. Quotes of the
request (`quotes:`) are offers to this buyer: a USD one is converted without import margin. Book quotes for cards and
modules have no age limit: they are what is left before a price from another market. No quote dated after `as_of` is
used (a bare month or year counts as its first day there). Among quotes of one kind the newest wins (undated last),
then the higher confidence, then the first. A line whose `valid_until` lies before `as_of` is not used.
`included` amounts are divided by 1 + VAT on goods; `unknown` is taken as excluded, and so are host bands.
"""

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Literal

from optimizer.cost.quote_lines import PriceCase, best, book_quotes, ex_vat, months_before
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import CONFIDENCE_ORDER, Confidence, Server
from optimizer.inputs.prices import PriceBook, PriceQuote
from optimizer.inputs.quote_date import last_day
from optimizer.inputs.request import Request

MAX_AGE_MONTHS = 18
"""Older server quotes do not stand for today's price: memory prices alone moved servers by 15-30 % in 2026."""

OWN_QUOTES = "quotes"
"""Where a price of the request's own quotes says it comes from, in place of the book's id."""

Basis = Literal[
    "own quote",
    "server quote",
    "module + host band",
    "card + host band",
    "USD price × FX",
    "closest card",
    "hourly rent, on demand",
    "hourly rent, one year",
]


class ServerPrice(Frozen):
    """Price of one server as the plan uses it, and where it comes from."""

    amount: Decimal
    """Request currency, ex VAT; rented servers: per hour."""
    basis: Basis
    book: str
    date: str
    source: str
    confidence: Confidence
    vat: Literal["excluded", "included", "unknown"]
    """How the source states it; `included` was divided by 1 + VAT, `unknown` was taken as excluded."""
    low: Decimal
    high: Decimal
    """The same basis in the low and the high price case."""
    quoted: Literal["CNY", "USD"] | None = None
    """Currency in which all of it is quoted; None where its parts are quoted in both, or it is no quote."""
    cards_amount: Decimal | None = None
    """The part of `amount` that is the quote for the cards or their module; None where only the whole has a price."""
    valid_until: datetime.date | None = None
    lead_time_weeks: int | None = None
    """As the line states them; None where it does not."""
    stock: int | None = None
    """Pieces of `stock_item` to be had at this price."""
    stock_item: str = ""
    """The server, or the card or 8-card module that it is built up from."""
    pieces_per_server: int = 1


def server_price(request: Request, server: Server) -> ServerPrice | None:
    """Purchase price of a server under the request's price case; None when neither quotes nor books have a basis."""
    found = _from_own_quotes(request, server)
    if server.priced_as is not None:
        return found or _as_closest(request, server.priced_as)
    for book in request.book.layers:
        found = (
            found
            or _from_server_quote(request, book, server)
            or _from_host_band(request, book, server)
            or _from_usd(request, book, server)
        )
    return found


def _as_closest(request: Request, real: str) -> ServerPrice | None:
    """Price of the real server that one of a generic tier is priced as."""
    price = server_price(request, request.catalog.servers[real])
    if price is None:
        return None
    source = f"{real} ({price.basis}): {price.source}"
    return price.model_copy(update={"basis": "closest card", "source": source, "confidence": "low", "stock": None})


def _from_own_quotes(request: Request, server: Server) -> ServerPrice | None:
    quote = best([q for q in request.own_quotes if (q.item_id, q.unit) == (server.id, "server")])
    if quote is not None:
        return _price(request, OWN_QUOTES, quote, "own quote", "high", lambda case: ex_vat(request, quote, case))
    card = best([q for q in request.own_quotes if (q.item_id, q.unit) == (server.card, "card")])
    band_id = _host_band(request, server)
    if card is None or band_id is None:
        return None
    return _built_up(request, OWN_QUOTES, "card + host band", card, server.cards, band_id)


def _from_server_quote(request: Request, book: PriceBook, server: Server) -> ServerPrice | None:
    oldest = months_before(request.as_of, MAX_AGE_MONTHS)
    recent = [
        q
        for q in book_quotes(request, book, server.id, "server", "CNY")
        if (last_day(q.date) or datetime.date.min) >= oldest
    ]
    quote = best(recent)
    if quote is None:
        return None
    return _price(request, book.id, quote, "server quote", quote.confidence, lambda case: ex_vat(request, quote, case))


def _from_host_band(request: Request, book: PriceBook, server: Server) -> ServerPrice | None:
    band_id = _host_band(request, server)
    if band_id is None:
        return None
    basis: Basis = "module + host band"
    quote, count = best(book_quotes(request, book, server.card, "module8", "CNY")) if server.cards == 8 else None, 1
    if quote is None:
        basis, count = "card + host band", server.cards
        quote = best(book_quotes(request, book, server.card, "card", "CNY"))
    if quote is None:
        return None
    return _built_up(request, book.id, basis, quote, count, band_id)


def _built_up(request: Request, book_id: str, basis: Basis, quote: PriceQuote, count: int, band_id: str) -> ServerPrice:
    """`count` times a quote for cards or a module, plus the host band; as sure as the less sure of the two."""
    band = request.catalog.parameters[band_id]

    def amount(case: PriceCase) -> Decimal:
        host: Decimal = getattr(band, case)
        return count * ex_vat(request, quote, case) + request.money(host, band.unit[:3])

    confidence = min(quote.confidence, band.spec.confidence, key=CONFIDENCE_ORDER.__getitem__)
    price = _price(request, book_id, quote, basis, confidence, amount, f"; {band_id}: {band.spec.source}")
    cards = count * ex_vat(request, quote, request.requirements.price_case)
    quoted = quote.currency if quote.currency == band.unit[:3] else None
    return price.model_copy(update={"pieces_per_server": count, "cards_amount": cards, "quoted": quoted})


def _from_usd(request: Request, book: PriceBook, server: Server) -> ServerPrice | None:
    quote = best(book_quotes(request, book, server.id, "server", "USD"))
    if quote is None:
        return None
    margin = 1 + book.import_margin
    return _price(request, book.id, quote, "USD price × FX", "low", lambda case: ex_vat(request, quote, case) * margin)


def _host_band(request: Request, server: Server) -> str | None:
    """Host-band parameter of a rack server with 8 or 4 cards; None for towers, whole racks and rent-only offers."""
    if server.site is None or server.site.form != "rack":
        return None
    if server.cards == 4:
        return "host_band_4_pcie"
    if server.cards != 8:
        return None
    by_form = {
        "SXM": "host_band_8_oam",
        "OAM": "host_band_8_oam",
        "module": "host_band_8_oam",
        "PCIe": "host_band_8_pcie",
    }
    return by_form.get(request.catalog.cards[server.card].form_factor)


def _price(
    request: Request,
    book_id: str,
    quote: PriceQuote,
    basis: Basis,
    confidence: Confidence,
    amount: Callable[[PriceCase], Decimal],
    more_source: str = "",
) -> ServerPrice:
    return ServerPrice(
        amount=amount(request.requirements.price_case),
        basis=basis,
        book=book_id,
        date=quote.date,
        source=quote.source + more_source,
        confidence=confidence,
        vat=quote.vat,
        low=amount("low"),
        high=amount("high"),
        quoted=quote.currency,
        valid_until=quote.valid_until,
        lead_time_weeks=quote.lead_time_weeks,
        stock=quote.stock,
        stock_item=quote.item_id,
    )
