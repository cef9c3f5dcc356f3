"""Purchase price of one server ex VAT, and where it comes from.

The first that exists:

    own quote            quote of this request for the server, whatever its date and currency
    card + host band     cards × this request's quote for the card + host band, rack servers with 8 or 4 cards
    server quote         CNY quote for the server, at most 18 months old at `as_of`; an undated one counts as older
    module + host band   CNY quote for the 8-card module + host band, 8-card rack servers only
    card + host band     cards × CNY card quote + host band, rack servers with 8 or 4 cards
    USD price × FX       USD quote for the server × exchange rate × (1 + import margin), low confidence

The others come from the price book. Quotes of the request (`quotes:`) are offers to this buyer: a USD one is converted
without import margin. Book quotes for cards and modules have no age limit: they are what is left before a price from
another market. No quote dated after `as_of` is used (a bare month or year counts as its first day there). Among quotes
of one kind the newest wins (undated last), then the higher confidence, then the first.
`included` amounts are divided by 1 + VAT on goods; `unknown` is taken as excluded, and so are host bands.
"""

import calendar
import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import CONFIDENCE_ORDER, Confidence, Server
from optimizer.inputs.prices import PriceQuote
from optimizer.inputs.quote_date import first_day, last_day
from optimizer.inputs.request import Request

MAX_AGE_MONTHS = 18
"""Older server quotes do not stand for today's price: memory prices alone moved servers by 15-30 % in 2026."""

OWN_QUOTES = "quotes"
"""Where a price of the request's own quotes says it comes from, in place of the book's id."""

PriceCase = Literal["low", "typical", "high"]
Basis = Literal["own quote", "server quote", "module + host band", "card + host band", "USD price × FX", "hourly rent"]


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


def server_price(request: Request, server: Server) -> ServerPrice | None:
    """Purchase price of a server under the request's price case; None when neither quotes nor book have a basis."""
    return (
        _from_own_quotes(request, server)
        or _from_server_quote(request, server)
        or _from_host_band(request, server)
        or _from_usd(request, server)
    )


def _from_own_quotes(request: Request, server: Server) -> ServerPrice | None:
    quote = best([q for q in request.own_quotes if (q.item_id, q.unit) == (server.id, "server")])
    if quote is not None:
        return _price(request, quote, "own quote", "high", lambda case: ex_vat(request, quote, case))
    card = best([q for q in request.own_quotes if (q.item_id, q.unit) == (server.card, "card")])
    band_id = _host_band(request, server)
    return (
        None if card is None or band_id is None else _built_up(request, "card + host band", card, server.cards, band_id)
    )


def _from_server_quote(request: Request, server: Server) -> ServerPrice | None:
    oldest = _months_before(request.as_of, MAX_AGE_MONTHS)
    recent = [
        q for q in book_quotes(request, server.id, "server", "CNY") if (last_day(q.date) or datetime.date.min) >= oldest
    ]
    quote = best(recent)
    if quote is None:
        return None
    return _price(request, quote, "server quote", quote.confidence, lambda case: ex_vat(request, quote, case))


def _from_host_band(request: Request, server: Server) -> ServerPrice | None:
    band_id = _host_band(request, server)
    if band_id is None:
        return None
    basis: Basis = "module + host band"
    quote, count = best(book_quotes(request, server.card, "module8", "CNY")) if server.cards == 8 else None, 1
    if quote is None:
        basis, quote, count = "card + host band", best(book_quotes(request, server.card, "card", "CNY")), server.cards
    if quote is None:
        return None
    return _built_up(request, basis, quote, count, band_id)


def _built_up(request: Request, basis: Basis, quote: PriceQuote, count: int, band_id: str) -> ServerPrice:
    """`count` times a quote for cards or a module, plus the host band; as sure as the less sure of the two."""
    band = request.catalog.parameters[band_id]

    def amount(case: PriceCase) -> Decimal:
        host: Decimal = getattr(band, case)
        return count * ex_vat(request, quote, case) + request.money(host, band.unit[:3])

    confidence = min(quote.confidence, band.spec.confidence, key=CONFIDENCE_ORDER.__getitem__)
    return _price(request, quote, basis, confidence, amount, f"; {band_id}: {band.spec.source}")


def _from_usd(request: Request, server: Server) -> ServerPrice | None:
    quote = best(book_quotes(request, server.id, "server", "USD"))
    if quote is None:
        return None
    margin = 1 + request.book.import_margin
    return _price(request, quote, "USD price × FX", "low", lambda case: ex_vat(request, quote, case) * margin)


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


def book_quotes(request: Request, item: str, unit: str, currency: str) -> list[PriceQuote]:
    """Quotes of the book that may have existed at `as_of`: by the earliest day their date can mean."""
    return [
        q
        for q in request.book.quotes
        if (q.item_id, q.unit, q.currency) == (item, unit, currency)
        and (first_day(q.date) or datetime.date.min) <= request.as_of
    ]


def best(quotes: list[PriceQuote]) -> PriceQuote | None:
    """Newest, then most confident, then first."""
    return max(
        quotes,
        key=lambda q: (last_day(q.date) or datetime.date.min, CONFIDENCE_ORDER[q.confidence]),
        default=None,
    )


def _price(
    request: Request,
    quote: PriceQuote,
    basis: Basis,
    confidence: Confidence,
    amount: Callable[[PriceCase], Decimal],
    more_source: str = "",
) -> ServerPrice:
    return ServerPrice(
        amount=amount(request.requirements.price_case),
        basis=basis,
        book=OWN_QUOTES if quote in request.own_quotes else request.book.id,
        date=quote.date,
        source=quote.source + more_source,
        confidence=confidence,
        vat=quote.vat,
        low=amount("low"),
        high=amount("high"),
    )


def ex_vat(request: Request, quote: PriceQuote, case: PriceCase) -> Decimal:
    """A quote in the request currency without VAT."""
    value = _in_case(quote, case)
    if quote.vat == "included":
        value /= 1 + request.parameter("vat_goods")
    return request.money(value, quote.currency)


def _in_case(quote: PriceQuote, case: PriceCase) -> Decimal:
    """The quote's figure for a price case: blank falls back to typical, a blank typical to the mean of the others."""
    own: Decimal | None = getattr(quote, case)
    if own is None:
        own = quote.typical
    if own is None:
        ends = [value for value in (quote.low, quote.high) if value is not None]
        own = sum(ends, Decimal(0)) / len(ends)
    return own


def _months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day of the month `months` earlier, or that month's last day; no earlier than the year 1."""
    count = day.year * 12 + day.month - 1 - months
    year, month = count // 12, count % 12 + 1
    if year < 1:
        return datetime.date.min
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
