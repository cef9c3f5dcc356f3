"""Whether a block of facts says where it comes from, and whether a text is finished."""

import re
from collections.abc import Iterator

from optimizer.errors import Problem
from optimizer.inputs.catalog import Provenance
from optimizer.inputs.document import Document, join
from optimizer.inputs.quote_date import last_day

OPEN_END = re.compile(r"\bTODO\b")
OPEN_END_WORDS = 'says "TODO"', "write what is known, or leave the field out"
DATE_FORMS = "write YYYY, YYYY-MM, YYYY-MM-DD, a range `A to B`, or `undated`"


def is_open_end(text: str) -> bool:
    """Whether the text says that something is still to be done."""
    return bool(OPEN_END.search(text))


def open_ends(document: Document) -> Iterator[Problem]:
    """Texts of a document that say something is still to be done."""
    todo: list[tuple[str, object]] = [("", document.data)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [(join(path, key), below) for key, below in value.items()]
        elif isinstance(value, list):
            todo += [(join(path, number), below) for number, below in enumerate(value)]
        elif isinstance(value, str) and is_open_end(value):
            yield document.problem(path, *OPEN_END_WORDS)


def provenance_faults(spec: Provenance | None, path: str = "spec") -> Iterator[tuple[str, str, str]]:
    """(field, what, remedy): no block at all, a blank source, a date that is none. Confidence: loading asks for it."""
    if spec is None:
        yield path, "is missing", "say where the numbers come from: `spec: {source: …, confidence: low}`"
    else:
        yield from source_faults(spec.source, spec.date, path)


def source_faults(source: str, date: str, path: str) -> Iterator[tuple[str, str, str]]:
    """The same for a source and a date that stand in `path`."""
    if not source.strip():
        yield join(path, "source"), "is empty", "say where the numbers come from"
    try:
        last_day(date)
    except ValueError as error:
        yield join(path, "date"), str(error), DATE_FORMS
