"""What may mislead in a catalog but leaves it usable."""

from typing import Literal

from optimizer.frozen import Frozen

WarningRule = Literal[
    "stale_price", "below_cards", "own_value", "rate_not_served", "precision_without_card", "psu", "host_memory",
    "pcie_lanes", "cooling", "weight", "noise",
]  # fmt: skip


class CatalogWarning(Frozen):
    """One remark on one entry."""

    rule: WarningRule
    id: str
    """The entry, or the item of the price."""
    text: str
    """With numbers and units."""
    source: str
    """Where the rule and its number come from."""
