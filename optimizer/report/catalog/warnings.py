"""All warnings of a checked catalog, in groups that stay readable, and their JSON."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from optimizer.cost.price_warnings import price_warnings
from optimizer.inputs.catalog_warning import CatalogWarning
from optimizer.inputs.own_catalog import MODELS
from optimizer.report.caution_words import caution_text
from optimizer.sizing.machine import machine_warnings
from optimizer.sizing.precision_warnings import precision_warnings

if TYPE_CHECKING:
    from optimizer.inputs.catalog_check import CheckedCatalog

MEANING = {
    "stale_price": "quotes older than 18 months at the book's snapshot",
    "below_cards": "servers quoted below the cards inside them",
    "own_value": "own values under the source of the shipped entry: write a `spec` of your own",
    "rate_not_served": "cards with a rate that no engine of their ecosystem uses",
    "precision_without_card": "ecosystems with a format that none of their cards has",
    "psu": "power supplies not known, or too small for the sustained draw",
    "host_memory": "host memory not known, or less than that of the cards",
    "pcie_lanes": "processors with fewer PCIe lanes than their cards are wide",
    "cooling": "air-cooled servers above what an air-cooled rack takes",
    "weight": "weight not known: floor and racks cannot be checked",
    "noise": "towers with so many cards that they are loud",
}
"""In the order of print."""
MAX_SHOWN = 3
"""Texts of one rule on the console; the ids of all follow, and JSON has every text."""
MAX_IDS = 12


def catalog_warnings(checked: "CheckedCatalog") -> list[CatalogWarning]:
    """About the entries that were checked, rule by rule."""
    found = [
        *price_warnings(checked.catalog, checked.book, checked.entries),
        *_own_values(checked),
        *precision_warnings(checked.catalog, checked.entries, checked.ecosystems),
        *_machines(checked),
    ]
    return sorted(found, key=lambda warning: list(MEANING).index(warning.rule))


def warnings_json(warnings: Sequence[CatalogWarning]) -> list[dict[str, Any]]:
    """One object per rule: its meaning, how many entries, their ids, and each text with its source."""
    return [
        {
            "rule": rule,
            "meaning": MEANING[rule],
            "count": len(members),
            "ids": list(dict.fromkeys(each.id for each in members)),
            "items": [{"id": each.id, "text": each.text, "source": each.source} for each in members],
        }
        for rule, members in _groups(warnings)
    ]


def warning_lines(warnings: Sequence[CatalogWarning]) -> Iterator[str]:
    """Per rule: how many, the first texts, and the ids of the others."""
    for rule, members in _groups(warnings):
        yield f"warning: {rule} ({len(members)}): {MEANING[rule]}"
        yield from (f"  {each.text}" for each in members[:MAX_SHOWN])
        ids = list(dict.fromkeys(each.id for each in members[MAX_SHOWN:]))
        if ids:
            more = f", and {len(ids) - MAX_IDS} more (all: --json FILE)" if len(ids) > MAX_IDS else ""
            yield f"  also: {', '.join(ids[:MAX_IDS])}{more}"


def _groups(warnings: Sequence[CatalogWarning]) -> Iterator[tuple[str, list[CatalogWarning]]]:
    for rule in MEANING:
        if members := [each for each in warnings if each.rule == rule]:
            yield rule, members


def _own_values(checked: "CheckedCatalog") -> Iterator[CatalogWarning]:
    """Single fields of a shipped entry that are the user's own, while its source is still the shipped one."""
    for kind, entry in checked.written:
        prefix = f"{kind}.{entry}."
        known = MODELS[kind].model_fields
        found = [path.removeprefix(prefix) for path in checked.catalog.own_ids if path.startswith(prefix)]
        fields = [field for field in found if field.split(".")[0] in known]  # ids may hold dots too
        if fields and not any(field.split(".")[0] == "spec" for field in fields):
            text = f"{entry}: {', '.join(fields)}: your own, but the source is that of the shipped entry"
            yield CatalogWarning(rule="own_value", id=entry, text=text, source="every number says where it comes from")


def _machines(checked: "CheckedCatalog") -> Iterator[CatalogWarning]:
    catalog = checked.catalog
    for server in catalog.servers.values():
        card = catalog.cards.get(server.card)
        if server.id in checked.entries and card is not None:
            for each in machine_warnings(server, card, catalog.parameters):
                text = f"{server.id}: {caution_text(each, 'en')}"
                yield CatalogWarning(rule=each.rule, id=server.id, text=text, source=each.source)
