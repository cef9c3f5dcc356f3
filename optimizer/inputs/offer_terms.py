"""Terms of an offer beside its price: optional columns of a price book and of `quotes:` files.

`valid_until` YYYY-MM-DD, `stock` pieces that can be had, `lead_time_weeks` from order to delivery; empty = not stated.
"""

import datetime
from collections.abc import Iterator, Mapping

from optimizer.inputs.wording import shown

TERMS = ("valid_until", "stock", "lead_time_weeks")
LEAST = {"stock": 0, "lead_time_weeks": 1}
MOST = {"stock": 10**9, "lead_time_weeks": 520}
"""Ten years of waiting is a slip."""


def term_faults(cells: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """(column, what, remedy) of every term that cannot be used."""
    if (text := cells.get("valid_until", "")) and _day(text) is None:
        yield "valid_until", f"must be a day (got {shown(text)})", "write YYYY-MM-DD, or leave the cell empty"
    for name, least in LEAST.items():
        text = cells.get(name, "")
        if not text:
            continue
        if not (text.isascii() and text.isdigit()):
            yield name, f"must be a whole number (got {shown(text)})", "write digits, or leave the cell empty"
        elif not least <= int(text) <= MOST[name]:
            yield name, f"must lie between {least} and {MOST[name]} (got {text})", "correct it, or leave the cell empty"


def terms(cells: Mapping[str, str]) -> dict[str, datetime.date | int]:
    """The terms that are stated, of cells without faults."""
    stated: dict[str, datetime.date | int] = {name: int(cells[name]) for name in LEAST if cells.get(name)}
    if day := _day(cells.get("valid_until", "")):
        stated["valid_until"] = day
    return stated


def _day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if len(text) == len("2026-11-30") else None
    except ValueError:
        return None
