"""Network of a plan, stated a second time: ports, links, switches, cost."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from optimizer.instance.instance import Decision
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared


class NetworkParts(NamedTuple):
    """What connects the groups that span servers."""

    ports: int
    links: int
    nics: int
    """Network cards to buy."""


def network_parts(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> NetworkParts:
    """Ports of every spanning group in its fullest year, their links and the uplinks of leaves."""
    network = prepared.network
    if network is None:
        return NetworkParts(0, 0, 0)
    rate, port = network.gbps_per_card, network.port_gbps
    ports = nics = 0
    for (_, offer), cards in _spanning_cards(prepared, placed).items():
        ports += math.ceil(cards / (port // rate)) if rate <= port else math.ceil(cards * math.ceil(rate / port))
        if (prepared.offer(offer).server.scale_out_bits_per_s_per_card or 0) < rate * 10**9:
            nics += math.ceil(cards)
    leaves, spines = decision.switches
    return NetworkParts(ports, ports + (leaves * (network.switch_ports // 2) if spines else 0), nics)


def _spanning_cards(prepared: Prepared, placed: Sequence[Placed]) -> dict[tuple[int, str], Fraction]:
    """(workload, offer) → cards of its groups over several servers, in the year with most of them."""
    found: dict[tuple[int, str], Fraction] = {}
    for p in placed:
        facts = prepared.offer(p.offer)
        per_card = facts.card.facts.devices if facts.card.facts else 1
        if not facts.rented and p.option.devices > facts.server.cards * per_card:
            key = (p.workload, p.offer)
            found[key] = max(p.cards, found.get(key, Fraction(0)))
    return found


def network_cost(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> Decimal:
    """Present value of switches, optics and network cards, and of the energy of the switches."""
    network, terms = prepared.network, prepared.terms
    if network is None:
        return Decimal(0)
    parts, switches = network_parts(prepared, decision, placed), sum(decision.switches)
    purchase = switches * network.switch_price + parts.links * 2 * network.optic_price
    purchase += parts.nics * network.nic_price
    yearly = Decimal("8.76") * network.switch_power_w * switches * network.pue * network.price_per_kwh
    half = Decimal("0.5") if terms.mid_year else Decimal(0)
    years = range(1, terms.horizon_years + 1)
    factor = sum(((1 + terms.discount_rate) ** (half - year) for year in years), Decimal(0))
    return (purchase + yearly * factor) * (Decimal(1) if terms.vat_recoverable else 1 + terms.vat["goods"])
