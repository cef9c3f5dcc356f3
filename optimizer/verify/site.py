"""Site and money limits of a plan: power, racks, budget, ecosystems, policy."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from optimizer.cost.unit_costs import capex_incl_vat
from optimizer.instance.admission import refusal
from optimizer.instance.instance import Decision
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared
from optimizer.units import exact
from optimizer.verify.network import network_parts
from optimizer.verify.storage import storage_purchase


def site_violations(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> Iterator[str]:
    """One line per broken limit, with the numbers."""
    yield from _power(prepared, decision)
    yield from _racks(prepared, decision)
    yield from _network(prepared, decision, placed)
    yield from _money(prepared, decision, placed)
    yield from _policy(prepared, decision)
    yield from _stock(prepared, decision)


def _on_site(prepared: Prepared, decision: Decision, offer: str) -> int:
    """Bought and owned servers of a pool in the year with most of them; 0 for rented ones."""
    if prepared.offer(offer).rented:
        return 0
    nothing = (0,) * prepared.terms.horizon_years
    bought, owned = decision.counts.get(offer, nothing), decision.owned.get(offer, nothing)
    return max(n + o for n, o in zip(bought, owned, strict=True))


def _power(prepared: Prepared, decision: Decision) -> Iterator[str]:
    site = prepared.request.requirements.site
    free = 1 - exact(site.reserve.power)
    nothing = (0,) * prepared.terms.horizon_years
    switches = sum(decision.switches)
    for year in range(prepared.terms.horizon_years):
        it_w, facility_w = Fraction(0), Fraction(0)
        if prepared.network is not None:
            it_w += switches * prepared.network.switch_power_w
            facility_w += it_w * Fraction(prepared.network.pue)
        for offer in decision.offers():
            facts = prepared.offer(offer)
            if facts.rented or facts.server.site is None:
                continue
            count = decision.counts.get(offer, nothing)[year] + decision.owned.get(offer, nothing)[year]
            it_w += facts.server.site.max_power_w * count
            facility_w += facts.server.site.max_power_w * count * Fraction(facts.pue)
        for name, used, limit in (
            ("site.it_power_kw", it_w, site.it_power_kw),
            ("site.facility_power_kw", facility_w, site.facility_power_kw),
        ):
            if limit is not None and used > exact(limit) * 1000 * free:
                yield f"{name}: {float(used / 1000)} kW of {limit} kW, reserve {site.reserve.power}"


def _racks(prepared: Prepared, decision: Decision) -> Iterator[str]:
    site = prepared.request.requirements.site
    used = {group.name: 0 for group in site.racks}
    for (_, name), racks in decision.racks.items():
        used[name] += racks
    for group in site.racks:
        if used[group.name] > group.count * (1 - exact(site.reserve.racks)):
            yield f"site.racks {group.name}: {used[group.name]} of {group.count}, reserve {site.reserve.racks}"
    for offer in decision.offers():
        facts = prepared.offer(offer)
        if facts.rented or not site.racks or facts.server.site is None or facts.server.site.form != "rack":
            continue
        machine, room = facts.server.site, 0
        for group in site.racks:
            racks = decision.racks.get((offer, group.name), 0)
            fit = 1000
            if group.units is not None:
                fit = min(fit, int(group.units / machine.rack_units))
            if group.power_kw is not None:
                fit = min(fit, int(exact(group.power_kw) * 1000 / machine.max_power_w))
            if group.weight_kg is not None and machine.weight_kg is not None:
                fit = min(fit, int(exact(group.weight_kg) / exact(machine.weight_kg)))
            room += fit * racks
        if (standing := _on_site(prepared, decision, offer)) > room:
            yield f"{offer}: {standing} servers, its racks hold {room}"


def _network(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> Iterator[str]:
    """Switches carry every port: one alone, or leaves with half of their ports down and a spine for every two."""
    if prepared.network is None:
        return
    ports = network_parts(prepared, decision, placed).ports
    leaves, spines = decision.switches
    width = prepared.network.switch_ports
    single = leaves == 1 and spines == 0 and ports <= width
    if ports and not single and (2 * ports > width * leaves or leaves > 2 * spines):
        yield f"network: {ports} ports on {leaves} leaf and {spines} spine switches"


def _money(prepared: Prepared, decision: Decision, placed: Sequence[Placed]) -> Iterator[str]:
    budget = prepared.request.requirements.finance.capex_budget
    if budget is None:
        return
    spent = sum(
        capex_incl_vat(prepared.terms, facts.server.site, facts.price.amount) * max(counts)
        for facts, counts in ((prepared.offer(o), c) for o, c in decision.counts.items())
        if not facts.rented and facts.server.site is not None
    )
    if prepared.network is not None:
        parts, network = network_parts(prepared, decision, placed), prepared.network
        goods = sum(decision.switches) * network.switch_price + parts.links * 2 * network.optic_price
        spent += (goods + parts.nics * network.nic_price) * (1 + prepared.terms.vat["goods"])
    spent += storage_purchase(prepared.request) * (1 + prepared.terms.vat["goods"])
    if spent > budget:
        yield f"finance.capex_budget: {spent} of {budget}"


def _policy(prepared: Prepared, decision: Decision) -> Iterator[str]:
    requirements = prepared.request.requirements
    ecosystems = {prepared.offer(offer).card.ecosystem for _, offer in decision.hosts()}
    maximum = requirements.policy.ecosystems.maximum
    if maximum is not None and len(ecosystems) > maximum:
        yield f"policy.ecosystems.maximum: {len(ecosystems)} of {maximum}"
    for offer in decision.counts:
        facts = prepared.offer(offer)
        if reason := refusal(prepared.request, facts.server, facts.card, rented=facts.rented):
            yield f"{offer}: not admitted ({reason[0]})"
        if facts.rented and not requirements.rent.allowed:
            yield f"{offer}: rent is not allowed"
    for offer, used in decision.owned.items():
        available = prepared.offer(offer).owned
        if any(u > a for u, a in zip(used, available, strict=True)):
            yield f"{offer}: {used} owned servers in use, {available} available"
    for workload, offer in decision.hosts():
        asked = next(w for w in requirements.workloads if w.name == workload)
        if asked.domestic_only and not prepared.offer(offer).card.domestic:
            yield f"{workload}: domestic only, placed on {offer}"


def _stock(prepared: Prepared, decision: Decision) -> Iterator[str]:
    """Pieces bought on each price line and of each server, against what it says can be had."""
    for offer, counts in decision.counts.items():
        facts = prepared.offer(offer)
        stated = facts.server.stock
        if not facts.rented and stated is not None and max(counts) > stated:
            yield f"{offer}: {max(counts)} bought, {stated} in stock"
        line = (facts.price.book, facts.price.stock_item, facts.price.stock)
        if facts.rented or line[2] is None:
            continue
        same = [o for o in map(prepared.offer, decision.counts) if not o.rented]
        same = [o for o in same if (o.price.book, o.price.stock_item, o.price.stock) == line]
        pieces = sum(max(decision.counts[o.id]) * o.price.pieces_per_server for o in same)
        if pieces > line[2]:
            yield f"{line[1]}: {pieces} pieces bought, {line[2]} in stock"
