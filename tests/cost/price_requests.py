"""Requests for price rules: the shipped catalog and book, or a few hand-written quotes."""

import datetime
from typing import Any

from optimizer.inputs.catalog import Catalog
from optimizer.inputs.prices import PriceBook, PriceBooks, PriceQuote
from optimizer.inputs.request import Request
from optimizer.inputs.requirements import Requirements
from tests.catalog.shipped import book, catalog

AS_OF = datetime.date(2026, 11, 30)


def request(
    *quotes: PriceQuote,
    as_of: datetime.date = AS_OF,
    catalog: Catalog = catalog(),  # noqa: B008 (read once, frozen)
    book_fields: dict[str, Any] | None = None,
    own: tuple[PriceQuote, ...] = (),
    **requirements: Any,
) -> Request:
    """A request over the shipped catalog; with quotes, they replace those of the shipped book; `own` are its own."""
    fields = {**({"quotes": quotes} if quotes else {}), **(book_fields or {})}
    workload = {"kind": "service", "name": "ocr", "demand": {"value": 1, "unit": "pages/s"}}
    return Request(
        file="request.yaml",
        requirements=Requirements.model_validate({"name": "prices", "workloads": (workload,), **requirements}),
        as_of=as_of,
        catalog=catalog,
        book=PriceBooks(layers=(PriceBook.model_validate({**dict(book()), **fields}),)),
        own_quotes=own,
        places={},
    )


def quote(item_id: str, unit: str, currency: str, typical: Any = None, **more: Any) -> PriceQuote:
    """A quote dated 2026-11, ex VAT, medium confidence unless said otherwise."""
    fields = {"date": "2026-11", "vat": "excluded", "source": "test", "confidence": "medium", **more}
    return PriceQuote.model_validate(
        {"item_id": item_id, "unit": unit, "currency": currency, "typical": typical, **fields}
    )
