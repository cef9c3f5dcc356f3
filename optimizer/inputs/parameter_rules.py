"""What a cost parameter may be: a share of 1, a count to divide by, low ≤ typical ≤ high in the unit it ships with."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from optimizer.inputs.catalog import CostParameter
from optimizer.inputs.wording import Wording, range_wording, shown

PRICES = ("low", "typical", "high")
DIVISORS = frozenset({
    "servers_per_fte", "switch_port_gbps", "host_memory_share", "air_rack_power", "storage_usable_share",
    "checkpoint_write_seconds", "checkpoint_bytes_per_parameter", "interruptions_per_card_hour",
    "depreciation_years",
})  # fmt: skip
"""Parameters that a cost formula divides by, or that mean nothing at 0."""
LEAST = {
    "switch_ports": 2,
    "psu_headroom": 1,
    "ups_headroom": 1,
    "pcie_lanes_per_card": 1,
    "quiet_tower_cards": 1,
    "checkpoints_kept": 1,
}
"""A leaf switch has at least one port down and one up; a supply carries at least what is drawn from it."""


def value_fault(name: str, unit: str, value: Decimal) -> Wording | None:
    """A share above 1, a divisor of 0, less than the least that makes sense."""
    if unit.startswith("share") and value > 1:
        return range_wording(value, 1, "less_than_equal")
    if name in DIVISORS and not value:
        return range_wording(value, 0, "greater_than")
    if value < LEAST.get(name, 0):
        return range_wording(value, LEAST[name], "greater_than_equal")
    return None


def entry_faults(entry: CostParameter, fields: Mapping[str, Any], unit: str) -> Iterator[tuple[str, str, str]]:
    """(key, what, remedy) of an own entry; `fields` are those it states, `unit` is that of the shipped parameter."""
    if entry.unit != unit:
        what = f"{shown(entry.unit)} is another unit than that of {entry.id} ({unit})"
        yield "unit", what, "remove the key, and write the values in the shipped unit"
        return
    wrong = [(key, fault) for key in PRICES if (fault := value_fault(entry.id, unit, getattr(entry, key)))]
    yield from ((key, *fault) for key, fault in wrong)
    if not wrong and not entry.low <= entry.typical <= entry.high:
        stated = next((key for key in ("typical", "low", "high") if key in fields), "typical")
        what = f"out of order: low {entry.low}, typical {entry.typical}, high {entry.high}"
        yield stated, what, "write all three: low ≤ typical ≤ high"
