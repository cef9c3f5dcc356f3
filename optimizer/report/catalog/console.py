"""Catalog tables on the console, 80 columns where it is no terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from optimizer.inputs.whole_catalog import WholeCatalog
from optimizer.report.catalog.columns import WITH_GAPS, Head, cells, heads
from optimizer.report.catalog.detail import SPEC, rows, verdicts
from optimizer.report.catalog.items import Item, card_item, fields, quotes_of, servers_of
from optimizer.report.catalog.units import shown
from optimizer.report.catalog.words import word
from optimizer.report.terminal import foreign, terminal

if TYPE_CHECKING:
    from rich.table import Table

QUOTE_FIELDS = ("unit", "currency", "low", "typical", "high", "date", "vat", "confidence")
PRICES = ("low", "typical", "high")


def print_list(kind: str, found: list[Item], language: str) -> None:
    """A list of one kind, then why some of it cannot be planned with."""
    console = terminal()
    gaps = [item for item in found if item.reason]
    among = [item for item in found if kind in WITH_GAPS or not item.reason]
    console.print(_table(heads(kind, language), [cells(item) for item in among]))
    reasons = {item.reason for item in gaps}
    if len(gaps) > 1 and len(reasons) == 1:
        console.print(foreign(f"{word('gaps', language)}: {reasons.pop()}"))
        if kind not in WITH_GAPS:
            columns = [
                Head(word("id", language), whole=True),
                Head(word("value", language)),
                Head(word("unit", language)),
            ]
            console.print(_table(columns, [_figure(item) for item in gaps]))
    elif gaps:
        console.print(foreign(word("gaps", language)))
        columns = [Head(word("id", language), whole=True), Head(word("reason", language))]
        console.print(_table(columns, [[item.id, item.reason] for item in gaps]))
    tiers = [item.card for item in found if kind == "cards" and item.card and item.card.closest_cards]
    if tiers:
        console.print(foreign(word("tiers", language)))
        columns = [Head(word("id", language), whole=True), Head(word("closest_cards", language))]
        console.print(_table(columns, [[card.id, ", ".join(card.closest_cards)] for card in tiers]))
    console.print(foreign(word("listed", language).format(count=len(found), gaps=len(gaps))))


def print_detail(whole: WholeCatalog, item: Item, language: str) -> None:
    """One entry: fields, where they come from, quotes, the servers of a card or the card of a server."""
    console = terminal()
    console.print(foreign(f"{word(item.kind, language)}: {item.id}"))
    if item.reason:
        console.print(foreign(f"{word('gaps', language)}: {item.reason}"))
    columns = [Head(word("field", language), whole=True), Head(word("value", language)), Head(word("unit", language))]
    known = fields(item)
    texts = [[row.field, row.values[0], row.unit] for row in rows([item]) if row.field not in SPEC]
    console.print(_table(columns, texts))
    origin = {key: known.get(f"spec.{key}", "–") for key in ("source", "date", "confidence")}
    console.print(foreign(word("provenance", language).format(**origin)))
    for buyer, verdict in verdicts(item).items():
        mark = word("may_buy" if verdict.admissible else "may_not_buy", language)
        console.print(foreign(f"{mark} {buyer}: {verdict.reason}"))
    _print_quotes(whole, item, language)
    if item.kind == "cards":
        _print_part(word("servers_of", language), servers_of(whole, item.id), language)
    elif item.card:
        _print_part(word("card_of", language), [card_item(whole, item.card.id)], language)


def print_comparison(chosen: list[Item], language: str) -> None:
    """Items side by side; `≠` marks a field in which they differ."""
    columns = [Head(word("differs", language), whole=True), Head(word("field", language))]
    columns += [*(Head(item.id) for item in chosen), Head(word("unit", language))]
    reasons = [["≠", "not plannable", *(item.reason or "–" for item in chosen), ""]] if _any_gap(chosen) else []
    texts = [["≠" if row.differs else "", row.field, *row.values, row.unit] for row in rows(chosen)]
    terminal().print(_table(columns, reasons + texts))


def _figure(item: Item) -> tuple[str, str, str]:
    """Id, the typical value with its range, and unit; a value that the source leaves out is `–`."""
    known = fields(item)
    low, typical, high = (shown(key, known[key]) if key in known else "–" for key in PRICES)
    return item.id, typical if low == high == "–" else f"{typical} ({low} … {high})", known["unit"]


def _any_gap(chosen: list[Item]) -> bool:
    return any(item.reason for item in chosen)


def _print_part(title: str, found: list[Item], language: str) -> None:
    console = terminal()
    console.print(foreign(title))
    if found:
        console.print(_table(heads(found[0].kind, language), [cells(item) for item in found]))


def _print_quotes(whole: WholeCatalog, item: Item, language: str) -> None:
    if item.kind not in ("cards", "servers"):
        return
    console, quotes = terminal(), quotes_of(whole, item)
    if not quotes:
        console.print(foreign(word("no_quotes", language)))
        return
    console.print(foreign(f"{word('quotes', language)} ({whole.book.id})"))
    columns = [Head("#", right=True), *(_quote_head(key, language) for key in QUOTE_FIELDS)]
    known = [fields(Item("prices", quote.item_id, quote)) for quote in quotes]
    texts = [[shown(key, each.get(key, "–")) for key in QUOTE_FIELDS] for each in known]
    console.print(_table(columns, [[f"{number}", *row] for number, row in enumerate(texts, start=1)]))
    for number, quote in enumerate(quotes, start=1):
        notes = f" ({quote.notes})" if quote.notes else ""
        console.print(foreign(f"#{number} {quote.item_id}: {quote.source}{notes}"))


def _quote_head(key: str, language: str) -> Head:
    text = word(f"head.{key}" if key in ("currency", "confidence") else key, language)
    return Head(text, right=key in PRICES, whole=key in PRICES)


def _table(columns: Sequence[Head], texts: Sequence[Sequence[str]]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    for head in columns:
        table.add_column(
            foreign(head.text), justify="right" if head.right else "left", overflow="fold", no_wrap=head.whole
        )
    for row in texts:
        table.add_row(*(foreign(text) for text in row))
    return table
