"""Price books: what a buyer pays, apart from what a machine is; every line has date, source, confidence, VAT basis."""

import datetime
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence, Provenance
from optimizer.inputs.fields import Identifier, MoneyAmount


class PriceQuote(Frozen):
    """One line of a price book."""

    item_id: Identifier
    """Card or server id."""
    unit: Literal["card", "server", "module8"]
    """module8 = 8-card baseboard without the server."""
    currency: Literal["CNY", "USD"]
    low: MoneyAmount | None = None
    typical: MoneyAmount | None = None
    high: MoneyAmount | None = None
    """At least one is given; a blank case falls back to typical, a blank typical to the mean of low and high."""
    date: str
    """YYYY, YYYY-MM, YYYY-MM-DD, a range `A to B` or `undated`; what it counts as: `quote_date.last_day`."""
    vat: Literal["excluded", "included", "unknown"]
    """`included` amounts are divided by 1 + VAT on goods; `unknown` is taken as excluded and flagged."""
    source: str
    confidence: Confidence
    notes: str = ""


class PriceBook(Frozen):
    """All prices of one market at one snapshot date."""

    id: Identifier
    name: str
    market: str
    snapshot: datetime.date
    usd_cny: MoneyAmount
    """CNY per USD."""
    usd_cny_spec: Provenance
    import_margin: MoneyAmount
    """Share added to USD prices for import into the market; named input."""
    quotes: tuple[PriceQuote, ...]
