"""The files behind `procure catalog check`: the shipped catalog or a user's own, with the places of their entries.

The shipped catalog is read as if it were a user's own on top of nothing, so both pass the same checks.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.catalog_gaps import FILE as GAPS_FILE
from optimizer.inputs.catalog_gaps import NotPlannable, not_plannable
from optimizer.inputs.checked_book import BOOK_FILE, CheckedBook, read_book
from optimizer.inputs.document import Document
from optimizer.inputs.files import YAML_MAX_BYTES, Files
from optimizer.inputs.own_catalog import LoadedCatalog, build_catalog, read_own
from optimizer.inputs.reference_figures import FILE as FIGURES_FILE
from optimizer.inputs.reference_figures import ReferenceFigure, reference_figures
from optimizer.inputs.shipped import KINDS, RawCatalog, shipped_entries, shipped_files
from optimizer.inputs.whole_catalog import default_book_folder
from optimizer.inputs.yaml_reader import read_yaml


class CheckedFiles(NamedTuple):
    """What was read, and what reading found wrong."""

    documents: tuple[Document, ...]
    """Catalog files; the shipped ones without those of `gaps`."""
    loaded: LoadedCatalog
    book: CheckedBook
    own_book: bool
    """Whether the book belongs to what is checked."""
    gaps: dict[str, NotPlannable]
    gaps_document: Document | None
    figures: dict[str, ReferenceFigure]
    figures_document: Document | None
    problems: tuple[Problem, ...]


def read_shipped() -> CheckedFiles:
    """The shipped catalog with its price book and the entries no plan can use."""
    files = shipped_files()
    documents = tuple(_shipped_documents(files))
    nothing: RawCatalog = {kind: {} for kind in KINDS}
    loaded = build_catalog(nothing, list(documents))
    gaps = read_yaml(files.read_text(GAPS_FILE, max_bytes=YAML_MAX_BYTES), GAPS_FILE)
    figures = read_yaml(files.read_text(FIGURES_FILE, max_bytes=YAML_MAX_BYTES), FIGURES_FILE)
    return CheckedFiles(
        documents,
        loaded,
        read_book(files, default_book_folder(), None),
        True,
        not_plannable(files),
        gaps,
        reference_figures(files),
        figures,
        (*loaded.problems, *gaps.problems, *figures.problems),
    )


def read_own_catalog(path: Path) -> CheckedFiles:
    """A YAML file or a folder of them on top of the shipped catalog.

    A folder with `book.yaml` and `quotes.csv` is a price book too. Raises InputError when a file cannot be read.
    """
    documents = _own_documents(path)
    loaded = build_catalog(shipped_entries(), documents)
    own_book = path.is_dir() and (path / BOOK_FILE).exists()
    book = (
        read_book(Files(path), "", loaded.known)
        if own_book
        else read_book(shipped_files(), default_book_folder(), None)
    )
    return CheckedFiles(tuple(documents), loaded, book, own_book, {}, None, {}, None, tuple(loaded.problems))


def _shipped_documents(files: Files) -> Iterator[Document]:
    for kind in KINDS:
        names = files.yaml_names(kind) if kind in ("cards", "servers", "models") else (f"{kind}.yaml",)
        yield from (read_yaml(files.read_text(name, max_bytes=YAML_MAX_BYTES), name) for name in names)


def _own_documents(path: Path) -> list[Document]:
    if not path.is_dir():
        return read_own(Files(path.parent), path.name)
    files = Files(path)
    names = [name for name in files.yaml_names(".") if Path(name).name != BOOK_FILE]
    return [document for name in names for document in read_own(files, name)]
