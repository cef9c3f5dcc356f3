"""Workloads as loads of one offer: integers in the offer's own unit."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from optimizer.cost.network import link_flow, nic_flow, nics_for, ports_for
from optimizer.instance.charge import servers_alone
from optimizer.instance.instance import Demand, DivisibleLoad, Load
from optimizer.instance.offer import load_energy
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.usage import Usage
from optimizer.units import fen, need

MAX_UNITS_PER_CARD = 10**10
"""Load units per card at most: a load that is no multiple of a unit rounds up by less than 1e-10 of a card."""


class Taken(NamedTuple):
    """What so many tenths of a workload take on one offer."""

    workload: int
    """Index into the request's workloads."""
    tenths: int
    years: tuple[Usage, ...]


def units_per_card(taken: list[Taken], demands: tuple[Demand, ...]) -> int:
    """The coarsest unit in which every load of the offer is whole, or the cap."""
    units = 1
    for item in taken:
        for year in item.years:
            units = math.lcm(units, (year.cards / demands[item.workload].parts).denominator)
            if units > MAX_UNITS_PER_CARD:
                return MAX_UNITS_PER_CARD
    return units


def load_of(prepared: Prepared, facts: OfferFacts, demand: Demand, item: Taken, per_card: int) -> Load | DivisibleLoad:
    """One load in units of `per_card` to the card."""
    energy = fen(load_energy(prepared, facts, item.workload, item.years))
    units = tuple(need(year.cards / demand.parts * per_card) for year in item.years)
    servers = tuple(_servers(prepared, facts, item.workload, year) for year in item.years)
    if demand.parts > 1:
        one = max(_servers(prepared, facts, item.workload, y._replace(replicas=Fraction(1))) for y in item.years)
        return DivisibleLoad(
            workload=demand.workload, offer=facts.id, units=units, least_servers=one, energy_fen=energy
        )
    ports, nics = network_needs(prepared, facts, item)
    purchase, capex = _network_money(prepared, ports, nics)
    return Load(
        workload=demand.workload,
        offer=facts.id,
        tenths=item.tenths,
        units=units,
        servers=servers,
        energy_fen=energy,
        ports=ports,
        network_fen=fen(purchase),
        network_capex_fen=need(capex * 100),
    )


def _servers(prepared: Prepared, facts: OfferFacts, workload: int, year: Usage) -> int:
    per_card = facts.card.facts.devices if facts.card.facts else 1
    options = prepared.options[prepared.request.requirements.workloads[workload].name, facts.key]
    return servers_alone(year.replicas, options[year.option].devices, facts.server.cards, per_card)


def network_needs(prepared: Prepared, facts: OfferFacts, item: Taken) -> tuple[int, int]:
    """(switch ports, network cards to buy) in the fullest year; none where every group fits one server, or off site."""
    network = prepared.network
    if network is None or facts.rented:
        return 0, 0
    devices = facts.server.cards * (facts.card.facts.devices if facts.card.facts else 1)
    options = prepared.options[prepared.request.requirements.workloads[item.workload].name, facts.key]
    spanning = [year.cards for year in item.years if options[year.option].devices > devices]
    cards = max(spanning, default=Fraction(0))
    return ports_for(network, cards), nics_for(network, facts.server, cards)


def _network_money(prepared: Prepared, ports: int, nics: int) -> tuple[Decimal, Decimal]:
    """(present value, amount with VAT) of optics to the leaves and of network cards."""
    terms, network = prepared.terms, prepared.network
    if network is None:
        return Decimal(0), Decimal(0)
    flows = (link_flow(terms, network, ports), nic_flow(terms, network, nics))
    purchase = sum((flow.present_value for flow in flows), Decimal(0))
    ex_vat = ports * 2 * network.optic_price + nics * network.nic_price
    return purchase, terms.incl_vat("network", ex_vat)
