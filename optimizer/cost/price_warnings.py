"""Prices that may mislead: quotes too old for the snapshot, and servers quoted below the cards inside them."""

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.cost.server_price import MAX_AGE_MONTHS
from optimizer.inputs.catalog import Catalog, Server
from optimizer.inputs.prices import PriceBook, PriceQuote
from optimizer.inputs.quote_date import last_day

if TYPE_CHECKING:
    from decimal import Decimal

CASES = ("low", "typical", "high")


def price_warnings(catalog: Catalog, book: PriceBook, entries: frozenset[str]) -> list[str]:
    """Warnings about the prices of these cards and servers, in the order of book and catalog."""
    servers = [server for server in catalog.servers.values() if server.id in entries]
    stale = (_stale(quote, book.snapshot) for quote in book.quotes if quote.item_id in entries)
    return [text for text in stale if text] + [text for server in servers for text in _below_cards(server, book)]


def _stale(quote: PriceQuote, snapshot: datetime.date) -> str | None:
    """A dated quote more than MAX_AGE_MONTHS before the snapshot."""
    day = last_day(quote.date)
    if day is None:
        return None
    months = (snapshot.year - day.year) * 12 + snapshot.month - day.month
    if months < MAX_AGE_MONTHS or (months == MAX_AGE_MONTHS and snapshot.day <= day.day):
        return None
    return f"{quote.item_id}: {quote.unit} quote of {quote.date} is older than {MAX_AGE_MONTHS} months at {snapshot}"


def _below_cards(server: Server, book: PriceBook) -> Iterator[str]:
    """First lines of both in the same currency, price case by price case, where both state it."""
    for currency in ("CNY", "USD"):
        whole, card = _first(book, server.id, "server", currency), _first(book, server.card, "card", currency)
        for case in CASES:
            price: Decimal | None = getattr(whole, case, None)
            part: Decimal | None = getattr(card, case, None)
            if price is not None and part is not None and price < server.cards * part:
                yield (
                    f"{server.id}: {case} price {currency} {price:,} is below its {server.cards} cards "
                    f"({currency} {server.cards * part:,})"
                )


def _first(book: PriceBook, item: str, unit: str, currency: str) -> PriceQuote | None:
    lines = (q for q in book.quotes if (q.item_id, q.unit, q.currency) == (item, unit, currency))
    return next(lines, None)
