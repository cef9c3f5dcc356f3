"""Hourly rents of the catalog's offers, as lines of the price list and as one short text."""

from collections.abc import Iterator
from decimal import Decimal
from typing import get_args

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence, Rent, RentTerm, Server

UNITS: dict[RentTerm, str] = {
    "on_demand": "hour",
    "one_year": "hour, 1 year",
    "three_year": "hour, 3 years",
}
NOT_PLANNED = "a rental may change from year to year in a plan, a three-year commitment may not"
"""Why no plan uses a three-year price."""


class RentPrice(Frozen):
    """Price of one hour of one offer at one term; fields as those of a quote."""

    item_id: str
    unit: str
    currency: str
    typical: Decimal
    date: str
    vat: str
    region: str
    source: str
    confidence: Confidence


def rent_prices(server: Server) -> Iterator[tuple[RentPrice, str]]:
    """Every stated price of an offer, shortest term first, and why no plan uses it (empty where plans do)."""
    for term in get_args(RentTerm):
        price = server.rent.hourly(term) if server.rent else None
        if server.rent and server.spec and price is not None:
            line = RentPrice(
                item_id=server.id,
                unit=UNITS[term],
                currency=server.rent.currency,
                typical=price,
                date=server.spec.date,
                vat=server.rent.vat,
                region=server.rent.region,
                source=server.spec.source,
                confidence=server.spec.confidence,
            )
            yield line, NOT_PLANNED if term == "three_year" else ""


def rent_text(rent: Rent) -> str:
    """The price of the shortest term that has one.

    >>> rent_text(Rent(three_year_per_hour=Decimal("42.2"), currency="USD"))
    'USD 42.2, 3 years'
    """
    term = next(term for term in get_args(RentTerm) if rent.hourly(term) is not None)
    return f"{rent.currency} {rent.hourly(term):g}{UNITS[term].removeprefix('hour')}"
