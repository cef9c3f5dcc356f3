"""Lines of the price books as the price rules read them: which may count, which is best, what it says ex VAT."""

import calendar
import datetime
from decimal import Decimal
from typing import Literal

from optimizer.inputs.catalog import CONFIDENCE_ORDER
from optimizer.inputs.prices import PriceBook, PriceQuote
from optimizer.inputs.quote_date import first_day, last_day
from optimizer.inputs.request import Request

PriceCase = Literal["low", "typical", "high"]


def book_quotes(request: Request, book: PriceBook, item: str, unit: str, currency: str) -> list[PriceQuote]:
    """Quotes of a book that may have existed at `as_of`, by the earliest day their date can mean, and still hold."""
    return [
        q
        for q in book.quotes
        if (q.item_id, q.unit, q.currency) == (item, unit, currency)
        and (first_day(q.date) or datetime.date.min) <= request.as_of
        and (q.valid_until is None or q.valid_until >= request.as_of)
    ]


def best(quotes: list[PriceQuote]) -> PriceQuote | None:
    """Newest, then most confident, then first."""
    return max(
        quotes,
        key=lambda q: (last_day(q.date) or datetime.date.min, CONFIDENCE_ORDER[q.confidence]),
        default=None,
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


def months_before(day: datetime.date, months: int) -> datetime.date:
    """The same day of the month `months` earlier, or that month's last day; no earlier than the year 1."""
    count = day.year * 12 + day.month - 1 - months
    year, month = count // 12, count % 12 + 1
    if year < 1:
        return datetime.date.min
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
