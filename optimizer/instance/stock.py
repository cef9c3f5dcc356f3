"""How many pieces can be had: the stock of the line that gives a server's price, and of the server's own entry.

A price built up from cards counts cards, over all servers that rest on the same line; from 8-card modules, modules.
"""

from collections import defaultdict
from collections.abc import Iterator

from optimizer.cost.server_price import OWN_QUOTES
from optimizer.frozen import Frozen
from optimizer.instance.instance import StockRow
from optimizer.instance.prepared import OfferFacts, Prepared

PREFIX = "stock."


class Stock(Frozen):
    """One stated stock."""

    item: str
    """Server or card id."""
    pieces: int
    stated_by: str
    """Key of the request behind it: `quotes`, `price_book` or `catalog`."""
    per_server: dict[str, int]
    """Offer → pieces that one bought server takes."""

    @property
    def path(self) -> str:
        return f"{PREFIX}{self.item}"


def stocks(prepared: Prepared) -> tuple[Stock, ...]:
    """Stated stocks that limit an offer, in item order."""
    found: dict[tuple[str, str, int], dict[str, int]] = defaultdict(dict)
    for facts in prepared.offers:
        if facts.may_buy:
            for item, stated_by, pieces, per_server in _stated(facts):
                found[item, stated_by, pieces][facts.id] = per_server
    return tuple(
        Stock(item=item, pieces=pieces, stated_by=stated_by, per_server=taken)
        for (item, stated_by, pieces), taken in sorted(found.items())
    )


def stock_rows(prepared: Prepared) -> tuple[StockRow, ...]:
    """The same as rows of the instance."""
    return tuple(StockRow(path=s.path, pieces=s.per_server, stock=s.pieces) for s in stocks(prepared))


def _stated(facts: OfferFacts) -> Iterator[tuple[str, str, int, int]]:
    """(item, key of the request, pieces, pieces per server)."""
    price, server = facts.price, facts.server
    if price.stock is not None:
        key = "quotes" if price.book == OWN_QUOTES else "price_book"
        yield price.stock_item, key, price.stock, price.pieces_per_server
    if server.stock is not None:
        yield server.id, "catalog", server.stock, 1
