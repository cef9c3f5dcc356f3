"""Purchase list: unit price × quantity, VAT, other capital lines, rentals, and the basis of each price."""

from dataclasses import dataclass

from optimizer.plan.machines import Pool
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.inputs import InputCells, Machine
from optimizer.report.texts import both, label

NUMBER, ITEM, SECOND, CARD, ECOSYSTEM, PER_SERVER, QUANTITY, SPARES, UNIT, PRICE, SUBTOTAL, RATE, VAT, INCLUDED = range(
    14
)
HEAD = (
    "head.number", "head.item", "head.detail", "head.card", "head.ecosystem", "head.cards_per_server",
    "head.quantity", "head.spares", "head.unit", "head.unit_price", "head.subtotal",
    "head.vat_rate", "head.vat", "head.incl_vat",
)  # fmt: skip


@dataclass(frozen=True)
class PurchaseCells:
    """What other sheets take from the purchase list."""

    capex: Cell
    capex_incl_vat: Cell
    lines: dict[str, tuple[Cell, Cell, Cell]]
    """Bought server → unit price, subtotal, subtotal incl. VAT."""


def fill_purchases(report: Report, sheet: Sheet, inputs: InputCells) -> PurchaseCells:
    """Fill the sheet; all money except price ranges is live."""
    sheet.title("sheet.purchases")
    sheet.text(1, 0, label("purchases.note", sheet.language), "subtitle")
    sheet.section(3, NUMBER, INCLUDED, "purchases.capital")
    sheet.head(4, NUMBER, HEAD)
    writer = _Lines(report, sheet, inputs, 6)
    first = writer.row
    for machine in inputs.machines:
        writer.server(machine)
    for machine in inputs.machines:
        writer.extras(machine)
    if not inputs.machines:
        writer.nothing()
    totals = writer.total(first)
    if inputs.rented_rows:
        writer.rentals()
    _price_basis(report, sheet, writer.row + 2)
    sheet.width(NUMBER, 5)
    sheet.worksheet.freeze_panes(6, CARD)
    sheet.finish(repeat=(0, 1))
    return PurchaseCells(*totals, writer.lines)


class _Lines:
    def __init__(self, report: Report, sheet: Sheet, inputs: InputCells, row: int) -> None:
        self.report, self.sheet, self.inputs, self.row, self.number = report, sheet, inputs, row, 0
        self.lines: dict[str, tuple[Cell, Cell, Cell]] = {}

    def server(self, machine: Machine) -> None:
        """A pool of bought servers: quantity × unit price."""
        pool = machine.pool
        self._start(pool.server_name, "")
        self._machine_words(pool)
        quantity = self.sheet.formula(self.row, QUANTITY, machine.servers, "cell", "integer", "link")
        self.sheet.number(self.row, SPARES, pool.spares, "cell", "integer")
        self.sheet.text(self.row, UNIT, label("unit.servers", self.sheet.language), "cell", "center")
        price = self.inputs.prices.unit_price[pool.server, False]
        price = self.sheet.formula(self.row, PRICE, price, "cell", "money", "link")
        subtotal, included = self._money(quantity * price, self.inputs.rates.vat["goods"])
        self.lines[pool.server] = (price, subtotal, included)
        self.row += 1

    def extras(self, machine: Machine) -> None:
        """Installation, facility work and spares stock of a pool."""
        pool, rates, prices = machine.pool, self.inputs.rates, self.inputs.prices
        hardware = self.lines[pool.server][1]
        power = machine.servers * machine.max_power_w / self.inputs.constants.watts_per_kw
        amounts = {
            "installation": (hardware * rates.installation_rate, rates.vat["services"]),
            "facility_work": (power * prices.facility_work_per_kw[pool.server], rates.vat["services"]),
            "spares_stock": (hardware * rates.spares_stock_rate, rates.vat["goods"]),
        }
        for item, (amount, rate) in amounts.items():
            first, second = both(f"item.{item}", self.sheet.language)
            self._start(f"{first} · {pool.server_name}", second)
            self.sheet.text(self.row, UNIT, label("unit.lot", self.sheet.language), "cell", "center")
            self._money(amount, rate)
            self.row += 1

    def nothing(self) -> None:
        """A line that says so, for plans that only rent."""
        for column in range(NUMBER, INCLUDED + 1):
            self.sheet.text(self.row, column, "", "cell")
        self.sheet.text(self.row, ITEM, label("word.nothing", self.sheet.language), "cell", "muted")
        self.row += 1

    def total(self, first: int) -> tuple[Cell, Cell]:
        """Capital expenditure ex and incl. VAT."""
        here, there = both("purchases.total", self.sheet.language)
        for column in range(NUMBER, INCLUDED + 1):
            self.sheet.text(self.row, column, "", "cell", "total")
        self.sheet.text(self.row, ITEM, here, "cell", "total")
        self.sheet.text(self.row, SECOND, there, "cell", "second", "total")
        self.sheet.text(self.row, UNIT, self.report.currency, "cell", "total", "center")
        cells = [self._sum(column, first) for column in (SUBTOTAL, VAT, INCLUDED)]
        self.row += 1
        return cells[0], cells[2]

    def rentals(self) -> None:
        """Rented servers over the horizon: server-hours × hourly price; not capital expenditure."""
        self.row += 1
        self.sheet.section(self.row, NUMBER, INCLUDED, "purchases.rentals")
        self.sheet.head(self.row + 1, NUMBER, HEAD)
        self.row += 3
        self.number = 0
        for pool in (p for p in self.report.plan.pools if p.rented):
            self._start(pool.server_name, "")
            self._machine_words(pool)
            years = self._rented_years(pool)
            hours = years * self.inputs.constants.hours_per_year
            quantity = self.sheet.formula(self.row, QUANTITY, hours, "cell", "integer")
            self.sheet.number(self.row, SPARES, pool.spares, "cell", "integer")
            self.sheet.text(self.row, UNIT, label("unit.server_hours", self.sheet.language), "cell", "center")
            price = self.inputs.prices.unit_price[pool.server, True]
            price = self.sheet.formula(self.row, PRICE, price, "cell", "money", "link")
            self._money(quantity * price, self.inputs.rates.vat["services"])
            self.row += 1

    def _start(self, first: str, second: str) -> None:
        """Borders, running number and name of the next line."""
        for column in range(NUMBER, INCLUDED + 1):
            self.sheet.text(self.row, column, "", "cell")
        self.number += 1
        self.sheet.number(self.row, NUMBER, self.number, "cell", "whole", "center")
        self.sheet.text(self.row, ITEM, first, "cell")
        self.sheet.text(self.row, SECOND, second, "cell", "second")

    def _machine_words(self, pool: Pool) -> None:
        origin = label("word.domestic" if pool.domestic else "word.foreign", self.sheet.language)
        self.sheet.text(self.row, SECOND, pool.vendor, "cell", "second")
        self.sheet.text(self.row, CARD, pool.card_name, "cell")
        self.sheet.text(self.row, ECOSYSTEM, f"{pool.ecosystem} · {origin}", "cell")
        self.sheet.number(self.row, PER_SERVER, pool.cards_per_server, "cell", "integer")

    def _rented_years(self, pool: Pool) -> Expr:
        row, years = self.inputs.rented_rows[pool.server], self.report.axis.years
        first, last = (self.sheet.address(row, c, row_fixed=True, column_fixed=True) for c in (years[0], years[-1]))
        return Expr(f"SUM('{self.inputs.sheet}'!{first}:{last})", float(sum(pool.counts)))

    def _money(self, amount: Expr, vat_rate: Cell) -> tuple[Cell, Cell]:
        """Subtotal ex VAT, rate, VAT, subtotal incl. VAT of the current line; returns the two subtotals."""
        subtotal = self.sheet.formula(self.row, SUBTOTAL, amount, "cell", "money")
        rate = self.sheet.formula(self.row, RATE, vat_rate, "cell", "percent", "link")
        vat = self.sheet.formula(self.row, VAT, subtotal * rate, "cell", "money")
        return subtotal, self.sheet.formula(self.row, INCLUDED, subtotal + vat, "cell", "money")

    def _sum(self, column: int, first: int) -> Cell:
        top, bottom = self.sheet.address(first, column), self.sheet.address(self.row - 1, column)
        totals = self.report.plan.totals
        value = {SUBTOTAL: totals.capex, INCLUDED: totals.capex_incl_vat, VAT: totals.capex_incl_vat - totals.capex}[
            column
        ]
        return self.sheet.formula(
            self.row, column, Expr(f"SUM({top}:{bottom})", float(value)), "cell", "money", "total"
        )


def _price_basis(report: Report, sheet: Sheet, row: int) -> None:
    """Where each unit price comes from, with its range: what a buyer checks before asking for quotes."""
    sheet.section(row, NUMBER, INCLUDED, "purchases.basis")
    keys = (
        "head.number",
        "head.item",
        "head.basis",
        "head.confidence",
        "head.date",
        "head.vat_basis",
        "head.low",
        "head.taken",
        "head.high",
    )
    sheet.head(row + 1, NUMBER, keys)
    sheet.text(row + 1, len(keys), label("head.source", sheet.language), "cell", "head", last_column=INCLUDED)
    sheet.text(row + 2, len(keys), both("head.source", sheet.language)[1], "cell", "head2", last_column=INCLUDED)
    for number, pool in enumerate(report.plan.pools, start=1):
        at, price = row + 2 + number, pool.unit_price
        sheet.number(at, 0, number, "cell", "whole", "center")
        sheet.text(at, 1, pool.server_name, "cell")
        sheet.text(at, 2, label(f"basis.{price.basis}", sheet.language), "cell")
        doubtful = ("warn",) if pool.server in report.plan.quote_needed else ()
        sheet.text(at, 3, label(f"confidence.{price.confidence}", sheet.language), "cell", *doubtful)
        sheet.text(at, 4, price.date, "cell")
        sheet.text(at, 5, label(f"vat.{price.vat}", sheet.language), "cell")
        for offset, amount in enumerate((price.low, price.amount, price.high), start=6):
            sheet.number(at, offset, float(amount), "cell", "money")
        sheet.text(at, 9, f"{price.book} · {price.source}", "cell", "wrap", last_column=INCLUDED)
