"""Site and money limits of a plan: power, racks, budget, ecosystems, policy."""

from collections.abc import Iterator
from fractions import Fraction

from optimizer.cost.unit_costs import capex_incl_vat
from optimizer.instance.admission import refusal
from optimizer.instance.instance import Decision
from optimizer.instance.prepared import Prepared
from optimizer.units import exact


def site_violations(prepared: Prepared, decision: Decision) -> Iterator[str]:
    """One line per broken limit, with the numbers."""
    yield from _power(prepared, decision)
    yield from _racks(prepared, decision)
    yield from _money_and_policy(prepared, decision)


def _power(prepared: Prepared, decision: Decision) -> Iterator[str]:
    site = prepared.request.requirements.site
    free = 1 - exact(site.reserve.power)
    it_w, facility_w = Fraction(0), Fraction(0)
    for offer, counts in decision.counts.items():
        facts = prepared.offer(offer)
        if not facts.rented and facts.server.site is not None:
            it_w += facts.server.site.max_power_w * max(counts)
            facility_w += facts.server.site.max_power_w * max(counts) * Fraction(facts.pue)
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
    for offer, counts in decision.counts.items():
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
        if max(counts) > room:
            yield f"{offer}: {max(counts)} servers, its racks hold {room}"


def _money_and_policy(prepared: Prepared, decision: Decision) -> Iterator[str]:
    requirements = prepared.request.requirements
    spent = sum(
        capex_incl_vat(prepared.terms, facts.server.site, facts.price.amount) * max(counts)
        for facts, counts in ((prepared.offer(o), c) for o, c in decision.counts.items())
        if not facts.rented and facts.server.site is not None
    )
    budget = requirements.finance.capex_budget
    if budget is not None and spent > budget:
        yield f"finance.capex_budget: {spent} of {budget}"
    ecosystems = {prepared.offer(offer).card.ecosystem for _, offer in (*decision.placed, *decision.parts)}
    maximum = requirements.policy.ecosystems.maximum
    if maximum is not None and len(ecosystems) > maximum:
        yield f"policy.ecosystems.maximum: {len(ecosystems)} of {maximum}"
    for offer in decision.counts:
        facts = prepared.offer(offer)
        if reason := refusal(prepared.request, facts.server, facts.card, rented=facts.rented):
            yield f"{offer}: not admitted ({reason[0]})"
        if facts.rented and not requirements.rent.allowed:
            yield f"{offer}: rent is not allowed"
