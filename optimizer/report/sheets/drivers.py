"""What drives the TCO of a fixed plan: for every input how the present value follows it.

linear      TCO + slope · (x − x now)             prices, rates, PUE, resale, months, VAT
reciprocal  TCO + amount · (x now / x − 1)        servers per operator
warranty    TCO + amount · (Σ factors of the years after x − of those after x now)
discount    Σ cost of each column · (1 + x)^−time
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from optimizer.cost.items import VAT_CLASS, CostItem, VatClass
from optimizer.report.cells import Cell, Expr
from optimizer.report.sheets.cost import CostCells
from optimizer.report.sheets.cost_grid import PRESENT
from optimizer.report.sheets.cost_rows import Fleet
from optimizer.report.sheets.inputs import InputCells, Machine
from optimizer.report.sheets.statement import added

Kind = Literal["linear", "reciprocal", "warranty", "discount"]


@dataclass(frozen=True)
class Driver:
    """An input and what the TCO gains per unit of it, or the amount that its own formula scales."""

    cell: Cell
    kind: Kind
    slope: Expr


class Present:
    """Sums of discount factors over rows of the cost sheet."""

    def __init__(self, cost: CostCells) -> None:
        self._cost, self.years = cost, cost.axis.years

    def of(self, row: int, values: dict[int, float], sheet: str = "") -> Expr:
        """Σ row · discount factor."""
        cost = self._cost
        span, factors = cost.fixed_span(row, sheet), cost.fixed_span(cost.discount_row)
        return Expr(f"SUMPRODUCT({span},{factors})", sum(v * cost.factors[c] for c, v in values.items()))

    def in_service(self, fleet: Fleet) -> Expr:
        return self.of(fleet.in_service.row, dict(fleet.in_service.values))

    def maintained(self, fleet: Fleet) -> Expr:
        return self.of(fleet.maintained.row, dict(fleet.maintained.values))

    def energy_kwh(self, fleet: Fleet) -> Expr:
        return self.of(fleet.energy_kwh.row, dict(fleet.energy_kwh.values))

    def running(self) -> Expr:
        """Of the years: what one unit a year is worth."""
        cost = self._cost
        return self.of(cost.running_row, dict.fromkeys(cost.axis.years, 1.0))

    def end(self) -> Expr:
        """Factor of the end of the horizon."""
        cost = self._cost
        return self.of(cost.end_row, {cost.axis.end: 1.0})


def drivers(inputs: InputCells, cost: CostCells) -> list[Driver]:
    """Every input that the TCO depends on, in the order of the input sheet."""
    parts: dict[int, list[tuple[Cell, Kind, Expr]]] = {}
    for cell, kind, slope in _parts(inputs, cost, Present(cost)):
        parts.setdefault(cell.row, []).append((cell, kind, slope))
    return [Driver(rows[0][0], rows[0][1], added([slope for _, _, slope in rows])) for _, rows in sorted(parts.items())]


def _parts(inputs: InputCells, cost: CostCells, present: Present) -> Iterator[tuple[Cell, Kind, Expr]]:
    """(input, kind, slope); those of one input add up."""
    for machine in inputs.machines:
        yield from _on_site(inputs, machine, cost.fleets[machine.pool.server], present)
        if machine.pool.count:
            yield from _bought(inputs, machine, cost, present)
    yield from _rented(inputs, cost, present)
    yield from _shared(inputs, present)
    if cost.switch_kwh is not None:
        yield from _network(inputs, cost, present)
    yield from _vat(inputs, cost)
    yield inputs.rates.discount_rate, "discount", Expr("0", 0.0)


def _on_site(inputs: InputCells, machine: Machine, fleet: Fleet, present: Present) -> Iterator[tuple[Cell, Kind, Expr]]:
    server, rates, prices = machine.pool.server, inputs.rates, inputs.prices
    vat = inputs.constants.vat_factors
    tariff, price = prices.price_per_kwh[server], prices.unit_price[server, False]
    kwh, maintained, in_service = present.energy_kwh(fleet), present.maintained(fleet), present.in_service(fleet)
    yield tariff, "linear", vat["goods"] * kwh
    yield rates.pue[server], "linear", tariff * vat["goods"] * kwh / rates.pue[server]
    for workload, (row, cards) in machine.busy.held.items():
        years = present.of(row, dict(zip(present.years, cards, strict=True)), inputs.sheet)
        yield inputs.loads[workload], "linear", _card_kwh(inputs, machine) * tariff * vat["goods"] * years
    yield price, "linear", rates.maintenance_rate * vat["services"] * maintained
    yield rates.maintenance_rate, "linear", price * vat["services"] * maintained
    yield prices.licence_per_card_year, "linear", machine.cards * vat["services"] * in_service
    yield prices.staff_fte_year, "linear", in_service / rates.servers_per_fte
    yield rates.servers_per_fte, "reciprocal", prices.staff_fte_year * in_service / rates.servers_per_fte


def _card_kwh(inputs: InputCells, machine: Machine) -> Expr:
    """What one busy card adds in a year."""
    constants = inputs.constants
    added_w = (machine.typical_power_w - machine.idle_power_w) / machine.cards
    return added_w * inputs.rates.pue[machine.pool.server] * constants.hours_per_year / constants.watts_per_kw


def _bought(
    inputs: InputCells, machine: Machine, cost: CostCells, present: Present
) -> Iterator[tuple[Cell, Kind, Expr]]:
    server, rates, prices, constants = machine.pool.server, inputs.rates, inputs.prices, inputs.constants
    vat, n = constants.vat_factors, machine.servers
    price, work, resale = (
        prices.unit_price[server, False],
        prices.facility_work_per_kw[server],
        rates.resale_factor[server],
    )
    yield price, "linear", n * vat["goods"]
    yield price, "linear", n * vat["goods"] * rates.spares_stock_rate
    yield price, "linear", n * vat["services"] * rates.installation_rate
    yield price, "linear", -(n * resale * present.end())
    yield work, "linear", n * machine.max_power_w / constants.watts_per_kw * vat["services"]
    yield rates.installation_rate, "linear", n * price * vat["services"]
    yield rates.spares_stock_rate, "linear", n * price * vat["goods"]
    yield resale, "linear", -(n * price * present.end())
    if not machine.pool.second_hand:
        yield rates.warranty_years, "warranty", n * price * rates.maintenance_rate * vat["services"]


def _rented(inputs: InputCells, cost: CostCells, present: Present) -> Iterator[tuple[Cell, Kind, Expr]]:
    factor, hours = inputs.constants.vat_factors["services"], inputs.constants.hours_per_year
    for (server, rented), price in inputs.prices.unit_price.items():
        if rented:
            counts = dict(zip(cost.axis.years, inputs.rented_counts[server], strict=True))
            yield price, "linear", hours * factor * present.of(inputs.rented_rows[server], counts, inputs.sheet)


def _shared(inputs: InputCells, present: Present) -> Iterator[tuple[Cell, Kind, Expr]]:
    prices, rates, constants = inputs.prices, inputs.rates, inputs.constants
    for group, month in prices.rack_month.items():
        yield (
            month,
            "linear",
            (inputs.racks[group] * constants.months_per_year * constants.vat_factors["space"] * present.running()),
        )
    if prices.storage_per_tb is not None and inputs.storage_tb is not None:
        yield prices.storage_per_tb, "linear", inputs.storage_tb * constants.vat_factors["goods"]
    for ecosystem, month in prices.engineer_month.items():
        yield month, "linear", rates.adaptation_months[ecosystem]
        yield rates.adaptation_months[ecosystem], "linear", month


def _network(inputs: InputCells, cost: CostCells, present: Present) -> Iterator[tuple[Cell, Kind, Expr]]:
    prices, counts, pue = inputs.prices.network, inputs.network, inputs.rates.network_pue
    if prices is None or counts is None or pue is None or cost.switch_kwh is None:
        raise AssertionError("a network without its inputs")
    goods = inputs.constants.vat_factors["goods"]
    kwh = present.of(cost.switch_kwh.row, dict(cost.switch_kwh.values))
    yield prices.nic, "linear", counts.nics * goods
    yield prices.switch, "linear", (counts.leaf_switches + counts.spine_switches) * goods
    yield prices.optic, "linear", counts.optics * goods
    yield prices.price_per_kwh, "linear", goods * kwh
    yield pue, "linear", prices.price_per_kwh * goods * kwh / pue


def _vat(inputs: InputCells, cost: CostCells) -> Iterator[tuple[Cell, Kind, Expr]]:
    """Only where VAT is not recovered: the items of a class ex VAT."""
    switch = inputs.rates.vat_recoverable
    kinds: Sequence[VatClass] = ("goods", "services", "space")
    for kind in kinds:
        items: list[CostItem] = [item for item in cost.item_rows if VAT_CLASS[item] == kind]
        if items:
            paid = added([cost.cell(cost.item_rows[i], PRESENT, cost.items[i][PRESENT]) for i in items])
            net = paid / inputs.constants.vat_factors[kind]
            yield (
                inputs.rates.vat[kind],
                "linear",
                Expr(f"(1-{switch.text})*{net.text}", (1 - switch.value) * net.value),
            )
