"""The files that a requirements file names: own catalogs, price book, quotes, measurements."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import Document, join
from optimizer.inputs.files import CSV_MAX_BYTES, YAML_MAX_BYTES, Files
from optimizer.inputs.json_reader import read_json
from optimizer.inputs.known_ids import KnownIds, unknown_id
from optimizer.inputs.long_form import RunsKnown, is_long_form, parse_runs, runs_twice
from optimizer.inputs.measured import Known, parse_measured
from optimizer.inputs.measured_run import MeasuredRun
from optimizer.inputs.model_config.read_config import ConfigModel, read_config
from optimizer.inputs.own_catalog import LoadedCatalog, read_own
from optimizer.inputs.price_book import parse_price_book
from optimizer.inputs.prices import PriceBook, PriceBooks, PriceQuote
from optimizer.inputs.quotes import doubled_quotes, parse_quotes
from optimizer.inputs.request import MeasuredCapacity
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.yaml_reader import read_yaml
from optimizer.resources import resource

CONFIG_ENDING = ".json"
"""A `model:` that ends so and is no catalog id names a Hugging Face config.json."""
CONFIG_MAX_BYTES = 2**20


def own_documents(files: Files, document: Document, problems: list[Problem]) -> list[Document]:
    """Catalog files named under `catalog:`, those that can be read."""
    found: list[Document] = []
    for path, name in _names(document, "catalog"):
        try:
            found += read_own(files, name)
        except InputError as error:
            problems += _placed(error, document, path)
    return found


def config_names(document: Document, known: KnownIds) -> dict[str, str]:
    """Files that workloads name as their model → dotted path of the first place; an id of the catalog is no file."""
    listed = document.data.get("workloads")
    found: dict[str, str] = {}
    for number, workload in enumerate(listed if isinstance(listed, list) else ()):
        name = workload.get("model") if isinstance(workload, dict) else None
        if isinstance(name, str) and name.endswith(CONFIG_ENDING) and name not in known.models:
            found.setdefault(name, join(join("workloads", number), "model"))
    return found


def config_models(
    files: Files, document: Document, names: dict[str, str], problems: list[Problem]
) -> dict[str, ConfigModel]:
    """Models of the files that can be used, by the path as written."""
    found: dict[str, ConfigModel] = {}
    for name, path in names.items():
        try:
            found[name] = read_config(read_json(files.read_text(name, max_bytes=CONFIG_MAX_BYTES), name))
        except InputError as error:
            problems += _placed(error, document, path)
    return found


class Measurements(NamedTuple):
    """What the files under `measurements:` say."""

    capacities: list[MeasuredCapacity]
    """Short form."""
    runs: list[MeasuredRun]
    """Long form."""


def measurements(
    files: Files, document: Document, known: tuple[Known, RunsKnown], problems: list[Problem]
) -> Measurements:
    """Rows of the files named under `measurements:`, each in one of two forms; a row in two files is a problem."""
    found = Measurements([], [])
    for path, name in _names(document, "measurements"):
        try:
            text = files.read_text(name, max_bytes=CSV_MAX_BYTES)
        except InputError as error:
            problems += _placed(error, document, path)
            continue
        if is_long_form(text):
            runs, wrong = parse_runs(text, name, known[1])
            problems += [*wrong, *runs_twice(found.runs, runs)]
            found.runs.extend(runs)
        else:
            rows, wrong = parse_measured(text, name, known[0])
            problems += [*wrong, *_capacities_twice(found.capacities, rows)]
            found.capacities.extend(rows)
    return found


def _capacities_twice(before: list[MeasuredCapacity], rows: list[MeasuredCapacity]) -> Iterator[Problem]:
    earlier = {(row.workload, row.server, row.cards): row for row in before}
    for row in rows:
        if first := earlier.get((row.workload, row.server, row.cards)):
            what = f"the same workload, server and cards as {first.file}:{first.line}"
            yield Problem(file=row.file, line=row.line, column=1, path="", what=what, remedy="keep one of the two")


def own_quotes(files: Files, document: Document, loaded: LoadedCatalog, problems: list[Problem]) -> list[PriceQuote]:
    """Lines of the files named under `quotes:`; two quotes of one item and date are a problem."""
    found: list[PriceQuote] = []
    for path, name in _names(document, "quotes"):
        try:
            text = files.read_text(name, max_bytes=CSV_MAX_BYTES)
        except InputError as error:
            problems += _placed(error, document, path)
            continue
        quotes, wrong = parse_quotes(text, name, loaded.catalog, loaded.known)
        problems += wrong
        found += quotes
    problems += doubled_quotes(found)
    return found


def price_books(
    files: Files, shipped: Files, document: Document, known: KnownIds, problems: list[Problem]
) -> PriceBooks | None:
    """The books that `price_book:` names, best first: the last of a list lies on top."""
    stated = document.data.get("price_book", Requirements.model_fields["price_book"].default)
    several = isinstance(stated, list | tuple)
    named = [(join("price_book", at), name) for at, name in enumerate(stated)] if several else [("price_book", stated)]
    if not named or not all(isinstance(name, str) for _, name in named):
        return None
    layers: list[PriceBook] = []
    for path, name in named:
        book = _book(files, shipped, document, path, name, known, problems)
        if book is None:
            continue
        if book.id in {layer.id for layer in layers}:
            what = f"a second book with the id {book.id}"
            problems.append(document.problem(path, what, "name each book once, and give each its own id"))
        layers.insert(0, book)
    if len(layers) < len(named):
        return None
    if all(layer.usd_cny is None for layer in layers):
        remedy = (
            f"write usd_cny and usd_cny_spec in its book.yaml, or put the book on top: [china-2026, {named[-1][1]}]"
        )
        problems.append(document.problem("price_book", "no exchange rate: usd_cny is in no book named here", remedy))
        return None
    return PriceBooks(layers=tuple(layers))


def _book(
    files: Files, shipped: Files, document: Document, path: str, name: str, known: KnownIds, problems: list[Problem]
) -> PriceBook | None:
    """One book: a shipped id, or a folder with book.yaml and quotes.csv."""
    books = sorted(folder.name for folder in resource("catalogs", "prices").iterdir() if folder.is_dir())
    if name not in books and "/" not in name:
        what, remedy = unknown_id("price book", name, books)
        problems.append(document.problem(path, what, f"{remedy}; a folder of your own is written `name/`"))
        return None
    source, folder = (shipped, f"prices/{name}") if name in books else (files, name)
    try:
        return _read_book(source, PurePosixPath(folder), known if source is files else None)
    except InputError as error:
        problems += _placed(error, document, path)
        return None


def _read_book(files: Files, folder: PurePosixPath, known: KnownIds | None) -> PriceBook:
    book_file, quotes_file = str(folder / "book.yaml"), str(folder / "quotes.csv")
    book = read_yaml(files.read_text(book_file, max_bytes=YAML_MAX_BYTES), book_file)
    quotes = files.read_text(quotes_file, max_bytes=CSV_MAX_BYTES)
    try:
        parsed = parse_price_book(book.data, quotes, quotes_file, known)
    except InputError as error:
        placed = [
            book.problem(each.path, each.what, each.remedy) if each.file == book_file and not each.line else each
            for each in error.problems
        ]
        raise InputError([*book.problems, *placed]) from None
    if book.problems:
        raise InputError(list(book.problems))
    return parsed


def _names(document: Document, key: str) -> Iterator[tuple[str, str]]:
    """(dotted path, file name) of a list of files; entries that are not text are refused elsewhere."""
    listed = document.data.get(key)
    for number, name in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(name, str):
            yield join(key, number), name


def _placed(error: InputError, document: Document, path: str) -> Iterator[Problem]:
    """Problems of a file that cannot be opened stand where the requirements file names it."""
    for problem in error.problems:
        yield problem if problem.line else document.problem(path, f"{problem.file}: {problem.what}", problem.remedy)
