"""Price inputs: machines, electricity, racks, work, staff. A change here asks for a new solve."""

from dataclasses import dataclass
from decimal import Decimal

from optimizer.errors import ModelError
from optimizer.plan.machines import Pool
from optimizer.plan.money import Network, Parameter
from optimizer.plan.plan import Plan
from optimizer.plan.storage import Storage
from optimizer.report.cells import Cell
from optimizer.report.plan_texts import in_both
from optimizer.report.sheets.input_table import (
    Currency,
    InputTable,
    Note,
    Span,
    is_assumed,
    parameter_currency,
    parameter_note,
    parameter_span,
    requested,
)
from optimizer.report.texts import Words, both

TARIFF = "site.electricity.price_per_kwh"


@dataclass(frozen=True)
class Prices:
    """All in the request currency, ex VAT. Pools are keyed by server and whether rented."""

    unit_price: dict[tuple[str, bool], Cell]
    """Bought: per server; rented: per server-hour."""
    price_per_kwh: dict[str, Cell]
    facility_work_per_kw: dict[str, Cell]
    """By server bought."""
    rack_month: dict[str, Cell]
    """By rack group, per rack."""
    engineer_month: dict[str, Cell]
    """By ecosystem."""
    licence_per_card_year: Cell
    staff_fte_year: Cell
    network: "NetworkPrices | None"
    storage_per_tb: Cell | None
    """None where none is bought."""


@dataclass(frozen=True)
class NetworkPrices:
    """Per piece, and electricity for the switches."""

    nic: Cell
    switch: Cell
    optic: Cell
    price_per_kwh: Cell


def fill_prices(table: InputTable, plan: Plan) -> Prices:
    """Write the price rows."""
    on_site = [pool for pool in plan.pools if not pool.rented]
    return Prices(
        unit_price={(pool.server, pool.rented): _unit_price(table, plan, pool) for pool in plan.pools},
        price_per_kwh=table.shared(
            "inputs.tariff",
            table.money_per("kwh"),
            "tariff",
            on_site,
            lambda p: p.price_per_kwh,
            lambda p: requested(plan, TARIFF),
            lambda p: _tariff_span(plan),
            lambda p: _tariff_currency(plan),
        ),
        facility_work_per_kw=table.shared(
            "inputs.facility_work",
            table.money_per("kw"),
            "money",
            [pool for pool in on_site if pool.count],
            lambda p: p.facility_work_per_kw,
            lambda p: parameter_note(plan, f"facility_work_{p.cooling}_per_kw"),
            lambda p: parameter_span(plan, f"facility_work_{p.cooling}_per_kw"),
            lambda p: parameter_currency(plan, f"facility_work_{p.cooling}_per_kw"),
        ),
        rack_month={
            r.group: table.add(
                "inputs.rack_rent",
                table.money_per("rack_month"),
                r.cost_per_month,
                "money",
                subject=r.group,
                note=requested(plan, "site.racks"),
            )
            for r in plan.rack_rents
            if r.cost_per_month is not None
        },
        engineer_month={
            e.ecosystem: table.add(
                "inputs.engineer_month",
                table.money_per("month"),
                e.month_price,
                "money",
                subject=e.ecosystem,
                note=parameter_note(plan, "engineer_month"),
                span=parameter_span(plan, "engineer_month"),
                quoted=parameter_currency(plan, "engineer_month"),
            )
            for e in plan.ecosystem_costs
        },
        licence_per_card_year=add_parameter(
            table, plan, "licence_per_card_year", table.money_per("card_year"), "money"
        ),
        staff_fte_year=add_parameter(table, plan, "staff_fte_year", table.money_per("fte_year"), "money"),
        network=None if plan.network is None else _network(table, plan, plan.network),
        storage_per_tb=_storage(table, plan, plan.storage) if plan.storage and plan.storage.ordered_tb else None,
    )


def _storage(table: InputTable, plan: Plan, storage: Storage) -> Cell:
    note = parameter_note(plan, "parallel_storage_price")
    span = parameter_span(plan, "parallel_storage_price")
    quoted = parameter_currency(plan, "parallel_storage_price")
    return table.add(
        "inputs.storage_price", table.money_per("tb"), storage.price_per_tb, "money", note=note, span=span,
        quoted=quoted,
    )  # fmt: skip


def _network(table: InputTable, plan: Plan, network: Network) -> NetworkPrices:
    """The card's parameter is the one of its price: the plan does not carry the rate."""
    nics = ("nic_200g_price", "nic_400g_price")
    nic = next((p.id for p in plan.parameters if p.id in nics and p.value == network.nic_price), "")

    def piece(key: str, unit: str, price: Decimal, parameter_id: str) -> Cell:
        note = parameter_note(plan, parameter_id)
        span, quoted = parameter_span(plan, parameter_id), parameter_currency(plan, parameter_id)
        return table.add(f"inputs.{key}", table.money_per(unit), price, "money", note=note, span=span, quoted=quoted)

    subject = both("item.network", plan.language).here
    return NetworkPrices(
        nic=piece("nic_price", "pieces", network.nic_price, nic),
        switch=piece("switch_price", "switches", network.switch_price, f"switch_{network.kind}_price"),
        optic=piece("optic_price", "pieces", network.optic_price, "optic_price"),
        price_per_kwh=table.add(
            "inputs.tariff",
            table.money_per("kwh"),
            network.price_per_kwh,
            "tariff",
            subject=subject,
            note=requested(plan, TARIFF),
            span=_tariff_span(plan),
            quoted=_tariff_currency(plan),
        ),
    )


def _unit_price(table: InputTable, plan: Plan, pool: Pool) -> Cell:
    price = pool.unit_price
    key, unit = ("inputs.hourly_rent", "server_hour") if pool.rented else ("inputs.unit_price", "server")
    note = Note(in_both(price.source, plan.language), price.date, price.confidence)
    span = Span(price.low, price.high)
    return table.add(
        key, table.money_per(unit), price.amount, "money", subject=pool.server_name, note=note, span=span,
        quoted=price.quoted,
    )  # fmt: skip


def _tariff_span(plan: Plan) -> Span | None:
    """Of the parameter, where the file states no tariff."""
    return parameter_span(plan, "electricity_price") if is_assumed(plan, TARIFF) else None


def _tariff_currency(plan: Plan) -> Currency | None:
    return parameter_currency(plan, "electricity_price") if is_assumed(plan, TARIFF) else None


def add_parameter(table: InputTable, plan: Plan, parameter_id: str, unit: Words, number: str) -> Cell:
    """The row of one cost parameter. Raises ModelError where the plan does not carry it."""
    parameter = _parameter(plan, parameter_id)
    note, span = parameter_note(plan, parameter_id), parameter_span(plan, parameter_id)
    return table.add(
        f"inputs.{parameter_id}", unit, parameter.value, number, note=note, span=span, quoted=parameter.quoted
    )


def _parameter(plan: Plan, parameter_id: str) -> Parameter:
    for parameter in plan.parameters:
        if parameter.id == parameter_id:
            return parameter
    raise ModelError(f"the plan lacks the cost parameter {parameter_id}")
