"""Network between servers: switches, optics and cards of a two-level fat tree from port counts.

A group that spans servers needs one port for every card it is charged, at the fabric's rate; slower rates share a
switch port (two 200G cards on one 400G port). Up to one switch's ports: one switch. Above: leaves with half of their
ports down and half up, one spine for every two leaves. Every link has two transceivers. Servers that list no network
cards of the rate buy them. Prices and power: named parameters.
"""

from decimal import Decimal
from fractions import Fraction

from optimizer.cost.terms import Flow, Terms
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Server
from optimizer.inputs.request import Request
from optimizer.units import HOURS_PER_YEAR, WATTS_PER_KW, exact, need

OPTICS_PER_LINK = 2
SLOW_NIC_GBPS = 200
"""Up to this rate a card costs `nic_200g_price`, above `nic_400g_price`."""


class NetworkTerms(Frozen):
    """Prices and sizes of one request's fabric, request currency ex VAT."""

    kind: str
    gbps_per_card: Fraction
    switch_ports: int
    port_gbps: Fraction
    switch_price: Decimal
    switch_power_w: int
    optic_price: Decimal
    nic_price: Decimal
    pue: Decimal
    price_per_kwh: Decimal


def network_terms(request: Request, terms: Terms) -> NetworkTerms | None:
    """None where the request states no fabric."""
    fabric = request.requirements.site.fabric
    if fabric is None:
        return None
    slow = fabric.gbps_per_card <= SLOW_NIC_GBPS
    return NetworkTerms(
        kind=fabric.kind,
        gbps_per_card=exact(fabric.gbps_per_card),
        switch_ports=int(request.parameter("switch_ports")),
        port_gbps=Fraction(request.parameter("switch_port_gbps")),
        switch_price=request.parameter(f"switch_{fabric.kind}_price"),
        switch_power_w=need(request.parameter(f"switch_{fabric.kind}_power")),
        optic_price=request.parameter("optic_price"),
        nic_price=request.parameter("nic_200g_price" if slow else "nic_400g_price"),
        pue=Decimal(str(request.requirements.site.pue.air)),
        price_per_kwh=terms.price_per_kwh[False],
    )


def ports_for(network: NetworkTerms, cards: Fraction) -> int:
    """Switch ports for the cards of groups over several servers.

    A card faster than a port takes several; cards slower than a port share one, as many as fit whole.
    """
    if network.gbps_per_card <= network.port_gbps:
        return need(cards / int(network.port_gbps / network.gbps_per_card))
    return need(cards * need(network.gbps_per_card / network.port_gbps))


def nics_for(network: NetworkTerms, server: Server, cards: Fraction) -> int:
    """Network cards to buy: none where the server lists them at the fabric's rate."""
    listed = (server.scale_out_bits_per_s_per_card or 0) >= network.gbps_per_card * 10**9
    return 0 if listed else need(cards)


def switch_flows(terms: Terms, network: NetworkTerms) -> list[Flow]:
    """One switch: purchase, and energy at its stated power all year."""
    kwh = Decimal(network.switch_power_w * HOURS_PER_YEAR) / WATTS_PER_KW * network.pue
    energy = [terms.flow("energy", year, kwh * network.price_per_kwh) for year in range(1, terms.horizon_years + 1)]
    return [terms.flow("network", 0, network.switch_price), *energy]


def link_flow(terms: Terms, network: NetworkTerms, links: int) -> Flow:
    """Transceivers of so many links."""
    return terms.flow("network", 0, links * OPTICS_PER_LINK * network.optic_price)


def nic_flow(terms: Terms, network: NetworkTerms, nics: int) -> Flow:
    """Network cards."""
    return terms.flow("network", 0, nics * network.nic_price)


def uplinks(network: NetworkTerms) -> int:
    """Links from one leaf to the spines: half of its ports."""
    return network.switch_ports // 2
