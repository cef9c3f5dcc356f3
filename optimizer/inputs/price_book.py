"""Price book: the fields of `book.yaml` and the lines of `quotes.csv` → PriceBook, or every problem in them."""

import csv
import difflib
import io
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import PurePosixPath

from pydantic import ValidationError

from optimizer.errors import InputError, Problem
from optimizer.inputs.known_ids import KnownIds, unknown_id
from optimizer.inputs.offer_terms import TERMS, term_faults, terms
from optimizer.inputs.prices import PriceBook, PriceQuote
from optimizer.inputs.quote_date import last_day

COLUMNS = tuple(PriceQuote.model_fields)
PRICES = ("low", "typical", "high")
OPTIONAL = frozenset({*PRICES, "notes", *TERMS})
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?([eE]\+?[0-9]{1,2})?")


def parse_price_book(book: dict[str, object], quotes_csv: str, file: str, known: KnownIds | None = None) -> PriceBook:
    """Build a price book.

    Args:
        book: fields of PriceBook without `quotes`, as read from the `book.yaml` beside the quotes.
        quotes_csv: text of the quotes file; columns are the fields of PriceQuote, in any order.
        file: name of the quotes file as the user knows it.
        known: ids that the lines may name; absent = not checked (the shipped book has its own test).

    Raises:
        InputError: every problem of both files; `column` of a quotes problem counts the CSV fields of its line.
    """
    quotes, problems = _parse_quotes(quotes_csv, file, known)
    book_file = str(PurePosixPath(file).with_name("book.yaml"))
    if "quotes" in book:
        problems.insert(0, _book_problem(book_file, "quotes", "quotes do not belong here", f"write them in {file}"))
    try:
        parsed = PriceBook.model_validate({**book, "quotes": quotes})
    except ValidationError as error:
        found = [
            _book_problem(book_file, ".".join(map(str, e["loc"])), e["msg"], "correct or add the field")
            for e in error.errors()
        ]
        raise InputError([*found, *problems]) from None
    if problems:
        raise InputError(problems)
    return parsed


def _book_problem(file: str, path: str, what: str, remedy: str) -> Problem:
    return Problem(file=file, line=0, column=0, path=path, what=what, remedy=remedy)


def _parse_quotes(text: str, file: str, known: KnownIds | None) -> tuple[tuple[PriceQuote, ...], list[Problem]]:
    lines = record_lines(text)
    problems: list[Problem] = []
    quotes: list[PriceQuote] = []
    seen: dict[tuple[str, ...], int] = {}
    try:
        _, header = next(lines, (1, []))
        header = [name.strip() for name in header]
        problems += _header_problems(header, file)
        if problems:
            return (), problems
        for line, cells in lines:
            first = seen.setdefault(tuple(cells), line)
            if first != line:
                problems.append(_problem(file, line, 1, "", f"repeats line {first}", "delete one of the two"))
            elif len(cells) != len(header):
                what = f"{len(cells)} fields under {len(header)} columns"
                problems.append(_problem(file, line, 1, "", what, "put text with commas in double quotes"))
            else:
                quote, found = _quote(dict(zip(header, map(str.strip, cells), strict=True)), header, file, line)
                problems += found
                quotes += [quote] if quote else []
                if quote and known and (fault := _unknown_item(quote, known)):
                    problems.append(_problem(file, line, header.index("item_id") + 1, "item_id", *fault))
    except csv.Error as error:
        problems.append(_problem(file, 0, 0, "", f"not readable as CSV: {error}", "save it as comma-separated UTF-8"))
    return tuple(quotes), problems


def record_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """(line on which the record starts, its fields); empty lines are passed over."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    start = 1
    for cells in reader:
        if cells:
            yield start, cells
        start = reader.line_num + 1


def _problem(file: str, line: int, column: int, path: str, what: str, remedy: str) -> Problem:
    return Problem(file=file, line=line, column=column, path=path, what=what, remedy=remedy)


def _header_problems(header: list[str], file: str) -> list[Problem]:
    problems = []
    for column, name in enumerate(header, start=1):
        if name not in COLUMNS:
            near = difflib.get_close_matches(name, COLUMNS, n=1)
            remedy = f"did you mean {near[0]}?" if near else f"the columns are {', '.join(COLUMNS)}"
            problems.append(_problem(file, 1, column, name, f"unknown column {name!r}", remedy))
        elif name in header[: column - 1]:
            problems.append(_problem(file, 1, column, name, "doubled column", "delete one of the two"))
    missing = [name for name in COLUMNS if name not in header and name not in OPTIONAL]
    if missing:
        problems.append(_problem(file, 1, 1, "", f"missing column {', '.join(missing)}", "add it to the first line"))
    if not any(name in header for name in PRICES):
        problems.append(_problem(file, 1, 1, "", "no price column", f"add at least one of {', '.join(PRICES)}"))
    return problems


def _quote(row: dict[str, str], header: list[str], file: str, line: int) -> tuple[PriceQuote | None, list[Problem]]:
    found: list[tuple[str, str, str]] = []
    values: dict[str, object] = {name: text for name, text in row.items() if name not in {*PRICES, *TERMS}}
    found += term_faults(row)
    prices: dict[str, Decimal] = {}
    for name in PRICES:
        text = row.get(name, "")
        if text and _NUMBER.fullmatch(text.removeprefix("-")) and text.startswith("-"):
            found.append((name, f"must be greater than 0 (got {text})", "correct the price"))
        elif text and not _NUMBER.fullmatch(text):
            found.append((name, f"not a number: {text!r}", "write digits and a point, without units or separators"))
        elif text and not Decimal(text):
            found.append((name, "a price of 0", "leave the field empty where no price is known"))
        elif text:
            prices[name] = Decimal(text)
    if not prices and not found:
        found.append(("typical", "no price at all", f"fill at least one of {', '.join(PRICES)}"))
    found += _order_problems(prices)
    found += _date_problems(row["date"])
    if not row["source"]:
        found.append(("source", "no source", "say where the price comes from"))
    try:
        quote = PriceQuote.model_validate({**values, **prices, **({} if found else terms(row))})
    except ValidationError as error:
        quote = None
        found += [(str(e["loc"][0]), f"{e['msg']} (got {e['input']!r})", "correct the field") for e in error.errors()]
    return quote, [
        _problem(file, line, header.index(name) + 1 if name in header else 1, name, what, remedy)
        for name, what, remedy in found
    ]


def _unknown_item(quote: PriceQuote, known: KnownIds) -> tuple[str, str] | None:
    """Prices of nothing would silently change nothing."""
    kind, ids = ("server", known.servers) if quote.unit == "server" else ("card", known.cards)
    return None if quote.item_id in ids else unknown_id(kind, quote.item_id, ids)


def _order_problems(prices: dict[str, Decimal]) -> list[tuple[str, str, str]]:
    given = [(name, prices[name]) for name in PRICES if name in prices]
    return [
        (name, f"{name} {value} is below {before} {smaller}", "order them low, typical, high")
        for (before, smaller), (name, value) in pairwise(given)
        if value < smaller
    ]


def _date_problems(text: str) -> list[tuple[str, str, str]]:
    try:
        last_day(text)
    except ValueError as error:
        return [("date", str(error), "write YYYY, YYYY-MM, YYYY-MM-DD, a range `A to B`, or `undated`")]
    return []
