"""What a list shows of each kind of entry: columns that fit 80 characters; `--json` has every field."""

from typing import Any, NamedTuple

from optimizer.report.catalog.items import Item, fields
from optimizer.report.catalog.rents import rent_text
from optimizer.report.catalog.units import shown
from optimizer.report.catalog.words import word


class Column(NamedTuple):
    """One column: the fields of which the first known one is shown."""

    label: str
    keys: tuple[str, ...]
    right: bool = False


RANGE = "low to high"
"""Shown where a quote states no typical price."""

RENT = "rent"
"""Shown of an offer for rent: its hourly price."""

COLUMNS: dict[str, tuple[Column, ...]] = {
    "cards": (
        Column("id", ("id",)),
        Column("vendor", ("vendor",)),
        Column("head.memory", ("memory_bytes",), right=True),
        Column("head.bandwidth", ("memory_bandwidth_bytes_per_s",), right=True),
        Column("head.half", ("bf16_flops", "fp16_flops"), right=True),
        Column("head.watts", ("tdp_w",), right=True),
        Column("availability", ("availability",)),
    ),
    "servers": (
        Column("id", ("id",)),
        Column("card", ("card",)),
        Column("head.cards", ("cards",), right=True),
        Column("form", ("form",)),
        Column("head.units", ("rack_units",), right=True),
        Column("head.max_watts", ("max_power_w",), right=True),
        Column("head.cooling_or_rent", ("cooling", RENT)),
    ),
    "models": (
        Column("id", ("id",)),
        Column("head.total", ("total_params",), right=True),
        Column("head.active", ("active_params",), right=True),
        Column("attention", ("attention",)),
        Column("head.experts", ("experts",), right=True),
        Column("head.context", ("max_context_tokens",), right=True),
        Column("head.precision", ("native_precision",)),
    ),
    "ecosystems": (
        Column("id", ("id",)),
        Column("vendor", ("vendor",)),
        Column("engines", ("engines",)),
        Column("weight_precisions", ("weight_precisions",)),
        Column("head.months", ("adaptation_months_typical",), right=True),
    ),
    "prices": (
        Column("item_id", ("item_id",)),
        Column("unit", ("unit",)),
        Column("head.currency", ("currency",)),
        Column("typical", ("typical", RANGE), right=True),
        Column("date", ("date",)),
        Column("head.confidence", ("confidence",)),
    ),
    "parameters": (
        Column("id", ("id",)),
        Column("unit", ("unit",)),
        Column("low", ("low",), right=True),
        Column("typical", ("typical",), right=True),
        Column("high", ("high",), right=True),
        Column("head.confidence", ("spec.confidence",)),
    ),
}


WITH_GAPS = ("cards", "servers", "models", "prices")
"""Kinds that list entries no plan can use among the others; figures that no formula reads have a table of their own."""
MARK = "×"
TIER = "≈"
"""Marks a generic tier, which stands for real cards."""


class Head(NamedTuple):
    """Head of a column, and how its cells are set."""

    text: str
    right: bool = False
    whole: bool = False
    """Never folded, as ids and numbers."""


def heads(kind: str, language: str) -> list[Head]:
    """Heads over the texts of `cells`."""
    marks = [Head("", whole=True)] if kind in WITH_GAPS else []
    return marks + [Head(word(column.label, language), column.right, _is_whole(column)) for column in COLUMNS[kind]]


def _is_whole(column: Column) -> bool:
    return column.label in ("id", "item_id") or (column.right and RANGE not in column.keys)


def cells(item: Item) -> list[str]:
    """Texts of one row under `heads`; `×` in the first column = not plannable, `≈` = generic tier."""
    known = fields(item)
    if item.kind == "prices":
        ends = dict.fromkeys(shown(key, known[key]) for key in ("low", "high") if key in known)
        known[RANGE] = "–".join(ends)
    rent = getattr(item.entry, "rent", None)
    if item.kind == "servers" and rent is not None:
        known[RENT] = rent_text(rent)
    texts = [_cell(known, column) for column in COLUMNS[item.kind]]
    mark = MARK if item.reason else TIER if item.card and item.card.closest_cards else ""
    return [mark, *texts] if item.kind in WITH_GAPS else texts


def _cell(known: dict[str, Any], column: Column) -> str:
    return next((shown(key, known[key], digits=1) for key in column.keys if key in known), "–")
