"""Number formats that chip and stack do not agree on: a rate nobody can use, or a format without a chip.

Weight-only formats (int4, q4_k_m, q8_0) run on 16-bit rates and need no rate of their own.
"""

from collections.abc import Iterator, Mapping

from optimizer.inputs.catalog import Card, Catalog, Ecosystem
from optimizer.inputs.catalog_warning import CatalogWarning

FORMATS: Mapping[str, tuple[str, ...]] = {
    "bf16_flops": ("bf16",),
    "fp16_flops": ("fp16",),
    "fp8_flops": ("fp8",),
    "fp4_flops": ("nvfp4", "mxfp4"),
    "int8_ops": ("int8", "w8a8", "w4a8"),
}
"""Rate of a card → weight formats that compute with it."""
RATE = {name: rate for rate, names in FORMATS.items() for name in names}
SOURCE = "a format counts only where chip and ecosystem have it (docs/throughput.md)"


def precision_warnings(catalog: Catalog, cards: frozenset[str], ecosystems: frozenset[str]) -> Iterator[CatalogWarning]:
    """Of these cards, then of these ecosystems; an ecosystem without any card is said once."""
    for card in catalog.cards.values():
        if card.id in cards and card.ecosystem in catalog.ecosystems:
            yield from _idle_rates(card, catalog.ecosystems[card.ecosystem])
    for ecosystem in catalog.ecosystems.values():
        if ecosystem.id in ecosystems:
            own = [card for card in catalog.cards.values() if card.ecosystem == ecosystem.id]
            yield from _formats_without_card(ecosystem, own)


def _idle_rates(card: Card, ecosystem: Ecosystem) -> Iterator[CatalogWarning]:
    for rate, formats in FORMATS.items():
        if getattr(card.facts, rate, None) and not set(formats) & set(ecosystem.weight_precisions):
            text = f"{card.id}: has `{rate}`, but no engine of {ecosystem.id} serves {' or '.join(formats)}"
            yield CatalogWarning(rule="rate_not_served", id=card.id, text=text, source=SOURCE)


def _formats_without_card(ecosystem: Ecosystem, cards: list[Card]) -> Iterator[CatalogWarning]:
    if not cards:
        text = f"{ecosystem.id}: no card of the catalog runs it"
        yield CatalogWarning(rule="precision_without_card", id=ecosystem.id, text=text, source=SOURCE)
        return
    for name in ecosystem.weight_precisions:
        if name in RATE and not any(getattr(card.facts, RATE[name], None) for card in cards):
            text = f"{ecosystem.id}: serves {name}, but no card of it states `{RATE[name]}`"
            yield CatalogWarning(rule="precision_without_card", id=ecosystem.id, text=text, source=SOURCE)
