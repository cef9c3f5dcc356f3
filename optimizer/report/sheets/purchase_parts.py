"""What is inside the servers bought, down to card, host, memory, network card and supply: part of the server's price.

A price stands only where a fact supports it: the quote for the cards, and what the server's price leaves for the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from optimizer.plan.machines import Pool
from optimizer.report.cells import Cell, Expr
from optimizer.report.quantities import BYTES_PER_GB
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.inputs import InputCells, Machine
from optimizer.report.texts import Words, both


@dataclass(frozen=True)
class Part:
    """One component line."""

    name: Words
    spec: str
    per_server: int | None
    """None: a set whose pieces the catalog does not count."""
    price: Cell | None = None
    """Per piece, ex VAT; None where it is inside the server's price."""
    remainder: bool = False
    """What the server's price leaves after the cards."""


def parts(pool: Pool, language: str) -> Iterator[Part]:
    """Components of one server, as far as the catalog knows them."""
    inside = pool.parts
    spec = pool.card_name + (f" · {inside.card_form}" if inside.card_form else "")
    yield Part(both("part.cards", language), spec, pool.cards_per_server)
    host = both("part.rest" if pool.unit_price.cards_amount is not None else "part.host", language)
    chassis = f"{pool.rack_units}U" + (f" · {pool.weight_kg:g} kg" if pool.weight_kg else "")
    yield Part(host, f"{inside.cpu or '–'} · {chassis}", 1, remainder=pool.unit_price.cards_amount is not None)
    if inside.host_memory_bytes:
        yield Part(both("part.memory", language), f"{inside.host_memory_bytes / BYTES_PER_GB:,.0f} GB", None)
    if inside.nics:
        yield Part(both("part.nics", language), inside.nics, None)
    if inside.scale_up_link:
        yield Part(both("part.link", language), inside.scale_up_link, None)
    supply = f"{inside.psu_rating_w:,} W" if inside.psu_rating_w else both("part.unknown", language).here
    yield Part(both("part.supply", language), supply, None)


class PartTable:
    """Writes the component lines of the servers bought into the columns of the purchase list."""

    def __init__(self, sheet: Sheet, inputs: InputCells, columns: dict[str, int]) -> None:
        self._sheet, self._inputs, self._columns = sheet, inputs, columns

    def write(self, row: int, number: int, machine: Machine, part: Part) -> None:
        """One line at a row whose borders, number and unit stand already."""
        sheet, at, pool = self._sheet, self._columns, machine.pool
        sheet.words(row, at["item"], part.name.with_tail(f" · {pool.server_name}"), "cell")
        sheet.text(row, at["card"], part.spec, "cell")
        each = part.per_server or 1
        if part.per_server is not None:
            sheet.number(row, at["per_server"], each, "cell", "integer")
        count = machine.servers * machine.cards if number == 1 else machine.servers
        quantity = sheet.formula(row, at["quantity"], count, "cell", "integer", "link")
        price = self._price(row, machine, part, number)
        if price is None:
            words = both("part.included", sheet.language)
            sheet.text(row, at["price"], words.here, "cell", "muted", last_column=at["included"])
            return
        subtotal = sheet.formula(row, at["subtotal"], quantity * price, "cell", "money", "muted")
        rate = sheet.formula(row, at["rate"], self._inputs.rates.vat["goods"], "cell", "percent", "link")
        vat = sheet.formula(row, at["vat"], subtotal * rate, "cell", "money", "muted")
        sheet.formula(row, at["included"], subtotal + vat, "cell", "money", "muted")

    def _price(self, row: int, machine: Machine, part: Part, number: int) -> Cell | None:
        """The cards' quote as solved; the rest follows the live price of the server."""
        sheet, price = self._sheet, machine.pool.unit_price
        if price.cards_amount is None or not (number == 1 or part.remainder):
            return None
        column = self._columns["price"]
        if number == 1:
            each = float(price.cards_amount) / machine.pool.cards_per_server
            return sheet.number(row, column, each, "cell", "money", "decision")
        server = self._inputs.prices.unit_price[machine.pool.server, False]
        cards = sheet.address(row - 1, column)
        rest = Expr(f"{server.text}-{cards}*{machine.cards.text}", server.value - float(price.cards_amount))
        return sheet.formula(row, column, rest, "cell", "money")
