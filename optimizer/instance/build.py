"""Prepared request → Instance at one quantile: every number becomes an integer, needs up, supplies down."""

from decimal import Decimal
from fractions import Fraction

from optimizer.cost.network import link_flow, switch_flows, uplinks
from optimizer.cost.unit_costs import adaptation, present_value, rack
from optimizer.instance.instance import (
    Demand,
    DivisibleLoad,
    Instance,
    Limits,
    Load,
    Network,
    Offer,
    RackGroup,
    StockRow,
)
from optimizer.instance.loads import Taken, load_of, units_per_card
from optimizer.instance.offer import offer_integers
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.share_rows import share_rows
from optimizer.instance.splitting import max_offers, tenths_for
from optimizer.instance.stock import stock_rows
from optimizer.instance.storage import storage_money
from optimizer.instance.usage import divisible, usage
from optimizer.units import WATTS_PER_KW, exact, fen, need, supply

PARTS = 27_720
"""A divisible demand has at least so many parts (a multiple of every number to 12), and whole parts per unit of it."""
MAX_WHOLE_UNITS = 10_000
"""Demands whose numerator is larger have just PARTS parts."""


def build_instance(prepared: Prepared, quantile: str | None = None) -> Instance:
    """The instance with capacities at `p10` or `p50` of every band; None = each option's own quantile rule."""
    request = prepared.request
    demands = tuple(_demand(prepared, index) for index in range(len(request.requirements.workloads)))
    offers: list[Offer] = []
    loads: list[Load | DivisibleLoad] = []
    for facts in prepared.offers:
        taken = _taken(prepared, facts, quantile)
        if taken:
            per_card = units_per_card(taken, demands)
            made = [load_of(prepared, facts, demands[item.workload], item, per_card) for item in taken]
            offers.append(_offer(prepared, facts, per_card, made, demands))
            loads += made
    whole = tuple(load for load in loads if isinstance(load, Load))
    ecosystems = sorted({offer.ecosystem for offer in offers})
    storage_fen, storage_capex_fen = storage_money(request, prepared.terms)
    return Instance(
        years=prepared.terms.horizon_years,
        demands=demands,
        offers=tuple(offers),
        loads=whole,
        divisible=tuple(load for load in loads if isinstance(load, DivisibleLoad)),
        racks=_racks(prepared),
        limits=_limits(prepared),
        shares=share_rows(prepared, {offer.id for offer in offers}),
        stock=_stock(prepared, {offer.id for offer in offers}),
        cuts=(),
        network=_network(prepared, whole),
        adaptation_fen={
            e: fen(adaptation(prepared.terms, request.catalog.ecosystems[e]).present_value) for e in ecosystems
        },
        storage_fen=storage_fen,
        storage_capex_fen=storage_capex_fen,
    )


def _taken(prepared: Prepared, facts: OfferFacts, quantile: str | None) -> list[Taken]:
    """Every workload that may run on an offer, whole and in tenths."""
    return [
        Taken(index, tenths, usage(prepared, index, facts, quantile, tenths))
        for index, workload in enumerate(prepared.request.requirements.workloads)
        if (workload.name, facts.key) in prepared.options
        for tenths in tenths_for(prepared.request, workload)
    ]


def _demand(prepared: Prepared, index: int) -> Demand:
    workload = prepared.request.requirements.workloads[index]
    whole = prepared.demands[index].value.numerator
    parts = 1
    if divisible(workload):
        parts = PARTS if whole > MAX_WHOLE_UNITS else whole * -(-PARTS // whole)
    return Demand(
        workload=workload.name,
        path=f"workloads[{index}]",
        spare_servers=workload.spare_servers,
        parts=parts,
        max_offers=max_offers(prepared.request, workload),
    )


def _offer(
    prepared: Prepared,
    facts: OfferFacts,
    per_card: int,
    loads: list[Load | DivisibleLoad],
    demands: tuple[Demand, ...],
) -> Offer:
    """No plan needs more servers than every workload whole on this offer, plus spares."""
    units = facts.server.cards * per_card
    parts = {d.workload: d.parts for d in demands}
    servers: dict[str, int] = {}
    for load in loads:
        most = -(-max(load.units) * parts[load.workload] // units)
        most = max(most, load.least_servers if isinstance(load, DivisibleLoad) else max(load.servers))
        servers[load.workload] = max(most, servers.get(load.workload, 0))
    spares = max(d.spare_servers for d in demands)
    return offer_integers(prepared, facts, per_card, max_count=sum(servers.values()) + spares)


def _racks(prepared: Prepared) -> tuple[RackGroup, ...]:
    site = prepared.request.requirements.site
    free = 1 - exact(site.reserve.racks)
    return tuple(
        RackGroup(
            name=group.name,
            path=f"site.racks[{index}]",
            count=supply(group.count * free),
            rent_fen=fen(present_value(rack(prepared.terms, group.cost_per_month or Decimal(0)))),
        )
        for index, group in enumerate(site.racks)
    )


def _stock(prepared: Prepared, offers: set[str]) -> tuple[StockRow, ...]:
    """Rows over the offers that some workload may run on."""
    kept = ((row, {s: k for s, k in row.pieces.items() if s in offers}) for row in stock_rows(prepared))
    return tuple(row.model_copy(update={"pieces": pieces}) for row, pieces in kept if pieces)


def _limits(prepared: Prepared) -> Limits:
    requirements = prepared.request.requirements
    site, budget, rent = requirements.site, requirements.finance.capex_budget, requirements.rent
    free = 1 - exact(site.reserve.power)
    share = exact(rent.maximum_share)
    return Limits(
        it_power_w=_watts(site.it_power_kw, free),
        facility_power_w=_watts(site.facility_power_kw, free),
        capex_fen=None if budget is None else supply(budget * 100),
        ecosystems=requirements.policy.ecosystems.maximum,
        rent_share=(share.numerator, share.denominator) if rent.allowed and share < 1 else None,
    )


def _watts(kw: float | None, free: Fraction) -> int | None:
    return None if kw is None else supply(exact(kw) * WATTS_PER_KW * free)


def _network(prepared: Prepared, loads: tuple[Load, ...]) -> Network | None:
    terms, network = prepared.terms, prepared.network
    most: dict[str, int] = {}
    for load in loads:
        most[load.workload] = max(load.ports, most.get(load.workload, 0))
    if network is None or not any(most.values()):
        return None
    links = uplinks(network)
    return Network(
        switch_ports=network.switch_ports,
        switch_fen=fen(present_value(switch_flows(terms, network))),
        switch_capex_fen=need(terms.incl_vat("network", network.switch_price) * 100),
        switch_power_w=network.switch_power_w,
        switch_facility_w=need(network.switch_power_w * network.pue),
        uplink_fen=fen(link_flow(terms, network, links).present_value),
        uplink_capex_fen=need(terms.incl_vat("network", links * 2 * network.optic_price) * 100),
        max_ports=2 * sum(most.values()),
    )
