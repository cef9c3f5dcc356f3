"""Rate inputs: discounting, VAT, shares of price, warranty, PUE, resale, adaptation effort."""

from dataclasses import dataclass
from decimal import Decimal

from optimizer.cost.items import VatClass
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell
from optimizer.report.plan_texts import in_both
from optimizer.report.sheets.input_prices import add_parameter
from optimizer.report.sheets.input_table import InputTable, Note, Span, parameter_note, parameter_span, requested
from optimizer.report.texts import both


@dataclass(frozen=True)
class Rates:
    """Pure numbers, years and months; switches are 1 or 0."""

    discount_rate: Cell
    mid_year: Cell
    vat_recoverable: Cell
    vat: dict[VatClass, Cell]
    installation_rate: Cell
    spares_stock_rate: Cell
    maintenance_rate: Cell
    warranty_years: Cell
    servers_per_fte: Cell
    pue: dict[str, Cell]
    """By server."""
    network_pue: Cell | None
    resale_factor: dict[str, Cell]
    """By server bought."""
    adaptation_months: dict[str, Cell]
    """By ecosystem."""


def fill_rates(table: InputTable, plan: Plan) -> Rates:
    """Write the rows of rates."""
    rules, on_site = plan.cost_rules, [pool for pool in plan.pools if not pool.rented]
    ratio = table.unit("ratio")
    return Rates(
        discount_rate=table.add(
            "inputs.discount_rate",
            table.unit("per_year"),
            rules.discount_rate,
            "percent",
            note=requested(plan, "finance.discount_rate"),
        ),
        mid_year=table.switch("inputs.mid_year", rules.timing == "mid_year", requested(plan, "finance.timing")),
        vat_recoverable=table.switch(
            "inputs.vat_recoverable", rules.vat_recoverable, requested(plan, "finance.vat.recoverable")
        ),
        vat={
            "goods": _vat_rate(table, plan, "goods", rules.vat_goods),
            "services": _vat_rate(table, plan, "services", rules.vat_services),
            "space": _vat_rate(table, plan, "space", rules.vat_space),
        },
        installation_rate=add_parameter(table, plan, "installation_rate", ratio, "percent"),
        spares_stock_rate=add_parameter(table, plan, "spares_stock_rate", ratio, "percent"),
        maintenance_rate=add_parameter(table, plan, "maintenance_rate", table.unit("per_year"), "percent"),
        warranty_years=add_parameter(table, plan, "warranty_years", table.unit("years"), "general"),
        servers_per_fte=add_parameter(table, plan, "servers_per_fte", table.unit("servers_per_fte"), "general"),
        pue=table.shared(
            "inputs.pue", ratio, "general", on_site, lambda p: p.pue, lambda p: requested(plan, f"site.pue.{p.cooling}")
        ),
        network_pue=None if plan.network is None else _network_pue(table, plan, plan.network.pue),
        resale_factor=table.shared(
            "inputs.resale",
            ratio,
            "percent",
            [pool for pool in on_site if pool.count],
            lambda p: p.resale_factor,
            lambda p: parameter_note(plan, p.resale_class),
            lambda p: parameter_span(plan, p.resale_class, Decimal(rules.horizon_years) / 3),
        ),
        adaptation_months={
            e.ecosystem: table.add(
                "inputs.adaptation_months",
                table.unit("months"),
                e.months,
                "general",
                subject=e.ecosystem,
                note=Note(in_both(e.source, plan.language)),
                span=Span(e.months_low, e.months_high),
            )
            for e in plan.ecosystem_costs
        },
    )


def _vat_rate(table: InputTable, plan: Plan, vat_class: VatClass, rate: Decimal) -> Cell:
    name = f"vat_{vat_class}"
    note, span = parameter_note(plan, name), parameter_span(plan, name)
    return table.add(f"inputs.{name}", table.unit("ratio"), rate, "percent", note=note, span=span)


def _network_pue(table: InputTable, plan: Plan, pue: Decimal) -> Cell:
    subject = both("item.network", plan.language).here
    note = requested(plan, "site.pue.air")
    return table.add("inputs.pue", table.unit("ratio"), pue, "general", subject=subject, note=note)
