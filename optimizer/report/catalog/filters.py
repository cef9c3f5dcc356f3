"""Which items of a list are wanted. A filter that a kind of entry cannot answer is refused, never ignored."""

from dataclasses import dataclass, fields

from optimizer.cost.availability import admissible
from optimizer.errors import InputError, Problem
from optimizer.inputs.known_ids import unknown_id
from optimizer.report.catalog.items import Item

OPTIONS = {
    "vendor": "--vendor",
    "min_memory_gb": "--min-memory-gb",
    "ecosystem": "--ecosystem",
    "market_class": "--class",
    "buyer": "--buyer",
    "domestic": "--domestic",
}
ANSWERED_BY = {"ecosystems": {"vendor"}, "models": set[str](), "parameters": set[str]()}
"""Kinds that only some filters apply to; all apply to cards, servers and prices."""
BYTES_PER_GB = 10**9


@dataclass(frozen=True)
class Filters:
    """Wanted properties; None = any."""

    vendor: str | None = None
    """Maker of the card or of the server, in any case of letters."""
    min_memory_gb: float | None = None
    """Card memory of the whole item, 10^9 bytes: of all cards of a server together. Unknown memory is not enough."""
    ecosystem: str | None = None
    market_class: str | None = None
    buyer: str | None = None
    """Items that this buyer may have: `optimizer/cost/availability.py`."""
    domestic: bool | None = None
    """True: cards of Chinese vendors."""


def filtered(found: list[Item], kind: str, filters: Filters) -> list[Item]:
    """Items that answer every filter. Raises InputError for a filter or a word that `kind` does not know."""
    given = [field.name for field in fields(filters) if getattr(filters, field.name) is not None]
    if wrong := [name for name in given if name not in ANSWERED_BY.get(kind, set(OPTIONS))]:
        what = f"{OPTIONS[wrong[0]]} does not apply to {kind}"
        raise _refused(what, "leave it out, or list cards, servers or prices")
    if filters.vendor is not None:
        _known("vendor", filters.vendor, {vendor for item in found for vendor in item.vendors})
    if filters.ecosystem is not None:
        _known("ecosystem", filters.ecosystem, {item.card.ecosystem for item in found if item.card})
    return [item for item in found if _wanted(item, filters)]


def _wanted(item: Item, filters: Filters) -> bool:
    card = item.card
    if filters.vendor is not None and filters.vendor.lower() not in {vendor.lower() for vendor in item.vendors}:
        return False
    if filters.min_memory_gb is not None and (item.memory_bytes or 0) < filters.min_memory_gb * BYTES_PER_GB:
        return False
    if card is None:
        return True
    return (
        (filters.ecosystem is None or card.ecosystem == filters.ecosystem.lower())
        and (filters.market_class is None or card.market_class == filters.market_class)
        and (filters.buyer is None or admissible(card, filters.buyer))
        and (filters.domestic is None or card.domestic == filters.domestic)
    )


def _known(kind: str, word: str, choices: set[str]) -> None:
    if word.lower() not in {choice.lower() for choice in choices}:
        raise _refused(*unknown_id(kind, word, choices))


def _refused(what: str, remedy: str) -> InputError:
    return InputError([Problem(file="catalog", line=0, column=0, path="", what=what, remedy=remedy)])
