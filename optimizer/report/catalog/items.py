"""Catalog entries of every kind as items: those that can be planned with, then those that cannot, with the reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card
from optimizer.inputs.prices import PriceQuote
from optimizer.inputs.reference_figures import REASON as NO_FORMULA
from optimizer.inputs.whole_catalog import WholeCatalog
from optimizer.report.catalog.rents import rent_prices
from optimizer.report.catalog.units import RENT_PRICES

ENTRY_KINDS = ("cards", "servers", "models", "ecosystems", "parameters")

EMPTY: tuple[object, ...] = ("", [])
"""Values of fields that an entry leaves out."""


@dataclass(frozen=True)
class Item:
    """One entry with what filters ask about."""

    kind: str
    id: str
    entry: Frozen
    vendors: frozenset[str] = frozenset()
    """Who makes it; for a server also who makes its card."""
    card: Card | None = None
    """The card itself, or the card of a server or of a priced item."""
    memory_bytes: int | None = None
    """Card memory of the whole item; None where it is unknown."""
    reason: str = ""
    """Why no plan can use it; empty where plans can."""


def items(whole: WholeCatalog, kind: str) -> list[Item]:
    """Items of one of ENTRY_KINDS, or of `prices`, in catalog order."""
    if kind == "prices":
        return [_priced(whole, quote) for quote in whole.book.quotes] + list(_rents(whole))
    shipped: dict[str, Any] = getattr(whole.catalog, kind)
    found = [_item(whole, kind, entry, "") for entry in shipped.values()]
    if kind == "parameters":
        return found + [_item(whole, kind, figure, NO_FORMULA) for figure in whole.figures.values()]
    return found + [_item(whole, kind, gap, gap.reason) for gap in whole.gaps.values() if gap.kind == kind]


def every_item(whole: WholeCatalog) -> Iterator[Item]:
    """Items of all kinds with an id of their own: prices have none."""
    for kind in ENTRY_KINDS:
        yield from items(whole, kind)


def fields(item: Item) -> dict[str, Any]:
    """Known fields as plain data, blocks written out: `memory_bytes`, `max_power_w`, `spec.source`; raw units."""
    found: dict[str, Any] = {}
    for key, value in item.entry.model_dump(mode="json", exclude_none=True).items():
        if isinstance(value, dict):
            block = "" if key in ("facts", "site", "card", "server", "model") else f"{key}."
            found |= {f"{block}{below}": each for below, each in value.items() if each not in EMPTY}
        elif value not in EMPTY:
            found[key] = value
    return {key: _number(item.entry, key, value) for key, value in found.items() if key != "reason"}


def as_json(item: Item) -> dict[str, Any]:
    """One object of a list: id and kind, whether plans can use it and why not, then its fields."""
    head = {"id": item.id, "kind": item.kind, "plannable": not item.reason, "reason": item.reason or None}
    return head | {key: value for key, value in fields(item).items() if key != "id"}


def quotes_of(whole: WholeCatalog, item: Item) -> list[PriceQuote]:
    """Price book lines for the item itself, and for the card of a server."""
    wanted = {item.id} | ({item.card.id} if item.card and item.kind == "servers" else set())
    return [quote for quote in whole.book.quotes if quote.item_id in wanted]


def servers_of(whole: WholeCatalog, card_id: str) -> list[Item]:
    """Servers with the card."""
    return [item for item in items(whole, "servers") if fields(item)["card"] == card_id]


def card_item(whole: WholeCatalog, card_id: str) -> Item:
    """The card of a server. Raises StopIteration when no entry has the id: references are checked on loading."""
    return next(item for item in items(whole, "cards") if item.id == card_id)


def _item(whole: WholeCatalog, kind: str, entry: Any, reason: str) -> Item:
    known = fields(Item(kind, entry.id, entry))
    card = _card(whole, entry.id if kind == "cards" else known["card"]) if kind in ("cards", "servers") else None
    memory = _card_memory(whole, card.id) if card else None
    vendors = {known.get("vendor", ""), card.vendor if card else ""} - {""}
    if memory is not None and kind == "servers":
        memory *= known["cards"]
    return Item(kind, entry.id, entry, frozenset(vendors), card, memory, reason)


def _priced(whole: WholeCatalog, quote: PriceQuote) -> Item:
    kind = "servers" if quote.unit == "server" else "cards"
    found: dict[str, Any] = getattr(whole.catalog, kind)
    of = _item(whole, kind, found[quote.item_id], "")
    return Item("prices", quote.item_id, quote, of.vendors, of.card, of.memory_bytes)


def _rents(whole: WholeCatalog) -> Iterator[Item]:
    for server in whole.catalog.servers.values():
        of = _item(whole, "servers", server, "")
        for price, reason in rent_prices(server):
            yield Item("prices", server.id, price, of.vendors, of.card, of.memory_bytes, reason)


def _card(whole: WholeCatalog, card_id: str) -> Card | None:
    gap = whole.gaps.get(card_id)
    return whole.catalog.cards.get(card_id) or (gap.as_card if gap else None)


def _card_memory(whole: WholeCatalog, card_id: str) -> int | None:
    card, gap = whole.catalog.cards.get(card_id), whole.gaps.get(card_id)
    facts = card.facts if card else gap.card if gap else None
    return facts.memory_bytes if facts else None


def _number(entry: Frozen, key: str, value: Any) -> Any:
    """Money is exact text in JSON dumps; here it is a number like every other."""
    if isinstance(value, str) and key.removeprefix("price.") in ("low", "typical", "high", *RENT_PRICES):
        amount = float(value)
        return int(amount) if amount.is_integer() else amount
    return value
