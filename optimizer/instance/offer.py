"""Cost and power of one server type as the integers of an offer."""

from collections.abc import Sequence
from decimal import Decimal

from optimizer.cost.terms import Flow
from optimizer.cost.unit_costs import (
    bought_server,
    busy_card,
    capex_incl_vat,
    owned_server,
    present_value,
    rented_server,
)
from optimizer.inputs.catalog import ServerSite
from optimizer.instance.instance import Offer
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.usage import Usage, average_load
from optimizer.units import fen, need


def offer_integers(prepared: Prepared, facts: OfferFacts, units_per_card: int, max_count: int) -> Offer:
    """Present values round half to even, what limits count rounds up."""
    terms, server, site = prepared.terms, facts.server, facts.server.site
    years = range(1, terms.horizon_years + 1)
    on_site = None if facts.rented else site
    buy_fen = capex_fen = power_w = facility_w = 0
    own: list[int] = []
    if on_site is not None:
        buy_fen = fen(present_value(bought_flows(prepared, facts, on_site)))
        capex_fen = need(capex_incl_vat(terms, on_site, facts.price.amount) * 100)
        power_w, facility_w = on_site.max_power_w, need(on_site.max_power_w * facts.pue)
        own = [fen(present_value(owned_year(prepared, facts, year))) for year in years if facts.owned]
    rent = [fen(rented_server(terms, facts.price.amount, year).present_value) for year in years]
    return Offer(
        id=facts.id,
        server=server.id,
        rented=facts.rented,
        ecosystem=facts.card.ecosystem,
        units=server.cards * units_per_card,
        buy_fen=buy_fen,
        rent_fen=tuple(rent) if facts.rented else (),
        owned=facts.owned,
        own_fen=tuple(own),
        cards=server.cards,
        capex_fen=capex_fen,
        max_power_w=power_w,
        facility_power_w=facility_w,
        rack_fit=facts.rack_fit,
        max_count=max_count if facts.rented or facts.may_buy else 0,
    )


def bought_flows(prepared: Prepared, facts: OfferFacts, site: ServerSite) -> list[Flow]:
    """Cash flows of one bought server over the horizon."""
    return bought_server(
        prepared.terms,
        site,
        facts.server.cards,
        facts.card.domestic,
        facts.price.amount,
        facts.pue,
        facts.resale_factor,
        warranty=not facts.second_hand,
    )


def owned_year(prepared: Prepared, facts: OfferFacts, year: int) -> list[Flow]:
    """Running cost of one owned server used in a year (from 1)."""
    if facts.server.site is None:
        return []
    return owned_server(
        prepared.terms,
        facts.server.site,
        facts.server.cards,
        facts.card.domestic,
        facts.price.amount,
        facts.pue,
        year,
        in_warranty=facts.owned_in_warranty[year - 1],
    )


def load_energy(prepared: Prepared, facts: OfferFacts, workload: int, taken: Sequence[Usage]) -> Decimal:
    """Present value of the energy a workload adds to the idle energy of its servers, all years; 0 when rented."""
    site = facts.server.site
    if facts.rented or site is None:
        return Decimal(0)
    load = average_load(prepared.request.requirements.workloads[workload])
    total = Decimal(0)
    for year, use in enumerate(taken, start=1):
        busy = use.cards * load
        cards = Decimal(busy.numerator) / busy.denominator
        flow = busy_card(prepared.terms, site, facts.server.cards, facts.card.domestic, facts.pue, cards, year)
        total += flow.present_value
    return total
