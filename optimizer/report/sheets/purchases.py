"""Purchase list: unit price × quantity, VAT, other capital lines, rentals, owned servers in use."""

from collections.abc import Sequence
from dataclasses import dataclass

from optimizer.cost.items import CostItem
from optimizer.plan.machines import Pool
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.inputs import InputCells, Machine
from optimizer.report.sheets.planned import agreed
from optimizer.report.sheets.price_basis import weeks
from optimizer.report.sheets.purchase_parts import PartTable, parts
from optimizer.report.storage_words import write_rate
from optimizer.report.texts import Words, both, label, same

(
    NUMBER, ITEM, OTHER_ITEM, VENDOR, CARD, ECOSYSTEM, OTHER_ECOSYSTEM, PER_SERVER, QUANTITY, SPARES, UNIT, OTHER_UNIT,
    PRICE, SUBTOTAL, RATE, VAT, INCLUDED, LEAD, WARRANTY,
) = range(19)  # fmt: skip
HEAD = (
    "head.number", "head.item", "head.other_label", "head.vendor", "head.card", "head.ecosystem", "head.other_label",
    "head.cards_per_server", "head.quantity", "head.spares", "head.unit", "head.other_label", "head.unit_price",
    "head.subtotal", "head.vat_rate", "head.vat", "head.incl_vat", "head.lead_time", "head.warranty",
)  # fmt: skip
HEAD_ROW = 4
PART_COLUMNS = {
    "item": ITEM, "card": CARD, "per_server": PER_SERVER, "quantity": QUANTITY, "price": PRICE, "subtotal": SUBTOTAL,
    "rate": RATE, "vat": VAT, "included": INCLUDED,
}  # fmt: skip


@dataclass(frozen=True)
class PurchaseCells:
    """What other sheets take from the purchase list."""

    capex: Cell
    capex_incl_vat: Cell
    lines: dict[str, tuple[Cell, Cell, Cell]]
    """Bought server → unit price, subtotal, subtotal incl. VAT."""
    by_item: dict[CostItem, list[dict[int, Cell]]]
    """Lines of capital expenditure by item: column → cell, for subtotal, VAT and subtotal incl. VAT."""


def fill_purchases(report: Report, sheet: Sheet, inputs: InputCells) -> PurchaseCells:
    """Fill the sheet; all money is live.

    Raises ModelError where the lines and the plan's capital expenditure differ.
    """
    sheet.other_language(OTHER_ITEM, OTHER_ECOSYSTEM, OTHER_UNIT)
    sheet.title("sheet.purchases", "purchases.note")
    sheet.widest = 28
    sheet.section(HEAD_ROW - 1, NUMBER, WARRANTY, "purchases.capital")
    sheet.head(HEAD_ROW, NUMBER, HEAD)
    writer = _Lines(report, sheet, inputs, HEAD_ROW + 2)
    first = writer.row
    bought = [machine for machine in inputs.machines if machine.pool.count]
    for machine in bought:
        writer.server(machine)
    writer.network()
    writer.storage()
    for machine in bought:
        writer.extras(machine)
    if writer.row == first:
        writer.nothing()
    totals = writer.total(first)
    if inputs.rented_rows:
        writer.rentals()
    if any(any(pool.owned) for pool in report.plan.pools):
        writer.owned()
    if bought:
        writer.parts(bought)
    sheet.width(NUMBER, 5)
    sheet.keep_width(ITEM, 26)
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, VENDOR)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))
    return PurchaseCells(*totals, writer.lines, writer.by_item)


class _Lines:
    def __init__(self, report: Report, sheet: Sheet, inputs: InputCells, row: int) -> None:
        self.report, self.sheet, self.inputs, self.row, self.number = report, sheet, inputs, row, 0
        self.lines: dict[str, tuple[Cell, Cell, Cell]] = {}
        self.by_item: dict[CostItem, list[dict[int, Cell]]] = {}
        self.sums = {SUBTOTAL: 0.0, VAT: 0.0, INCLUDED: 0.0}

    def server(self, machine: Machine) -> None:
        """A pool of bought servers: quantity × unit price."""
        pool = machine.pool
        self._start(same(pool.server_name), "servers")
        self._machine_words(pool)
        self.sheet.number(self.row, SPARES, pool.spares, "cell", "integer")
        self.sheet.text(self.row, LEAD, weeks(pool), "cell", "center")
        warranty = Expr("0", 0.0) if pool.second_hand else self.inputs.rates.warranty_years
        self.sheet.formula(self.row, WARRANTY, warranty, "cell", "integer", "link", "center")
        price = self.inputs.prices.unit_price[pool.server, False]
        self.lines[pool.server] = self._priced(machine.servers, price, "servers")

    def network(self) -> None:
        """Network cards, switches, transceivers: those that the plan buys."""
        plan, prices, counts = self.report.plan.network, self.inputs.prices.network, self.inputs.network
        if plan is None or prices is None or counts is None:
            return
        here, there = both("purchases.switches", self.sheet.language)
        fields = {"leaf": plan.leaf_switches, "spine": plan.spine_switches, "kind": plan.kind}
        switches = Words(here.format(**fields), there.format(**fields))
        for words, unit, quantity, price in (
            (both("purchases.network_cards", self.sheet.language), "pieces", counts.nics, prices.nic),
            (switches, "switches", counts.leaf_switches + counts.spine_switches, prices.switch),
            (both("purchases.optics", self.sheet.language), "pieces", counts.optics, prices.optic),
        ):
            if quantity.value:
                self._start(words, unit)
                self._priced(quantity, price, "network")

    def storage(self) -> None:
        """Storage for training data and checkpoints, by the terabyte."""
        plan, capacity, price = self.report.plan.storage, self.inputs.storage_tb, self.inputs.prices.storage_per_tb
        if plan is None or capacity is None or price is None:
            return
        here, there = both("purchases.storage", self.sheet.language)
        self._start(Words(here.format(rate=write_rate(plan)), there.format(rate=write_rate(plan))), "tb")
        self._priced(capacity, price, "storage")

    def extras(self, machine: Machine) -> None:
        """Installation, facility work and spares stock of a pool."""
        pool, rates, prices = machine.pool, self.inputs.rates, self.inputs.prices
        hardware = self.lines[pool.server][1]
        power = machine.servers * machine.max_power_w / self.inputs.constants.watts_per_kw
        amounts: dict[CostItem, tuple[Expr, Cell]] = {
            "installation": (hardware * rates.installation_rate, rates.vat["services"]),
            "facility_work": (power * prices.facility_work_per_kw[pool.server], rates.vat["services"]),
            "spares_stock": (hardware * rates.spares_stock_rate, rates.vat["goods"]),
        }
        for item, (amount, rate) in amounts.items():
            self._start(both(f"item.{item}", self.sheet.language).with_tail(f" · {pool.server_name}"), "lot")
            self._money(amount, rate, item)
            self.row += 1

    def nothing(self) -> None:
        """A line that says so, for plans that only rent."""
        for column in range(NUMBER, WARRANTY + 1):
            self.sheet.text(self.row, column, "", "cell")
        self.sheet.words(self.row, ITEM, both("word.nothing", self.sheet.language), "cell", "muted")
        self.row += 1

    def total(self, first: int) -> tuple[Cell, Cell]:
        """Capital expenditure ex and incl. VAT."""
        for column in range(NUMBER, WARRANTY + 1):
            self.sheet.text(self.row, column, "", "cell", "total")
        self.sheet.words(self.row, ITEM, both("purchases.total", self.sheet.language), "cell", "total")
        self.sheet.words(self.row, UNIT, same(self.report.currency), "cell", "total", "center")
        cells = [self._sum(column, first) for column in (SUBTOTAL, VAT, INCLUDED)]
        self.row += 1
        return cells[0], cells[2]

    def rentals(self) -> None:
        """Rented servers over the horizon: server-hours × hourly price; not capital expenditure."""
        self._section("purchases.rentals")
        for pool in (p for p in self.report.plan.pools if p.rented):
            self._start(same(pool.server_name), "server_hours")
            self._machine_words(pool)
            hours = self._rented_years(pool) * self.inputs.constants.hours_per_year
            quantity = self.sheet.formula(self.row, QUANTITY, hours, "cell", "integer")
            self.sheet.number(self.row, SPARES, pool.spares, "cell", "integer")
            price = self.inputs.prices.unit_price[pool.server, True]
            price = self.sheet.formula(self.row, PRICE, price, "cell", "money", "link")
            self._money(quantity * price, self.inputs.rates.vat["services"])
            self.row += 1

    def owned(self) -> None:
        """Owned servers in use: how many in each year; they cost nothing to buy."""
        self._section("purchases.owned")
        for pool in (p for p in self.report.plan.pools if any(p.owned)):
            self._start(same(pool.server_name), "servers")
            self._machine_words(pool)
            self.sheet.number(self.row, QUANTITY, max(pool.owned), "cell", "integer")
            words = label("purchases.owned_years", self.sheet.language).format(years=" / ".join(map(str, pool.owned)))
            self.sheet.text(self.row, PRICE, words, "cell", "muted", last_column=WARRANTY)
            self.row += 1

    def parts(self, bought: Sequence[Machine]) -> None:
        """Components of the servers bought: inside their price, never added to the totals."""
        self._section("purchases.parts")
        table = PartTable(self.sheet, self.inputs, PART_COLUMNS)
        for machine in bought:
            for index, part in enumerate(parts(machine.pool, self.sheet.language), start=1):
                self._start(part.name, "pieces" if part.per_server is not None else "set")
                table.write(self.row, index, machine, part)
                self.row += 1

    def _section(self, key: str) -> None:
        """A further table with the same columns."""
        self.row += 1
        self.sheet.section(self.row, NUMBER, WARRANTY, key)
        self.sheet.head(self.row + 1, NUMBER, HEAD)
        self.row += 3
        self.number = 0

    def _start(self, name: Words, unit: str) -> None:
        """Borders, running number, name and unit of the next line."""
        for column in range(NUMBER, WARRANTY + 1):
            self.sheet.text(self.row, column, "", "cell")
        self.number += 1
        self.sheet.number(self.row, NUMBER, self.number, "cell", "whole", "center")
        self.sheet.words(self.row, ITEM, name, "cell")
        self.sheet.words(self.row, UNIT, both(f"unit.{unit}", self.sheet.language), "cell", "center")

    def _machine_words(self, pool: Pool) -> None:
        origin = both("word.domestic" if pool.domestic else "word.foreign", self.sheet.language)
        self.sheet.text(self.row, VENDOR, pool.vendor, "cell")
        self.sheet.text(self.row, CARD, pool.card_name, "cell")
        self.sheet.words(self.row, ECOSYSTEM, origin.after(f"{pool.ecosystem} · "), "cell")
        self.sheet.number(self.row, PER_SERVER, pool.cards_per_server, "cell", "integer")

    def _priced(self, quantity: Expr, price: Cell, item: CostItem) -> tuple[Cell, Cell, Cell]:
        """Quantity × unit price of goods; returns unit price and the two subtotals, and moves on."""
        shown = self.sheet.formula(self.row, QUANTITY, quantity, "cell", "integer", "link")
        price = self.sheet.formula(self.row, PRICE, price, "cell", "money", "link")
        subtotal, included = self._money(shown * price, self.inputs.rates.vat["goods"], item)
        self.row += 1
        return price, subtotal, included

    def _rented_years(self, pool: Pool) -> Expr:
        row, years = self.inputs.rented_rows[pool.server], self.report.axis.years
        first, last = (self.sheet.address(row, c, row_fixed=True, column_fixed=True) for c in (years[0], years[-1]))
        return Expr(f"SUM('{self.inputs.sheet}'!{first}:{last})", float(sum(pool.counts)))

    def _money(self, amount: Expr, vat_rate: Cell, item: CostItem | None = None) -> tuple[Cell, Cell]:
        """Subtotal ex VAT, rate, VAT, subtotal incl. VAT of the current line; returns the two subtotals.

        Capital expenditure names its cost item; rentals are none.
        """
        subtotal = self.sheet.formula(self.row, SUBTOTAL, amount, "cell", "money")
        rate = self.sheet.formula(self.row, RATE, vat_rate, "cell", "percent", "link")
        vat = self.sheet.formula(self.row, VAT, subtotal * rate, "cell", "money")
        included = self.sheet.formula(self.row, INCLUDED, subtotal + vat, "cell", "money")
        for column, cell in ((SUBTOTAL, subtotal), (VAT, vat), (INCLUDED, included)):
            self.sums[column] += cell.value
        if item is not None:
            self.by_item.setdefault(item, []).append({SUBTOTAL: subtotal, VAT: vat, INCLUDED: included})
        return subtotal, included

    def _sum(self, column: int, first: int) -> Cell:
        top, bottom = self.sheet.address(first, column), self.sheet.address(self.row - 1, column)
        totals = self.report.plan.totals
        planned = {SUBTOTAL: totals.capex, INCLUDED: totals.capex_incl_vat, VAT: totals.capex_incl_vat - totals.capex}
        value = agreed("capital expenditure", planned[column], self.sums[column])
        return self.sheet.formula(self.row, column, Expr(f"SUM({top}:{bottom})", value), "cell", "money", "total")
