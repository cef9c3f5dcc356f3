"""What makes a catalog trustworthy beyond being readable: sources, power that adds up, references, no open ends."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

from optimizer.errors import Problem
from optimizer.inputs.catalog import Catalog, Ecosystem, Provenance, Server
from optimizer.inputs.catalog_gaps import KEY as GAPS_KEY
from optimizer.inputs.checked_files import QUOTES_FILE, CheckedFiles, read_own_catalog, read_shipped
from optimizer.inputs.document import Document, join
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.quote_date import last_day
from optimizer.inputs.reference_figures import KEY as FIGURES_KEY
from optimizer.inputs.shipped import KINDS
from optimizer.inputs.workload import WeightPrecision

CARD_POWER_SHARE = 0.9
"""Least maximum power of a server as a share of its cards' TDP: some vendors cap cards below their board power."""
OPEN_END = re.compile(r"\bTODO\b")
OPEN_END_WORDS = 'says "TODO"', "write what is known, or leave the field out"
Place = tuple[Document, str]
"""Where an entry stands: its file and dotted path."""
Places = dict[tuple[str, str], Place]
"""(kind, id) → where the entry stands."""
Faults = Iterator[tuple[str, str, str]]
"""(field, what, remedy)."""


class CheckedCatalog(NamedTuple):
    """A catalog, its prices and all that is wrong with them."""

    catalog: Catalog
    book: PriceBook
    entries: frozenset[str]
    """Ids of the cards and servers that were checked, or whose prices were."""
    problems: tuple[Problem, ...]
    counts: dict[str, int]
    """Entries checked, by kind."""


def checked(path: Path | None) -> CheckedCatalog:
    """Check an own catalog, a YAML file or a folder of them, or the shipped one.

    Raises InputError when a file cannot be read.
    """
    files = read_shipped() if path is None else read_own_catalog(path)
    places, catalog = dict(_places(files.documents)), files.loaded.catalog
    problems = [
        *files.problems,
        *(problem for document in files.documents for problem in _open_ends(document)),
        *_shared_ids(places),
        *(problem for place in places.items() for problem in _entry_problems(catalog, *place)),
        *_gap_problems(files),
        *_figure_problems(files),
        *_quote_problems(files),
    ]
    counts = {kind: sum(key[0] == kind for key in places) for kind in KINDS}
    counts |= {
        "reference figures": len(files.figures),
        "not plannable": len(files.gaps),
        "prices": len(files.book.quotes) if files.own_book else 0,
    }
    entries = {name for kind, name in places if kind in ("cards", "servers")}
    entries |= {quote.item_id for quote in files.book.quotes} if files.own_book else set()
    return CheckedCatalog(catalog, files.book, frozenset(entries), tuple(dict.fromkeys(problems)), counts)


def _places(documents: tuple[Document, ...]) -> Iterator[tuple[tuple[str, str], Place]]:
    """Entries with an id, a card described inside its server included."""
    for document in documents:
        for kind in KINDS:
            listed = document.data.get(kind)
            for number, entry in enumerate(listed if isinstance(listed, list) else ()):
                if not (isinstance(entry, dict) and isinstance(entry.get("id"), str)):
                    continue
                path = join(kind, number)
                yield (kind, entry["id"]), (document, path)
                card = entry.get("card")
                if kind == "servers" and isinstance(card, dict) and isinstance(card.get("id"), str):
                    yield ("cards", card["id"]), (document, join(path, "card"))


def _open_ends(document: Document) -> Iterator[Problem]:
    """Texts that say something is still to be done."""
    todo: list[tuple[str, Any]] = [("", document.data)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict):
            todo += [(join(path, key), below) for key, below in value.items()]
        elif isinstance(value, list):
            todo += [(join(path, number), below) for number, below in enumerate(value)]
        elif isinstance(value, str) and OPEN_END.search(value):
            yield document.problem(path, *OPEN_END_WORDS)


def _shared_ids(places: Places) -> Iterator[Problem]:
    for kind, name in places:
        if kind == "servers" and ("cards", name) in places:
            document, path = places[kind, name]
            yield document.problem(join(path, "id"), f'"{name}" is a card too', "give the server another id")


def _entry_problems(catalog: Catalog, key: tuple[str, str], place: Place) -> Iterator[Problem]:
    kind, name = key
    document, path = place
    entry: Any = getattr(catalog, kind).get(name)
    if entry is None:  # something else is wrong with it, and has been said
        return
    faults = list(_provenance_faults(entry.spec))
    if kind == "servers":
        faults += _server_faults(catalog, entry)
    if kind == "ecosystems":
        faults += _ecosystem_faults(entry)
    for field, what, remedy in faults:
        yield document.problem(join(path, field), what, remedy)


def _provenance_faults(spec: Provenance | None) -> Faults:
    if spec is None:
        yield "spec", "is missing", "say where the numbers come from: `spec: {source: …, confidence: low}`"
        return
    if not spec.source.strip():
        yield "spec.source", "is empty", "say where the numbers come from"
    try:
        last_day(spec.date)
    except ValueError as error:
        yield "spec.date", str(error), "write YYYY, YYYY-MM, YYYY-MM-DD, a range `A to B`, or `undated`"


def _server_faults(catalog: Catalog, server: Server) -> Faults:
    """Maximum power below that of the cards, and links that the cards do not have. Idle ≤ typical ≤ max: loading."""
    card = catalog.cards.get(server.card)
    if server.scale_up_domain_cards > server.cards:
        what = f"{server.scale_up_domain_cards} linked cards, but the server holds {server.cards}"
        yield "scale_up_domain_cards", what, f"write at most {server.cards}"
    if card is None or card.facts is None or server.site is None:
        return
    needed = card.facts.tdp_w * server.cards * CARD_POWER_SHARE
    if server.site.max_power_w < needed:
        what = f"{server.site.max_power_w} W for {server.cards} cards of {card.facts.tdp_w} W"
        yield "site.max_power_w", what, f"write the nameplate power at the wall: at least {needed:g} W"
    if server.scale_up_domain_cards > 1 and not card.facts.scale_up_bytes_per_s:
        what = f"{server.scale_up_domain_cards} linked cards, but {card.id} has no scale-up link"
        yield "scale_up_domain_cards", what, "write 1, or the card's `scale_up_bytes_per_s`"


def _ecosystem_faults(ecosystem: Ecosystem) -> Faults:
    known = get_args(WeightPrecision)
    for word in ecosystem.weight_precisions:
        if word not in known:
            yield "weight_precisions", f'unknown precision "{word}"', f"known: {', '.join(known)}"
    months = [ecosystem.adaptation_months_low, ecosystem.adaptation_months_typical, ecosystem.adaptation_months_high]
    if months != sorted(months):
        what = f"months out of order: low {months[0]}, typical {months[1]}, high {months[2]}"
        yield "adaptation_months_typical", what, "low ≤ typical ≤ high"


def _gap_problems(files: CheckedFiles) -> Iterator[Problem]:
    """Entries no plan can use: sourced, and not among those that plans can use."""
    if (document := files.gaps_document) is None:
        return
    yield from _open_ends(document)
    plannable = files.loaded.known.cards | files.loaded.known.servers | files.loaded.known.models
    for number, (name, gap) in enumerate(files.gaps.items()):
        path = join(GAPS_KEY, number)
        for field, what, remedy in _provenance_faults(gap.spec):
            yield document.problem(join(path, field), what, remedy)
        if name in plannable:
            yield document.problem(join(path, "id"), f'"{name}" is a plannable entry too', "keep one of the two")


def _figure_problems(files: CheckedFiles) -> Iterator[Problem]:
    """Reference figures: sourced, in order, and none that is a parameter of a formula too."""
    if (document := files.figures_document) is None:
        return
    yield from _open_ends(document)
    seen: set[str] = set(files.loaded.catalog.parameters)
    for number, entry in enumerate(document.data[FIGURES_KEY]):
        figure, path = files.figures[entry["id"]], join(FIGURES_KEY, number)
        for field, what, remedy in (*_provenance_faults(figure.spec), *figure.faults()):
            yield document.problem(join(path, field), what, remedy)
        if figure.id in seen:
            yield document.problem(join(path, "id"), f'"{figure.id}" is listed already', "keep one of the two")
        seen.add(figure.id)


def _quote_problems(files: CheckedFiles) -> Iterator[Problem]:
    for quote in files.book.quotes if files.own_book else ():
        if OPEN_END.search(f"{quote.source} {quote.notes}"):
            what, remedy = OPEN_END_WORDS
            yield Problem(file=QUOTES_FILE, line=0, column=0, path=quote.item_id, what=what, remedy=remedy)
