"""Prices that may mislead: quotes too old for the snapshot, and servers quoted below the cards inside them."""

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.cost.server_price import MAX_AGE_MONTHS
from optimizer.inputs.catalog import Catalog, Server
from optimizer.inputs.catalog_warning import CatalogWarning
from optimizer.inputs.prices import PriceBook, PriceQuote
from optimizer.inputs.quote_date import last_day

if TYPE_CHECKING:
    from decimal import Decimal

CASES = ("low", "typical", "high")


def price_warnings(catalog: Catalog, book: PriceBook, entries: frozenset[str]) -> list[CatalogWarning]:
    """Warnings about the prices of these cards and servers, in the order of book and catalog."""
    servers = [server for server in catalog.servers.values() if server.id in entries]
    stale = (_stale(quote, book.snapshot) for quote in book.quotes if quote.item_id in entries)
    below = (warning for server in servers for warning in _below_cards(server, book))
    return [*(warning for warning in stale if warning), *below]


def _stale(quote: PriceQuote, snapshot: datetime.date) -> CatalogWarning | None:
    """A dated quote more than MAX_AGE_MONTHS before the snapshot."""
    day = last_day(quote.date)
    if day is None:
        return None
    months = (snapshot.year - day.year) * 12 + snapshot.month - day.month
    if months < MAX_AGE_MONTHS or (months == MAX_AGE_MONTHS and snapshot.day <= day.day):
        return None
    text = f"{quote.item_id}: {quote.unit} quote of {quote.date} is older than {MAX_AGE_MONTHS} months at {snapshot}"
    return CatalogWarning(rule="stale_price", id=quote.item_id, text=text, source=quote.source)


def _below_cards(server: Server, book: PriceBook) -> Iterator[CatalogWarning]:
    """First lines of both in the same currency, price case by price case, where both state it."""
    for currency in ("CNY", "USD"):
        whole, card = _first(book, server.id, "server", currency), _first(book, server.card, "card", currency)
        for case in CASES:
            price: Decimal | None = getattr(whole, case, None)
            part: Decimal | None = getattr(card, case, None)
            if price is not None and part is not None and price < server.cards * part:
                text = (
                    f"{server.id}: {case} price {currency} {price:,} is below its {server.cards} cards "
                    f"({currency} {server.cards * part:,})"
                )
                source = whole.source if whole else ""
                yield CatalogWarning(rule="below_cards", id=server.id, text=text, source=source)


def _first(book: PriceBook, item: str, unit: str, currency: str) -> PriceQuote | None:
    lines = (q for q in book.quotes if (q.item_id, q.unit, q.currency) == (item, unit, currency))
    return next(lines, None)
