"""Inputs: every number the cost formulas read, beside the value it had when the plan was solved."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from optimizer.plan.machines import Pool
from optimizer.plan.money import Network
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell, Expr
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.input_accounting import Accounting, fill_accounting
from optimizer.report.sheets.input_loads import Busy, fill_busy, fill_loads
from optimizer.report.sheets.input_prices import Prices, fill_prices
from optimizer.report.sheets.input_rates import Rates, fill_rates
from optimizer.report.sheets.input_table import CHANGED, HEAD_ROW, NO_NOTE, InputTable, Note
from optimizer.report.texts import Words, same
from optimizer.units import HOURS_PER_YEAR, MONTHS_PER_YEAR, WATTS_PER_KW


@dataclass(frozen=True)
class Machine:
    """A pool on site: what the solver decided and what the machine is."""

    pool: Pool
    servers: Cell
    """Bought."""
    cards: Cell
    max_power_w: Cell
    typical_power_w: Cell
    idle_power_w: Cell
    busy: Busy
    """Busy cards per year on the input sheet."""
    owned_row: int | None
    """Row of owned servers in use per year; None where there are none."""
    owned_maintained_row: int | None
    """Row of owned servers in use and out of warranty."""


@dataclass(frozen=True)
class NetworkCells:
    """What the solver decided about the network between servers."""

    nics: Cell
    leaf_switches: Cell
    spine_switches: Cell
    optics: Cell
    switch_power_w: Cell


@dataclass(frozen=True)
class Constants:
    """Unit conversions and what follows from the inputs alone."""

    hours_per_year: Cell
    watts_per_kw: Cell
    months_per_year: Cell
    tolerance: Cell
    running_shift_years: Cell
    vat_factors: dict[str, Cell]


@dataclass(frozen=True)
class InputCells:
    """Where every input stands; `prices_changed` and `others_changed` count inputs that differ from the solved ones."""

    sheet: str
    prices: Prices
    rates: Rates
    loads: Mapping[str, Cell]
    """Workload → average load."""
    machines: tuple[Machine, ...]
    network: NetworkCells | None
    storage_tb: Cell | None
    """None where none is bought."""
    rented_rows: dict[str, int]
    """Rented server → row of servers per year."""
    rented_counts: dict[str, tuple[float, ...]]
    """Rented server → servers per year."""
    racks: dict[str, Cell]
    """Rack group → racks used by all pools."""
    constants: Constants
    prices_changed: Expr
    others_changed: Expr
    accounting: Accounting
    ranges: Mapping[int, tuple[Expr, Expr]]
    """Row of an input → its low and its high, in the currency of its value."""
    fx: Cell
    """Exchange rate, CNY per USD."""
    converted: Collection[int]
    """Rows of inputs that it converts."""
    names: Mapping[int, tuple[Words, Words]]
    """Row → label and unit."""
    numbers: Mapping[int, str]
    """Row of an input → style of its number."""

    @property
    def changed(self) -> Expr:
        """How many inputs differ from the solved ones."""
        return self.prices_changed + self.others_changed


def fill_inputs(report: Report, sheet: Sheet) -> InputCells:
    """Fill the sheet. Raises ModelError where the plan lacks a parameter that a formula needs."""
    plan, table = report.plan, InputTable(report, sheet)
    table.start()
    table.band("inputs.cases")
    case = table.select()
    table.band("inputs.prices")
    first = table.row
    table.fx = _fx(table, plan)
    prices = fill_prices(table, plan)
    prices_changed = table.changed(first, table.row - 1)
    table.band("inputs.rates")
    second = table.row
    rates = fill_rates(table, plan)
    loads = fill_loads(table, plan)
    table.band("inputs.decisions")
    machines = tuple(_machine(table, plan, pool, loads) for pool in plan.pools if not pool.rented)
    network = None if plan.network is None else _network(table, plan.network)
    storage_tb = _storage(table, plan)
    rented_rows = {p.server: _rented(table, p) for p in plan.pools if p.rented}
    rented_counts = {p.server: tuple(map(float, p.counts)) for p in plan.pools if p.rented}
    racks = {group: _racks_used(table, plan, group) for group in prices.rack_month}
    table.band("inputs.constants")
    constants = _constants(table, plan, rates)
    others_changed = table.changed(second, table.row - 1)
    accounting = fill_accounting(table, plan)
    _names(report, case, rates)
    _colour(sheet, table.row)
    sheet.finish(repeat=(HEAD_ROW, HEAD_ROW + 1))
    return InputCells(
        sheet.name, prices, rates, loads, machines, network, storage_tb, rented_rows, rented_counts, racks, constants,
        prices_changed, others_changed, accounting, table.ranges, table.fx, table.converted, table.names, table.numbers,
    )  # fmt: skip


def _fx(table: InputTable, plan: Plan) -> Cell:
    """Converts what is quoted in the other currency."""
    note = Note(same(plan.price_book), plan.usd_cny_date)
    return table.add("inputs.fx", same("CNY/USD"), plan.usd_cny, "tariff", note=note)


def _machine(table: InputTable, plan: Plan, pool: Pool, loads: Mapping[str, Cell]) -> Machine:
    def add(key: str, unit: Words, value: int, style: str) -> Cell:
        return table.add(key, unit, Decimal(value), "integer", style=style, subject=pool.server_name)

    def owned(key: str, counts: Sequence[int]) -> int | None:
        return table.series(key, table.unit("servers"), counts, pool.server_name) if any(pool.owned) else None

    return Machine(
        pool=pool,
        servers=add("inputs.servers", table.unit("servers"), pool.count, "decision"),
        cards=add("inputs.cards_per_server", table.unit("cards"), pool.cards_per_server, "cell"),
        max_power_w=add("inputs.max_power", same("W"), pool.max_power_w, "cell"),
        typical_power_w=add("inputs.typical_power", same("W"), pool.typical_power_w, "cell"),
        idle_power_w=add("inputs.idle_power", same("W"), pool.idle_power_w, "cell"),
        busy=fill_busy(table, plan, pool, loads),
        owned_row=owned("inputs.owned_servers", pool.owned),
        owned_maintained_row=owned("inputs.owned_maintained", owned_maintained(pool)),
    )


def owned_maintained(pool: Pool) -> tuple[int, ...]:
    """Owned servers in use that are out of warranty, per year."""
    years = zip(pool.owned, pool.owned_in_warranty, strict=True)
    return tuple(0 if in_warranty else count for count, in_warranty in years)


def _network(table: InputTable, network: Network) -> NetworkCells:
    def add(key: str, unit: Words, value: int, style: str) -> Cell:
        return table.add(f"inputs.{key}", unit, Decimal(value), "integer", style=style)

    return NetworkCells(
        nics=add("nics", table.unit("pieces"), network.nics_added, "decision"),
        leaf_switches=add("leaf_switches", table.unit("switches"), network.leaf_switches, "decision"),
        spine_switches=add("spine_switches", table.unit("switches"), network.spine_switches, "decision"),
        optics=add("optics", table.unit("pieces"), network.optics, "decision"),
        switch_power_w=add("switch_power", same("W"), network.switch_power_w, "cell"),
    )


def _storage(table: InputTable, plan: Plan) -> Cell | None:
    if plan.storage is None or not plan.storage.ordered_tb:
        return None
    capacity = Decimal(plan.storage.ordered_tb)
    return table.add("inputs.storage_tb", table.unit("tb"), capacity, "integer", style="decision")


def _rented(table: InputTable, pool: Pool) -> int:
    return table.series("inputs.rented_servers", table.unit("servers"), pool.counts, pool.server_name)


def _racks_used(table: InputTable, plan: Plan, group: str) -> Cell:
    used = sum(pool.racks.get(group, 0) for pool in plan.pools)
    return table.add(
        "inputs.racks_used", table.unit("racks"), Decimal(used), "integer", style="decision", subject=group
    )


def _constants(table: InputTable, plan: Plan, rates: Rates) -> Constants:
    def add(key: str, unit: Words, value: Decimal | int, number: str, note: Note = NO_NOTE) -> Cell:
        return table.add(key, unit, Decimal(value), number, style="cell", note=note)

    one = add("inputs.one", table.unit("ratio"), 1, "whole")
    half = add("inputs.half_year", table.unit("years"), Decimal("0.5"), "general")
    hours = add("inputs.hours", same("h"), HOURS_PER_YEAR, "integer")
    watts = add("inputs.watts", same("W/kW"), WATTS_PER_KW, "integer")
    months = add("inputs.months_per_year", table.unit("months"), MONTHS_PER_YEAR, "integer")
    tolerance = add("inputs.tolerance", same(table.currency), Decimal("0.01"), "money")
    return Constants(
        hours_per_year=hours,
        watts_per_kw=watts,
        months_per_year=months,
        tolerance=tolerance,
        running_shift_years=table.derived("inputs.shift", table.unit("years"), rates.mid_year * half),
        vat_factors={
            vat_class: table.derived(
                f"inputs.vat_factor_{vat_class}", table.unit("ratio"), one + rate * (one - rates.vat_recoverable)
            )
            for vat_class, rate in rates.vat.items()
        },
    )


def _names(report: Report, case: Cell, rates: Rates) -> None:
    """Names for the few inputs that act on everything; formulas of the workbook use addresses."""
    for name, cell in (
        ("selected_case", case),
        ("discount_rate", rates.discount_rate),
        ("mid_year", rates.mid_year),
        ("vat_recoverable", rates.vat_recoverable),
    ):
        report.workbook.define_name(name, f"={cell.text}")


def _colour(sheet: Sheet, last_row: int) -> None:
    """Flags at 1 turn amber."""
    rule = {"type": "cell", "criteria": "==", "value": 1, "format": sheet.styles("warn")}
    sheet.worksheet.conditional_format(HEAD_ROW + 2, CHANGED, last_row, CHANGED, rule)
