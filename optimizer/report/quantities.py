"""Quantities as people read them."""

BYTES_PER_GB = 10**9
"""Card memory is sold in decimal gigabytes."""


def in_reading_unit(value: float | str, unit: str) -> tuple[float | str, str]:
    """Bytes become GB; everything else stays as it is."""
    if unit == "B" and not isinstance(value, str):
        return value / BYTES_PER_GB, "GB"
    return value, unit


def readable(value: float | str, unit: str) -> str:
    """Value and unit in one text; words stand alone.

    >>> readable(7.63115e11, "B"), readable("MoE", ""), readable(72.5, "ms")
    ('763.1 GB', 'MoE', '72.5 ms')
    """
    shown, unit = in_reading_unit(value, unit)
    return shown if isinstance(shown, str) else f"{shown:,.4g} {unit}".strip()
