"""The shipped catalog and price book, read once."""

from functools import cache
from typing import Any

from optimizer.inputs.catalog import Catalog
from optimizer.inputs.price_book import parse_price_book
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.shipped import shipped_entries
from optimizer.inputs.yaml_reader import read_yaml
from optimizer.resources import resource


def documents(top: str) -> list[dict[str, Any]]:
    """Raw entries under a top-level key, over all files of its folder (or its one file)."""
    root = resource("catalogs")
    found: list[dict[str, Any]] = []
    for path in sorted(root.glob(f"{top}/*.yaml")) or [root / f"{top}.yaml"]:
        document = read_yaml(path.read_text(encoding="utf-8"), path.name)
        assert document.problems == ()
        assert list(document.data) == [top], path.name
        found += document.data[top]
    return found


@cache
def catalog() -> Catalog:
    return Catalog.model_validate(shipped_entries())


@cache
def book() -> PriceBook:
    folder = resource("catalogs", "prices", "china-2026")
    document = read_yaml((folder / "book.yaml").read_text(encoding="utf-8"), "book.yaml")
    assert document.problems == ()
    return parse_price_book(document.data, (folder / "quotes.csv").read_text(encoding="utf-8"), "quotes.csv")
