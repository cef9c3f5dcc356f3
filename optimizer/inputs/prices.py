"""Price books: what a buyer pays, apart from what a machine is; every line has date, source, confidence, VAT basis.

Books lie in layers: the shipped one below, a company's own above it, the quotes of one request on top. A layer that has
a price for a server, by whatever basis, hides those below it.
"""

import datetime
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence, Provenance
from optimizer.inputs.fields import Count, Identifier, IsoDate, MoneyAmount, NonNegativeCount


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
    valid_until: IsoDate | None = None
    """Last day on which the price holds; absent = not stated."""
    stock: NonNegativeCount | None = None
    """Most pieces (servers, or cards) that can be had at this price; absent = not stated."""
    lead_time_weeks: Count | None = None
    """From order to delivery; absent = not stated."""
    notes: str = ""


class PriceBook(Frozen):
    """All prices of one market at one snapshot date."""

    id: Identifier
    name: str
    market: str
    snapshot: datetime.date
    usd_cny: MoneyAmount | None = None
    """CNY per USD; a book that lies on top of another may leave it to that one."""
    usd_cny_spec: Provenance | None = None
    """Source and date of the rate: given where the rate is."""
    import_margin: MoneyAmount = Decimal(0)
    """Share added to USD prices for import into the market; named input."""
    quotes: tuple[PriceQuote, ...]

    @model_validator(mode="after")
    def _rate_with_source(self) -> Self:
        if (self.usd_cny is None) != (self.usd_cny_spec is None):
            raise ValueError("usd_cny and usd_cny_spec (source, date, confidence) belong together")
        return self


class PriceBooks(Frozen):
    """The books of one request."""

    layers: Annotated[tuple[PriceBook, ...], Field(min_length=1)]
    """Best first: the book that hides the others stands in front."""

    @property
    def id(self) -> str:
        """Ids of all layers, best first."""
        return " > ".join(book.id for book in self.layers)

    @property
    def snapshot(self) -> datetime.date:
        """Of the newest layer."""
        return max(book.snapshot for book in self.layers)

    @property
    def rate_book(self) -> PriceBook:
        """The best layer that states an exchange rate. Raises StopIteration where none does: loading refuses that."""
        return next(book for book in self.layers if book.usd_cny is not None)

    @property
    def usd_cny(self) -> Decimal:
        """CNY per USD."""
        return self.rate_book.usd_cny or Decimal(0)
