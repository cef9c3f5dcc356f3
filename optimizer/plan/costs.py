"""Cost lines of a decision: unit flows times counts, dated and discounted."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from optimizer.cost.network import link_flow, nic_flow, switch_flows
from optimizer.cost.storage import storage_flow
from optimizer.cost.terms import Flow
from optimizer.cost.unit_costs import adaptation, busy_card, rack, rented_server
from optimizer.instance.instance import Decision
from optimizer.instance.offer import bought_flows, owned_year
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.storage import storage_of
from optimizer.instance.usage import average_load
from optimizer.plan.money import CostLine
from optimizer.verify.network import network_parts

if TYPE_CHECKING:
    from optimizer.cost.items import CostItem


def cost_lines(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> tuple[CostLine, ...]:
    """Every dated amount of the plan, by item and subject; their present values sum to the TCO."""
    lines: list[CostLine] = []
    nothing = (0,) * prepared.terms.horizon_years
    for offer in decision.offers():
        facts = prepared.offer(offer)
        counts, owned = decision.counts.get(offer, nothing), decision.owned.get(offer, nothing)
        flows = _rented(prepared, facts, counts) if facts.rented else _bought(prepared, facts, max(counts))
        for year, used in enumerate(owned, start=1):
            flows += _times(owned_year(prepared, facts, year), used) if used else []
        flows += [] if facts.rented else _load_energy(prepared, facts, placed)
        lines += _summed(offer, flows)
    for group in prepared.request.requirements.site.racks:
        racks = sum(number for (_, name), number in decision.racks.items() if name == group.name)
        if group.cost_per_month is not None and racks:
            lines += _summed(group.name, _times(rack(prepared.terms, group.cost_per_month), racks))
    for ecosystem in ecosystems_used(prepared, decision):
        lines += _summed(ecosystem, [adaptation(prepared.terms, prepared.request.catalog.ecosystems[ecosystem])])
    lines += _network(prepared, decision, placed)
    storage = storage_of(prepared.request)
    if storage is not None and storage.ordered_tb:
        lines += _summed("storage", [storage_flow(prepared.terms, storage.ordered_tb, storage.price_per_tb)])
    return tuple(lines)


def _network(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> list[CostLine]:
    network = prepared.network
    if network is None or not any(decision.switches):
        return []
    parts = network_parts(prepared, decision, placed)
    flows = _times(switch_flows(prepared.terms, network), sum(decision.switches))
    flows += [link_flow(prepared.terms, network, parts.links), nic_flow(prepared.terms, network, parts.nics)]
    return _summed("network", flows)


def ecosystems_used(prepared: Prepared, decision: Decision) -> list[str]:
    """Ecosystems of the pools that host something, in id order."""
    return sorted({prepared.offer(offer).card.ecosystem for _, offer in decision.hosts()})


def busy_cards(prepared: Prepared, offer: str, placed: Sequence[Placed], year: int) -> Decimal:
    """Σ cards occupied × average load of a pool in a year (0-based)."""
    total = Decimal(0)
    for p in placed:
        if p.offer == offer and p.year == year:
            busy = p.cards * average_load(prepared.request.requirements.workloads[p.workload])
            total += Decimal(busy.numerator) / busy.denominator
    return total


def _bought(prepared: Prepared, facts: OfferFacts, count: int) -> list[Flow]:
    if facts.server.site is None:
        raise AssertionError(f"{facts.id} cannot be bought")
    return _times(bought_flows(prepared, facts, facts.server.site), count)


def _rented(prepared: Prepared, facts: OfferFacts, counts: Sequence[int]) -> list[Flow]:
    hourly = facts.price.amount
    flows = [_times([rented_server(prepared.terms, hourly, year)], count) for year, count in enumerate(counts, start=1)]
    return [flow for year in flows for flow in year]


def _load_energy(prepared: Prepared, facts: OfferFacts, placed: Sequence[Placed]) -> list[Flow]:
    site = facts.server.site
    if site is None:
        return []
    return [
        busy_card(
            prepared.terms,
            site,
            facts.server.cards,
            facts.card.domestic,
            facts.pue,
            busy_cards(prepared, facts.id, placed, year - 1),
            year,
        )
        for year in range(1, prepared.terms.horizon_years + 1)
    ]


def _times(flows: Iterable[Flow], count: int) -> list[Flow]:
    return [f.model_copy(update={"amount": f.amount * count, "present_value": f.present_value * count}) for f in flows]


def _summed(subject: str, flows: Iterable[Flow]) -> list[CostLine]:
    """One line per (item, year), zero amounts left out."""
    totals: dict[tuple[CostItem, int], list[Decimal]] = defaultdict(lambda: [Decimal(0), Decimal(0)])
    for flow in flows:
        total = totals[flow.item, flow.year]
        total[0] += flow.amount
        total[1] += flow.present_value
    return [
        CostLine(item=item, subject=subject, year=year, amount=amount, present_value=value)
        for (item, year), (amount, value) in totals.items()
        if amount
    ]
