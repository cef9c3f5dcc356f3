"""Catalogs, price books, quotes and measurements behind a requirements file and its scenarios, each read once.

A scenario that leaves a key alone shares what the file's own key names: what was read is kept by the place of the key.
"""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from optimizer.errors import Problem
from optimizer.inputs.document import Document
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.known_ids import KnownIds
from optimizer.inputs.long_form import RunsKnown
from optimizer.inputs.measured import Known
from optimizer.inputs.measured_rows import card_labels, measured_row_counts
from optimizer.inputs.own_catalog import LoadedCatalog, build_catalog, with_models
from optimizer.inputs.prices import PriceBooks, PriceQuote
from optimizer.inputs.request import MeasuredRows
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.inputs.sources import (
    Measurements,
    config_models,
    config_names,
    measurements,
    own_documents,
    own_quotes,
    price_books,
)
from optimizer.inputs.yaml_reader import read_yaml

T = TypeVar("T")


class Loaded(NamedTuple, Generic[T]):
    """What was read, what was wrong with it, and the files it came from."""

    value: T
    problems: tuple[Problem, ...]
    digests: dict[str, str]
    """Name → SHA-256."""


class Shelf:
    """Opens files below `root`, then below each of `allow`."""

    def __init__(self, root: Path, allow: tuple[Path, ...] = ()) -> None:
        self._folders = root, allow
        self._shipped = shipped_files()
        self._entries = shipped_entries()
        self._loaded: dict[Hashable, Loaded[Any]] = {}

    def document(self, name: str) -> Loaded[Document]:
        """A requirements file. Raises InputError when it cannot be read on."""
        return self._once(name, lambda files, _: read_yaml(files.read_text(name, max_bytes=YAML_MAX_BYTES), name))

    def hold(self, document: Document) -> None:
        """A requirements document that stands in no file."""
        self._loaded[document.file] = Loaded(document, (), {})

    def catalog(self, document: Document) -> Loaded[LoadedCatalog]:
        """The shipped catalog with the entries of `catalog:` on top, and the models that workloads name by file."""
        entries = self._entries_of(document)
        names = config_names(document, entries.value.known)
        if not names:
            return entries
        key = ("configs", tuple((name, document.places.get(path)) for name, path in names.items()))
        models = self._once(key, lambda files, wrong: config_models(files, document, names, wrong))
        loaded = with_models(entries.value, models.value, names)
        return Loaded(loaded, (*entries.problems, *models.problems), {**entries.digests, **models.digests})

    def _entries_of(self, document: Document) -> Loaded[LoadedCatalog]:
        """The shipped catalog with the entries of `catalog:` on top."""

        def load(files: Files, problems: list[Problem]) -> LoadedCatalog:
            loaded = build_catalog(self._entries, own_documents(files, document, problems))
            problems += loaded.problems
            return loaded

        return self._once(_key(document, "catalog"), load)

    def counts(self, document: Document) -> MeasuredRows:
        """Shipped measurements behind each card of the catalog."""
        cards = self._entries_of(document).value.catalog.cards
        key = ("counts", _key(document, "catalog"))
        return self._once(key, lambda _files, _problems: measured_row_counts(self._shipped, cards)).value

    def book(self, document: Document, known: KnownIds) -> Loaded[PriceBooks | None]:
        """The price books, the user's own checked against the catalog."""
        key = _key(document, "price_book", "catalog")
        return self._once(key, lambda files, wrong: price_books(files, self._shipped, document, known, wrong))

    def quotes(self, document: Document) -> Loaded[list[PriceQuote]]:
        """Lines of the files under `quotes:`."""
        loaded = self._entries_of(document).value
        key = _key(document, "quotes", "catalog")
        return self._once(key, lambda files, wrong: own_quotes(files, document, loaded, wrong))

    def measured(self, document: Document, known: Known) -> Loaded[Measurements]:
        """Rows of the files under `measurements:`."""
        loaded = self.catalog(document).value
        may_name = known, RunsKnown(loaded.catalog, loaded.known, self._labels())
        named = tuple(known.units.items()), known.unmeasured, loaded.known.models
        key = (_key(document, "measurements", "catalog"), named)
        return self._once(key, lambda files, wrong: measurements(files, document, may_name, wrong))

    def _labels(self) -> dict[str, str]:
        return self._once("labels", lambda _files, _problems: card_labels(self._shipped)).value

    def _once(self, key: Hashable, load: Callable[[Files, list[Problem]], T]) -> Loaded[T]:
        if key not in self._loaded:
            files, problems = Files(*self._folders), list[Problem]()
            value = load(files, problems)
            self._loaded[key] = Loaded(value, tuple(problems), files.digests)
        return self._loaded[key]


def _key(document: Document, *keys: str) -> Hashable:
    return tuple((key, document.places.get(key)) for key in keys)
