"""All that is shipped about the market: catalog, price book, and what cannot be planned with."""

from typing import NamedTuple

from optimizer.inputs.catalog import Catalog
from optimizer.inputs.catalog_gaps import NotPlannable, not_plannable
from optimizer.inputs.files import CSV_MAX_BYTES, YAML_MAX_BYTES, Files
from optimizer.inputs.own_catalog import build_catalog
from optimizer.inputs.price_book import parse_price_book
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.reference_figures import ReferenceFigure, reference_figures
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.shipped import shipped_entries, shipped_files
from optimizer.inputs.yaml_reader import read_yaml


class WholeCatalog(NamedTuple):
    """What `procure catalog` looks at."""

    catalog: Catalog
    book: PriceBook
    gaps: dict[str, NotPlannable]
    figures: dict[str, ReferenceFigure]


def whole_catalog() -> WholeCatalog:
    """The shipped catalog, the price book that requests use by default, and what no plan or formula uses."""
    files = shipped_files()
    catalog = build_catalog(shipped_entries(), []).catalog
    return WholeCatalog(catalog, default_book(files), not_plannable(files), reference_figures(files))


def default_book(files: Files) -> PriceBook:
    """The price book of a request that names none. `files` opens the shipped `catalogs/` folder."""
    folder = default_book_folder()
    fields = read_yaml(files.read_text(f"{folder}/book.yaml", max_bytes=YAML_MAX_BYTES), f"{folder}/book.yaml")
    quotes = f"{folder}/quotes.csv"
    return parse_price_book(fields.data, files.read_text(quotes, max_bytes=CSV_MAX_BYTES), quotes)


def default_book_folder() -> str:
    """Where that book lies below the shipped `catalogs/`."""
    return f"prices/{Requirements.model_fields['price_book'].default[0]}"
