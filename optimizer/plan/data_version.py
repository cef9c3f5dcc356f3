"""Which catalog and price books a plan was made with: by content, own entries and overrides included."""

import hashlib
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.request import Request


class DataVersion(Frozen):
    """SHA-256 over the canonical JSON of everything the run could choose from."""

    kind: Literal["catalog", "price_book"]
    name: str
    date: str
    """Snapshot of a price book; empty for the catalog."""
    entries: int
    """Cards and servers, or price lines."""
    sha256: str


def data_versions(request: Request) -> tuple[DataVersion, ...]:
    """The catalog, then the price books, best first."""
    catalog = request.catalog
    found = [
        DataVersion(
            kind="catalog",
            name=", ".join(catalog.own_ids),
            date="",
            entries=len(catalog.cards) + len(catalog.servers),
            sha256=_digest(catalog),
        )
    ]
    found += [
        DataVersion(
            kind="price_book", name=book.id, date=book.snapshot.isoformat(), entries=len(book.quotes),
            sha256=_digest(book),
        )
        for book in request.book.layers
    ]  # fmt: skip
    return tuple(found)


def _digest(data: Frozen) -> str:
    return hashlib.sha256(data.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()
