"""Dated cash flows of one bought server, one busy card, one rented server-year, one rack, one ecosystem.

Formulas: package docstring. All amounts in the request currency.
"""

from decimal import Decimal
from typing import TYPE_CHECKING

from optimizer.cost.terms import Flow, Terms
from optimizer.inputs.catalog import Ecosystem, ServerSite
from optimizer.units import HOURS_PER_YEAR, MONTHS_PER_YEAR, WATTS_PER_KW

if TYPE_CHECKING:
    from optimizer.cost.items import CostItem


def bought_server(
    terms: Terms,
    site: ServerSite,
    cards: int,
    domestic: bool,
    price: Decimal,
    pue: Decimal,
    resale: Decimal,
    *,
    warranty: bool = True,
) -> list[Flow]:
    """One bought server over the horizon, idle energy included; the energy of its load is `busy_card`.

    Without the vendor's warranty (second-hand) it pays maintenance from year 1.
    """
    kw = Decimal(site.max_power_w) / WATTS_PER_KW
    flows = [
        terms.flow("servers", 0, price),
        terms.flow("installation", 0, price * terms.installation_rate),
        terms.flow("facility_work", 0, kw * terms.facility_work_per_kw[site.cooling]),
        terms.flow("spares_stock", 0, price * terms.spares_stock_rate),
    ]
    idle_kwh = Decimal(site.idle_power_w * HOURS_PER_YEAR) / WATTS_PER_KW * pue
    for year in range(1, terms.horizon_years + 1):
        flows.append(terms.flow("energy", year, idle_kwh * terms.price_per_kwh[domestic]))
        if not warranty or year > terms.warranty_years:
            flows.append(terms.flow("maintenance", year, price * terms.maintenance_rate))
        flows.append(terms.flow("licences", year, cards * terms.licence_per_card_year))
        flows.append(terms.flow("staff", year, terms.staff_per_server_year))
    flows.append(terms.flow("resale", terms.horizon_years, -price * resale))
    return flows


def owned_server(
    terms: Terms,
    site: ServerSite,
    cards: int,
    domestic: bool,
    price: Decimal,
    pue: Decimal,
    year: int,
    *,
    in_warranty: bool,
) -> list[Flow]:
    """One owned server used in one year: idle energy, licences, staff, and maintenance out of warranty; no purchase."""
    idle_kwh = Decimal(site.idle_power_w * HOURS_PER_YEAR) / WATTS_PER_KW * pue
    flows = [
        terms.flow("energy", year, idle_kwh * terms.price_per_kwh[domestic]),
        terms.flow("licences", year, cards * terms.licence_per_card_year),
        terms.flow("staff", year, terms.staff_per_server_year),
    ]
    if not in_warranty:
        flows.append(terms.flow("maintenance", year, price * terms.maintenance_rate))
    return flows


def busy_card(
    terms: Terms,
    site: ServerSite,
    cards: int,
    domestic: bool,
    pue: Decimal,
    busy_cards: Decimal,
    year: int,
) -> Flow:
    """Energy of `busy_cards` cards at full load all year above the idle energy of their servers."""
    watts = Decimal(site.typical_power_w - site.idle_power_w) / cards * busy_cards
    kwh = watts * HOURS_PER_YEAR / WATTS_PER_KW * pue
    return terms.flow("energy", year, kwh * terms.price_per_kwh[domestic])


def rented_server(terms: Terms, price_per_hour: Decimal, year: int) -> Flow:
    """One server rented off site for the whole year: 8,760 h; no power, rack, energy or maintenance line."""
    return terms.flow("rent", year, price_per_hour * HOURS_PER_YEAR)


def rack(terms: Terms, cost_per_month: Decimal) -> list[Flow]:
    """One rack in use over the horizon."""
    return [terms.flow("space", year, cost_per_month * MONTHS_PER_YEAR) for year in range(1, terms.horizon_years + 1)]


def adaptation(terms: Terms, ecosystem: Ecosystem) -> Flow:
    """Effort to bring one serving stack to an ecosystem, once; CUDA is the baseline and costs nothing."""
    months = Decimal(0) if ecosystem.id == "cuda" else Decimal(str(ecosystem.adaptation_months_typical))
    return terms.flow("adaptation", 0, months * terms.engineer_month)


def present_value(flows: list[Flow]) -> Decimal:
    """Σ present value, request currency."""
    return sum((flow.present_value for flow in flows), Decimal(0))


def capex_incl_vat(terms: Terms, site: ServerSite, price: Decimal) -> Decimal:
    """What one server takes from a capex budget: servers, installation, facility work and spares stock with VAT."""
    kw = Decimal(site.max_power_w) / WATTS_PER_KW
    ex_vat: dict[CostItem, Decimal] = {
        "servers": price,
        "installation": price * terms.installation_rate,
        "facility_work": kw * terms.facility_work_per_kw[site.cooling],
        "spares_stock": price * terms.spares_stock_rate,
    }
    return sum((terms.incl_vat(item, amount) for item, amount in ex_vat.items()), Decimal(0))
