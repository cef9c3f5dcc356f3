"""Quotes of this request: CSV `item_id,currency,price,vat,date,source`, one line per card or server; terms optional.

They beat the whole price book, whatever their age: `optimizer/cost/server_price.py`.
"""

import datetime
from collections.abc import Iterator
from decimal import Decimal

from optimizer.errors import Problem
from optimizer.inputs.catalog import Catalog
from optimizer.inputs.csv_table import Row, read_rows
from optimizer.inputs.known_ids import KnownIds, unknown_id
from optimizer.inputs.offer_terms import TERMS, term_faults, terms
from optimizer.inputs.prices import PriceQuote
from optimizer.inputs.quote_date import first_day, last_day
from optimizer.inputs.wording import choice_wording, number_wording, shown
from optimizer.inputs.yaml_scalars import is_number_text

COLUMNS = ("item_id", "currency", "price", "vat", "date", "source")
CURRENCIES = ["CNY", "USD"]
VAT = ["included", "excluded", "unknown"]
Faults = Iterator[tuple[str, str, str]]


def parse_quotes(text: str, file: str, catalog: Catalog, known: KnownIds) -> tuple[list[PriceQuote], list[Problem]]:
    """Quotes that can be used, noted with file and line, and every problem of the file."""
    quotes: list[PriceQuote] = []
    problems: list[Problem] = []
    for row in read_rows(text, file, COLUMNS, problems, TERMS):
        wrong = [row.problem(*fault) for check in (_item, _price, _origin) for fault in check(row, catalog, known)]
        wrong += [row.problem(*fault) for fault in term_faults(row.cells)]
        problems += wrong
        if not wrong and (quote := _quote(row, catalog)) is not None:
            quotes.append(quote)
    return quotes, problems


def doubled_quotes(quotes: list[PriceQuote]) -> list[Problem]:
    """The same item twice on the same date, in one file or in two: which of the prices holds is not for us to say."""
    first: dict[tuple[str, str], PriceQuote] = {}
    problems = []
    for quote in quotes:
        earlier = first.setdefault((quote.item_id, quote.date), quote)
        if earlier is not quote:
            file, _, line = quote.notes.rpartition(":")
            what = f"a second quote for {quote.item_id} of {quote.date}, after {earlier.notes}"
            remedy = "keep the one to plan with"
            problems.append(Problem(file=file, line=int(line), column=1, path="item_id", what=what, remedy=remedy))
    return problems


def quotes_out_of_time(quotes: list[PriceQuote], as_of: datetime.date) -> list[Problem]:
    """Quotes of which even the earliest day that their date can mean is after `as_of`, or that have expired by then."""
    problems = []
    for quote in quotes:
        if (first_day(quote.date) or datetime.date.min) > as_of:
            file, _, line = quote.notes.rpartition(":")
            what = f"the quote for {quote.item_id} is of {quote.date}, after as_of ({as_of})"
            remedy = f"write `as_of: {first_day(quote.date)}` or later in the requirements file, or remove the row"
            problems.append(Problem(file=file, line=int(line), column=1, path="date", what=what, remedy=remedy))
        if quote.valid_until is not None and quote.valid_until < as_of:
            file, _, line = quote.notes.rpartition(":")
            what = f"the quote for {quote.item_id} was valid until {quote.valid_until}, before as_of ({as_of})"
            remedy = "have it renewed and write its new date and validity, or remove the row"
            problems.append(Problem(file=file, line=int(line), column=1, path="valid_until", what=what, remedy=remedy))
    return problems


def _quote(row: Row, catalog: Catalog) -> PriceQuote | None:
    """None for an entry of the user's catalog that has something else wrong with it."""
    cells = row.cells
    item_id = cells["item_id"]
    if item_id not in catalog.servers and item_id not in catalog.cards:
        return None
    return PriceQuote.model_validate(
        {
            "item_id": item_id,
            "unit": "server" if item_id in catalog.servers else "card",
            "currency": cells["currency"],
            "typical": Decimal(cells["price"]),
            "date": cells["date"],
            "vat": cells["vat"],
            "source": cells["source"],
            "confidence": "high",
            "notes": f"{row.file}:{row.line}",
            **terms(row.cells),
        }
    )


def _item(row: Row, catalog: Catalog, known: KnownIds) -> Faults:
    item_id = row.cells["item_id"]
    if item_id not in known.cards | known.servers:
        yield "item_id", *unknown_id("card or server", item_id, known.cards | known.servers)
    elif item_id in known.cards & known.servers:
        yield "item_id", f"{shown(item_id)} is a card and a server", "give your own catalog entry another id"
    elif (server := catalog.servers.get(item_id)) and server.site is None:
        what = f"{shown(item_id)} can only be rented: it has no `site` with power and size"
        yield "item_id", what, "describe its `site` in a file under `catalog:`, or remove the row"


def _price(row: Row, _catalog: Catalog, _known: KnownIds) -> Faults:
    cells, text = row.cells, row.cells["price"]
    if not is_number_text(text):
        yield "price", *number_wording(text or None, "price", whole=False)
    elif not 0 < Decimal(text) < 10**15:
        yield "price", f"must be greater than 0 and below 1e15 (got {text})", "correct the price"
    if cells["currency"] not in CURRENCIES:
        yield "currency", *choice_wording(cells["currency"], CURRENCIES)
    if cells["vat"] not in VAT:
        yield "vat", *choice_wording(cells["vat"], VAT)


def _origin(row: Row, _catalog: Catalog, _known: KnownIds) -> Faults:
    text, remedy = row.cells["date"], "write the day of the quote: YYYY-MM-DD, or YYYY-MM"
    try:
        if last_day(text) is None or " to " in text:
            yield "date", f"a quote has one date (got {shown(text)})", remedy
    except ValueError:
        yield "date", f"must be a date (got {shown(text)})", remedy
    if not row.cells["source"]:
        yield "source", "is empty", "say who made the offer, and its number"
