"""What makes a catalog trustworthy beyond being readable: sources, plausible numbers, power that adds up, no TODO."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

from optimizer.errors import Problem
from optimizer.inputs.catalog import Catalog, Ecosystem, Server
from optimizer.inputs.catalog_gaps import KEY as GAPS_KEY
from optimizer.inputs.checked_book import book_problems
from optimizer.inputs.checked_files import CheckedFiles, read_own_catalog, read_shipped
from optimizer.inputs.document import Document, join
from optimizer.inputs.plausible import Faults, card_faults, ecosystem_faults, model_faults, server_faults
from optimizer.inputs.prices import PriceBook
from optimizer.inputs.provenance_check import open_ends, provenance_faults, source_faults
from optimizer.inputs.reference_figures import KEY as FIGURES_KEY
from optimizer.inputs.shipped import KINDS
from optimizer.inputs.workload import WeightPrecision

CARD_POWER_SHARE = 0.9
"""Least maximum power of a server as a share of its cards' TDP: some vendors cap cards below their board power."""
Place = tuple[Document, str]
"""Where an entry stands: its file and dotted path."""
Places = dict[tuple[str, str], Place]
"""(kind, id) → where the entry stands."""


class CheckedCatalog(NamedTuple):
    """A catalog, its prices and all that is wrong with them."""

    catalog: Catalog
    book: PriceBook
    entries: frozenset[str]
    """Ids of the cards and servers that were checked, or whose prices were."""
    ecosystems: frozenset[str]
    """Ids of the ecosystems that were checked."""
    written: tuple[tuple[str, str], ...]
    """(kind, id) of every entry in the files: new ones, and those that change a shipped one."""
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
        *(problem for document in files.documents for problem in open_ends(document)),
        *_shared_ids(places),
        *(problem for place in places.items() for problem in _entry_problems(catalog, *place)),
        *_gap_problems(files),
        *_figure_problems(files),
        *(book_problems(files.book, catalog) if files.own_book else ()),
    ]
    counts = {kind: sum(key[0] == kind for key in places) for kind in KINDS}
    quotes = files.book.book.quotes if files.own_book else ()
    counts |= {"reference figures": len(files.figures), "not plannable": len(files.gaps), "prices": len(quotes)}
    entries = {name for kind, name in places if kind in ("cards", "servers")}
    entries |= {quote.item_id for quote in quotes}
    ecosystems = frozenset(name for kind, name in places if kind == "ecosystems")
    return CheckedCatalog(
        catalog, files.book.book, frozenset(entries), ecosystems, tuple(places), tuple(dict.fromkeys(problems)), counts
    )


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
    faults = list(provenance_faults(entry.spec))
    if kind == "cards":
        faults += card_faults(entry)
    if kind == "servers":
        faults += [*server_faults(entry), *_server_faults(catalog, entry)]
    if kind == "models":
        faults += model_faults(entry)
    if kind == "ecosystems":
        faults += [*ecosystem_faults(entry), *_ecosystem_faults(entry)]
    for field, what, remedy in faults:
        yield document.problem(join(path, field), what, remedy)


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
    yield from open_ends(document)
    plannable = files.loaded.known.cards | files.loaded.known.servers | files.loaded.known.models
    for number, (name, gap) in enumerate(files.gaps.items()):
        path = join(GAPS_KEY, number)
        faults = list(provenance_faults(gap.spec))
        if gap.price:
            faults += source_faults(gap.price.source, gap.price.date, "price")
        for field, what, remedy in faults:
            yield document.problem(join(path, field), what, remedy)
        if name in plannable:
            yield document.problem(join(path, "id"), f'"{name}" is a plannable entry too', "keep one of the two")


def _figure_problems(files: CheckedFiles) -> Iterator[Problem]:
    """Reference figures: sourced, in order, and none that is a parameter of a formula too."""
    if (document := files.figures_document) is None:
        return
    yield from open_ends(document)
    seen: set[str] = set(files.loaded.catalog.parameters)
    for number, entry in enumerate(document.data[FIGURES_KEY]):
        figure, path = files.figures[entry["id"]], join(FIGURES_KEY, number)
        for field, what, remedy in (*provenance_faults(figure.spec), *figure.faults()):
            yield document.problem(join(path, field), what, remedy)
        if figure.id in seen:
            yield document.problem(join(path, "id"), f'"{figure.id}" is listed already', "keep one of the two")
        seen.add(figure.id)
