"""How much was measured on a card: which quantile of the band sizes an option under `sizing.quantile: auto`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card
    from optimizer.inputs.request import MeasuredRows

P50_CARD_ROWS, P50_FAMILY_ROWS = 3, 10
"""`auto` takes the median where card and family have this many measured rows of the engine class, or of training."""


def has_evidence(rows: MeasuredRows, card: Card, kind: str, own: int = 0) -> bool:
    """Enough rows of card and family, of an engine class or of training: the published and the request's `own`."""
    family = card.facts.performance_family if card.facts else ""
    on_card = rows.by_card.get(f"{card.id}/{kind}", 0) + own
    in_family = rows.by_family.get(f"{family}/{kind}", 0) + own
    return on_card >= P50_CARD_ROWS and in_family >= P50_FAMILY_ROWS
