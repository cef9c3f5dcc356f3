"""A price book with the places of its numbers, and what is wrong with them beyond being readable."""

from collections.abc import Iterator
from typing import NamedTuple

from optimizer.errors import InputError, Problem
from optimizer.inputs.catalog import Catalog
from optimizer.inputs.document import Document
from optimizer.inputs.files import CSV_MAX_BYTES, YAML_MAX_BYTES, Files
from optimizer.inputs.known_ids import KnownIds
from optimizer.inputs.plausible import MARGIN, USD_CNY, outside, quote_faults
from optimizer.inputs.price_book import parse_price_book, record_lines
from optimizer.inputs.prices import PriceBook, PriceQuote
from optimizer.inputs.provenance_check import OPEN_END_WORDS, is_open_end, open_ends, provenance_faults
from optimizer.inputs.yaml_reader import read_yaml

BOOK_FILE = "book.yaml"
QUOTES_FILE = "quotes.csv"


class CheckedBook(NamedTuple):
    """A book that could be read."""

    book: PriceBook
    document: Document
    quotes_file: str
    lines: tuple[int, ...]
    """Line of each quote."""
    columns: dict[str, int]
    """Column name → number, 1-based."""


def read_book(files: Files, folder: str, known: KnownIds | None) -> CheckedBook:
    """`book.yaml` and `quotes.csv` of a folder. Raises InputError when they cannot be read."""
    prefix = f"{folder}/" if folder else ""
    book_file, quotes_file = f"{prefix}{BOOK_FILE}", f"{prefix}{QUOTES_FILE}"
    document = read_yaml(files.read_text(book_file, max_bytes=YAML_MAX_BYTES), book_file)
    if document.problems:
        raise InputError(list(document.problems))
    text = files.read_text(quotes_file, max_bytes=CSV_MAX_BYTES)
    book = parse_price_book(document.data, text, quotes_file, known)
    (_, header), *rest = record_lines(text)
    columns = {name.strip(): number for number, name in enumerate(header, start=1)}
    return CheckedBook(book, document, quotes_file, tuple(line for line, _ in rest), columns)


def book_problems(checked: CheckedBook, catalog: Catalog) -> Iterator[Problem]:
    """Exchange rate and margin out of range, no source, open ends, and prices out of range."""
    book, document = checked.book, checked.document
    for key, value, allowed in (("usd_cny", book.usd_cny, USD_CNY), ("import_margin", book.import_margin, MARGIN)):
        if fault := outside(value, allowed):
            yield document.problem(key, *fault)
    yield from open_ends(document)
    for field, what, remedy in provenance_faults(book.usd_cny_spec, "usd_cny_spec") if book.usd_cny is not None else ():
        yield document.problem(field, what, remedy)
    for quote, line in zip(book.quotes, checked.lines, strict=True):
        for column, what, remedy in _faults(quote, catalog):
            place = checked.columns.get(column, 1)
            yield Problem(
                file=checked.quotes_file, line=line, column=place, path=quote.item_id, what=what, remedy=remedy
            )


def _faults(quote: PriceQuote, catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    for column in ("source", "notes"):
        if is_open_end(getattr(quote, column)):
            yield (column, *OPEN_END_WORDS)
    server = catalog.servers.get(quote.item_id) if quote.unit == "server" else None
    if quote.unit != "server" or server is not None:
        yield from quote_faults(quote, server.cards if server else 1)
