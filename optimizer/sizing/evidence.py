"""How much was measured on a card: which quantile of the band sizes an option under `sizing.quantile: auto`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card
    from optimizer.inputs.request import MeasuredRows

P50_CARD_ROWS, P50_FAMILY_ROWS = 3, 10
"""`auto` takes the median where the card and its family have this many measured rows in the engine class."""


def has_evidence(rows: MeasuredRows, card: Card, engine_class: str, own: int = 0) -> bool:
    """Enough rows of card and family: the published ones, and the request's `own` runs of the same model."""
    family = card.facts.performance_family if card.facts else ""
    on_card = rows.by_card.get(f"{card.id}/{engine_class}", 0) + own
    in_family = rows.by_family.get(f"{family}/{engine_class}", 0) + own
    return on_card >= P50_CARD_ROWS and in_family >= P50_FAMILY_ROWS
