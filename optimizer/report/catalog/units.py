"""Catalog values in the units people read: GB, TFLOPS, W. The unit follows from the field's name."""

from typing import Any

SCALES: tuple[tuple[str, str, int], ...] = (
    ("_bytes_per_s", "GB/s", 10**9),
    ("_bits_per_s_per_card", "Gbit/s", 10**9),
    ("_bits_per_s_per_pin", "Gbit/s", 10**9),
    ("_bus_bits", "bit", 1),
    ("_bytes", "GB", 10**9),
    ("_flops", "TFLOPS", 10**12),
    ("_ops", "TOPS", 10**12),
    ("_params", "10^9", 10**9),
    ("_w", "W", 1),
    ("_kg", "kg", 1),
    ("_tokens", "tokens", 1),
    ("rack_units", "U", 1),
)
"""Ending of a field's name, unit as shown, what one such unit is in the stored unit."""
RENT_PRICES = ("rent.price_per_hour", "rent.one_year_per_hour", "rent.three_year_per_hour")


def unit_of(key: str, known: dict[str, Any]) -> str:
    """Unit of a field as `shown` prints it; empty for words and counts."""
    if key.startswith("adaptation_months"):
        return "engineer-months"
    if key in ("low", "typical", "high"):
        return str(known.get("currency") or known.get("unit"))
    if key in ("price.low", "price.typical", "price.high"):
        return str(known["price.currency"])
    if key in RENT_PRICES:
        return f"{known['rent.currency']}/h"
    return next((unit for ending, unit, _ in SCALES if key.endswith(ending)), "")


def shown(key: str, value: Any, digits: int = 3) -> str:
    """A field's value as text in its reading unit, without the unit; at most `digits` decimals where it is scaled.

    >>> shown("memory_bandwidth_bytes_per_s", 3352 * 10**9), shown("ecc", "yes"), shown("domestic", True)
    ('3,352', 'yes', 'true')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if not isinstance(value, int | float):
        return str(value)
    if key == "launch_year":
        return str(value)
    scale = next((scale for ending, _, scale in SCALES if key.endswith(ending)), 1)
    scaled = round(value / scale, digits) if scale > 1 else value
    return f"{scaled:,.10g}"
