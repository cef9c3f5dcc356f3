"""Own against rent by utilisation, for every pool that is bought and whose card the catalog offers for rent.

own(U) = F + V·U       F: pool without the energy of its load, and its part of the network;  V: that energy at U = 1
rent(U) = R·U          R: price per card-hour · cards · hours of a year · Σ discount factors of the years
U* = F / (R − V)       all present values; renting pays only for the hours in use
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from optimizer.cost.items import CostItem
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.break_even_chart import CHART_ROWS, insert_curves
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_grid import PRESENT
from optimizer.report.sheets.drivers import Present
from optimizer.report.sheets.inputs import InputCells, Machine
from optimizer.report.sheets.unit_cost import UnitCells
from optimizer.report.texts import Words, both, same

LABEL, OTHER, UNIT, OTHER_UNIT, RENT_LOW, RENT, RENT_HIGH = range(7)
HEAD = (
    "head.label", "head.other_label", "head.unit", "head.other_label", "break.low", "break.middle", "break.high",
)  # fmt: skip
CURVE = ("break.used", "head.other_label", "break.own", "head.other_label", "break.low", "break.middle", "break.high")
RENTS = (RENT_LOW, RENT, RENT_HIGH)
HEAD_ROW = 3
STEPS = 10


@dataclass(frozen=True)
class _Row:
    """A row with its value in each of the three rent columns."""

    row: int
    values: dict[int, float]


def fill_break_even(report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells, units: UnitCells) -> None:
    """Fill the sheet; a pool whose card nobody in the catalog rents out is said to be so."""
    sheet.other_language(OTHER, OTHER_UNIT)
    sheet.title("sheet.break_even", "break_even.note")
    sheet.head(HEAD_ROW, LABEL, HEAD)
    row = HEAD_ROW + 2
    for machine in inputs.machines:
        pool = machine.pool
        if not pool.count or (pool.server, False) not in units.pools:
            continue
        sheet.section_words(row, LABEL, RENT_HIGH, same(pool.server_name))
        rent = inputs.accounting.rent_per_card_hour.get(pool.card)
        if rent is None or any(pool.owned):
            key = "break.no_offer" if rent is None else "break.owned"
            sheet.words(row + 1, LABEL, both(key, sheet.language), "muted", "wrap")
            row += 3
            continue
        row = _Pool(report, sheet, inputs, cost, machine, rent, row + 1).write(units.pools[pool.server, False])
    sheet.worksheet.freeze_panes(HEAD_ROW + 2, UNIT)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))


class _Pool:
    """The rows of one pool, its curve and its chart."""

    def __init__(
        self, report: Report, sheet: Sheet, inputs: InputCells, cost: CostCells, machine: Machine, rent: Cell, row: int
    ) -> None:
        self._report, self._sheet, self._inputs, self._cost, self._machine = report, sheet, inputs, cost, machine
        self._ends = dict(zip(RENTS, (inputs.ranges[rent.row][0], rent, inputs.ranges[rent.row][1]), strict=True))
        self._money = same(report.currency)
        self.row = row

    def write(self, pool_cost: Cell) -> int:
        """Everything; returns the next free row."""
        inputs, machine, present = self._inputs, self._machine, Present(self._cost)
        server, constants = machine.pool.server, inputs.constants
        price = self._line("inputs.rent_per_card_hour", self._per("card_hour"), dict(self._ends), "money", "link")
        pool = self._line("break.pool", self._money, pool_cost, "money0", "link")
        network = self._line("break.network", self._money, self._network(), "money0")
        annuity = self._line("break.years", both("unit.years", self._sheet.language), present.running(), "thousandths")
        per_watt = (
            inputs.rates.pue[server] * constants.hours_per_year / constants.watts_per_kw
            * inputs.prices.price_per_kwh[server] * constants.vat_factors["goods"] * machine.servers
        )  # fmt: skip
        watt = self._line("break.per_watt", self._per("w"), per_watt, "decimal")
        energy = self._line("break.energy", self._money, self._present("energy", server), "money0", "link")
        idle = self._line(
            "break.idle",
            self._money,
            lambda c: self._at(watt, c) * machine.idle_power_w * self._at(annuity, c),
        )
        fixed = self._line(
            "break.fixed",
            self._money,
            lambda c: self._at(pool, c) + self._at(network, c) + self._at(idle, c) - self._at(energy, c),
        )
        above = machine.typical_power_w - machine.idle_power_w
        load = self._line("break.load", self._money, lambda c: self._at(watt, c) * above * self._at(annuity, c))
        hours = machine.servers * machine.cards * constants.hours_per_year * constants.vat_factors["services"]
        rent = self._line("break.rent", self._money, lambda c: self._at(price, c) * hours * self._at(annuity, c))
        share = both("unit.utilisation", self._sheet.language)
        self._line("break.even", share, lambda c: self._even(fixed, load, rent, c), "percent", "total")
        self._verdict(self.row - 1)
        busy = dict(zip(self._cost.axis.years, map(float, machine.pool.busy_cards), strict=True))
        worked = present.of(machine.busy.row, busy, inputs.sheet)
        planned = self._line(
            "break.planned",
            share,
            lambda c: Expr(
                f"{worked.text}/({machine.servers.text}*{machine.cards.text}*{self._at(annuity, c).text})",
                worked.value / (machine.servers.value * machine.cards.value * annuity.values[c]),
            ),
            "percent",
        )
        self._line("break.saved", self._money, lambda c: self._saved(fixed, load, rent, planned, c))
        return self._curve(fixed, load, rent)

    def _per(self, unit: str) -> Words:
        return both(f"unit.{unit}", self._sheet.language).after(f"{self._report.currency}/")

    def _at(self, line: _Row, column: int) -> Expr:
        return Expr(self._sheet.address(line.row, column, row_fixed=True), line.values[column])

    def _line(
        self, key: str, unit: Words, formula: Expr | Mapping[int, Expr] | Callable[[int], Expr], number: str = "money0",
        *style: str,
    ) -> _Row:  # fmt: skip
        """A row with one formula in the three rent columns: one for all, by column, or as a function of the column."""
        sheet, row = self._sheet, self.row
        sheet.label(row, LABEL, key, "cell")
        sheet.words(row, UNIT, unit, "cell", "center")
        values = {}
        for column in RENTS:
            if isinstance(formula, Expr):
                expr = formula
            else:
                expr = formula[column] if isinstance(formula, Mapping) else formula(column)
            values[column] = sheet.formula(row, column, expr, "cell", number, *style).value
        self.row += 1
        return _Row(row, values)

    def _present(self, item: CostItem, subject: str) -> Expr:
        """Present value of an item of one subject; 0 where the plan has none."""
        cost = self._cost
        if (item, subject) not in cost.subjects:
            return Expr("0", 0.0)
        return cost.cell(cost.subjects[item, subject], PRESENT, cost.subject_values[item, subject][PRESENT])

    def _network(self) -> Expr:
        """Switches, cards and transceivers and their energy, by cards bought."""
        if ("network", "network") not in self._cost.subjects:
            return Expr("0", 0.0)
        bought = [machine for machine in self._inputs.machines if machine.pool.count]
        mine = self._machine.servers * self._machine.cards
        everyone = bought[0].servers * bought[0].cards
        for machine in bought[1:]:
            everyone = everyone + machine.servers * machine.cards
        whole = self._present("network", "network") + self._present("energy", "network")
        return Expr(f"{whole.text}*{mine.text}/({everyone.text})", whole.value * mine.value / everyone.value)

    def _even(self, fixed: _Row, load: _Row, rent: _Row, column: int) -> Expr:
        f, v, r = (self._at(line, column) for line in (fixed, load, rent))
        value = f.value / (r.value - v.value) if r.value > v.value else 0.0
        return Expr(f"IF({r.text}>{v.text},{f.text}/({r.text}-{v.text}),0)", value)

    def _saved(self, fixed: _Row, load: _Row, rent: _Row, used: _Row, column: int) -> Expr:
        f, v, r, u = (self._at(line, column) for line in (fixed, load, rent, used))
        return Expr(f"({r.text}-{v.text})*{u.text}-{f.text}", (r.value - v.value) * u.value - f.value)

    def _verdict(self, row: int) -> None:
        """Above 1 (or 0, where renting costs less than the energy): owning never pays."""
        rule = {"type": "cell", "criteria": "not between", "minimum": 0.0000001, "maximum": 1}
        rule["format"] = self._sheet.styles("warn")
        self._sheet.worksheet.conditional_format(row, RENT_LOW, row, RENT_HIGH, rule)

    def _curve(self, fixed: _Row, load: _Row, rent: _Row) -> int:
        """Cost over utilisation, and its chart; returns the next free row."""
        sheet, head = self._sheet, self.row + 2
        sheet.section(head - 1, LABEL, RENT_HIGH, "break.curve")
        sheet.head(head, LABEL, CURVE)
        first = head + 2
        for step in range(1, STEPS + 1):
            row = first + step - 1
            sheet.number(row, LABEL, step / STEPS, "cell", "share", "center", "muted")
            used = sheet.address(row, LABEL, column_fixed=True)
            f, v = (sheet.address(line.row, RENT, row_fixed=True, column_fixed=True) for line in (fixed, load))
            own = fixed.values[RENT] + load.values[RENT] * step / STEPS
            sheet.text(row, OTHER, "", "cell")
            sheet.formula(row, UNIT, Expr(f"{f}+{v}*{used}", own), "cell", "money0")
            sheet.text(row, OTHER_UNIT, "", "cell")
            for column in RENTS:
                cost = self._at(rent, column)
                sheet.formula(row, column, Expr(f"{cost.text}*{used}", cost.value * step / STEPS), "cell", "money0")
        last = first + STEPS - 1
        insert_curves(self._report, sheet, (first, last), self._machine.pool.server_name, last + 2)
        return last + 4 + CHART_ROWS
