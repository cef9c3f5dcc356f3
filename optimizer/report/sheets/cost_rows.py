"""Rows of the cost sheet: one per cost item and subject, each `constant × driver` (formulas: optimizer.cost)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from optimizer.cost.items import CostItem
from optimizer.plan.plan import Plan
from optimizer.report.axis import Axis
from optimizer.report.cells import Expr
from optimizer.report.item_order import ITEM_ORDER
from optimizer.report.sheets.inputs import InputCells, Machine
from optimizer.report.texts import both

NETWORK = "network"
"""Subject of the switches' cost lines."""
STORAGE = "storage"
"""Subject of the storage's cost line."""


@dataclass(frozen=True)
class Driver:
    """A row of the time axis that multiplies a constant: a 0/1 flag, energy or servers rented."""

    sheet: str
    """Empty: the cost sheet itself."""
    row: int
    values: Mapping[int, float]
    """By column; absent = 0."""


@dataclass(frozen=True)
class Timeline:
    """The flags of the cost sheet."""

    purchase: Driver
    running: Driver
    after_warranty: Driver
    end: Driver


@dataclass(frozen=True)
class Fleet:
    """Quantities of a pool on site by year."""

    in_service: Driver
    maintained: Driver
    """Servers in service and out of warranty."""
    energy_kwh: Driver


@dataclass(frozen=True)
class CostRow:
    """One cost item of one subject: amount in a column = constant × driver."""

    item: CostItem
    subject: str
    title: str
    """What the reader sees of the subject: a name, not an id."""
    constant: Expr
    unit: str
    """Suffix of `currency/…`; empty where the constant is an amount."""
    driver: Driver


def items_of(plan: Plan) -> tuple[CostItem, ...]:
    """Cost items that have at least one row, in report order."""
    on_site = [pool for pool in plan.pools if not pool.rented]
    present: dict[CostItem, bool] = dict.fromkeys(ITEM_ORDER, any(pool.count for pool in on_site))
    present |= dict.fromkeys(("energy", "maintenance", "licences", "staff"), bool(on_site))
    present["network"] = plan.network is not None
    present["storage"] = plan.storage is not None and plan.storage.ordered_tb > 0
    present["adaptation"] = bool(plan.ecosystem_costs)
    present["space"] = any(rent.cost_per_month is not None for rent in plan.rack_rents)
    present["rent"] = any(pool.rented for pool in plan.pools)
    return tuple(item for item in ITEM_ORDER if present[item])


def cost_rows(
    plan: Plan, inputs: InputCells, time: Timeline, fleets: Mapping[str, Fleet], switch_kwh: Driver | None
) -> tuple[CostRow, ...]:
    """All rows in report order; `fleets` by server."""
    rows = [row for machine in inputs.machines for row in _running_rows(machine, inputs, fleets[machine.pool.server])]
    rows += [row for machine in inputs.machines if machine.pool.count for row in _bought_rows(machine, inputs, time)]
    if switch_kwh is not None:
        rows += _network_rows(plan, inputs, time, switch_kwh)
    rows += _storage_rows(plan, inputs, time)
    rows += _adaptation_rows(inputs, time)
    rows += _space_rows(inputs, time)
    rows += _rent_rows(plan, inputs)
    return tuple(sorted(rows, key=lambda row: ITEM_ORDER.index(row.item)))


def _bought_rows(machine: Machine, inputs: InputCells, time: Timeline) -> Iterator[CostRow]:
    pool, rates, prices, constants = machine.pool, inputs.rates, inputs.prices, inputs.constants
    vat = constants.vat_factors
    value = machine.servers * prices.unit_price[pool.server, False]
    kilowatts = machine.servers * machine.max_power_w / constants.watts_per_kw
    amounts: tuple[tuple[CostItem, Expr, Driver], ...] = (
        ("servers", value * vat["goods"], time.purchase),
        ("installation", value * rates.installation_rate * vat["services"], time.purchase),
        ("facility_work", kilowatts * prices.facility_work_per_kw[pool.server] * vat["services"], time.purchase),
        ("spares_stock", value * rates.spares_stock_rate * vat["goods"], time.purchase),
        ("resale", -(value * rates.resale_factor[pool.server]), time.end),
    )
    for item, constant, driver in amounts:
        yield CostRow(item, pool.server, pool.server_name, constant, "", driver)


def _running_rows(machine: Machine, inputs: InputCells, fleet: Fleet) -> Iterator[CostRow]:
    """Per kWh and per server-year, of bought and owned servers alike."""
    pool, rates, prices = machine.pool, inputs.rates, inputs.prices
    vat = inputs.constants.vat_factors
    price = prices.unit_price[pool.server, False]
    amounts: tuple[tuple[CostItem, Expr, str, Driver], ...] = (
        ("energy", prices.price_per_kwh[pool.server] * vat["goods"], "kwh", fleet.energy_kwh),
        ("maintenance", price * rates.maintenance_rate * vat["services"], "server_year", fleet.maintained),
        (
            "licences",
            machine.cards * prices.licence_per_card_year * vat["services"],
            "server_year",
            fleet.in_service,
        ),
        ("staff", prices.staff_fte_year / rates.servers_per_fte, "server_year", fleet.in_service),
    )
    for item, constant, unit, driver in amounts:
        yield CostRow(item, pool.server, pool.server_name, constant, unit, driver)


def _network_rows(plan: Plan, inputs: InputCells, time: Timeline, switch_kwh: Driver) -> Iterator[CostRow]:
    prices, counts, goods = inputs.prices.network, inputs.network, inputs.constants.vat_factors["goods"]
    if prices is None or counts is None:
        raise AssertionError("a network without its inputs")
    title = both("item.network", plan.language).here
    equipment = (
        counts.nics * prices.nic
        + (counts.leaf_switches + counts.spine_switches) * prices.switch
        + counts.optics * prices.optic
    )
    yield CostRow("network", NETWORK, title, equipment * goods, "", time.purchase)
    yield CostRow("energy", NETWORK, title, prices.price_per_kwh * goods, "kwh", switch_kwh)


def _storage_rows(plan: Plan, inputs: InputCells, time: Timeline) -> Iterator[CostRow]:
    capacity, price, goods = inputs.storage_tb, inputs.prices.storage_per_tb, inputs.constants.vat_factors["goods"]
    if capacity is not None and price is not None:
        title = both("item.storage", plan.language).here
        yield CostRow("storage", STORAGE, title, capacity * price * goods, "", time.purchase)


def _adaptation_rows(inputs: InputCells, time: Timeline) -> Iterator[CostRow]:
    for ecosystem, month in inputs.prices.engineer_month.items():
        constant = inputs.rates.adaptation_months[ecosystem] * month
        yield CostRow("adaptation", ecosystem, ecosystem, constant, "", time.purchase)


def _space_rows(inputs: InputCells, time: Timeline) -> Iterator[CostRow]:
    factor = inputs.constants.vat_factors["space"]
    for group, month in inputs.prices.rack_month.items():
        constant = inputs.racks[group] * month * inputs.constants.months_per_year * factor
        yield CostRow("space", group, group, constant, "year", time.running)


def _rent_rows(plan: Plan, inputs: InputCells) -> Iterator[CostRow]:
    factor = inputs.constants.vat_factors["services"]
    years = Axis(plan.cost_rules.horizon_years).years
    for pool in plan.pools:
        if pool.rented:
            constant = inputs.constants.hours_per_year * inputs.prices.unit_price[pool.server, True] * factor
            counts = {column: float(count) for column, count in zip(years, pool.counts, strict=True)}
            driver = Driver(inputs.sheet, inputs.rented_rows[pool.server], counts)
            yield CostRow("rent", f"{pool.server} (rent)", pool.server_name, constant, "server_year", driver)
