"""Shares of a plan in exact fractions: domestic, of an ecosystem, of rent. None when nothing is acquired."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

from optimizer.instance.instance import Decision
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.units import exact

Member = Callable[[OfferFacts], bool]


def share(
    prepared: Prepared, decision: Decision, member: Member, by: str, year: int, *, fleet: bool
) -> Fraction | None:
    """Share of the members in one year (0-based); spend: over the horizon, whatever the year."""
    inside, total = Fraction(0), Fraction(0)
    for offer in decision.offers():
        facts = prepared.offer(offer)
        weighed = _weight(prepared, decision, facts, by, year, fleet)
        total += weighed
        inside += weighed if member(facts) else 0
    return inside / total if total else None


def _in_ecosystem(ecosystem: str, facts: OfferFacts) -> bool:
    return facts.card.ecosystem == ecosystem


def _weight(prepared: Prepared, decision: Decision, facts: OfferFacts, by: str, year: int, fleet: bool) -> Fraction:
    counts = decision.counts.get(facts.id, (0,) * prepared.terms.horizon_years)
    if by == "spend":
        units = 8760 * sum(counts) if facts.rented else max(counts)
        return Fraction(facts.price.amount) * units
    servers = counts[year]
    if fleet and facts.id in decision.owned:
        servers += decision.owned[facts.id][year]
    if by == "servers":
        return Fraction(servers)
    if by == "cards":
        return Fraction(servers * facts.server.cards)
    card = facts.card.facts
    return Fraction(servers * facts.server.cards * ((card.bf16_flops or card.fp16_flops or 0) if card else 0))


def share_violations(prepared: Prepared, decision: Decision) -> Iterator[str]:
    """Broken share rules. Prices and rates enter the model rounded to fen and to 10^9 operations/s: hence the grain."""
    policy, rent = prepared.request.requirements.policy, prepared.request.requirements.rent
    rule = policy.domestic_share
    by, fleet = (rule.by, rule.scope == "fleet") if rule else ("spend", False)
    grain = Fraction(1, 10**6) if by in ("spend", "compute") else Fraction(0)
    years = range(prepared.terms.horizon_years)
    for year in years:
        if rule is not None:
            found = share(prepared, decision, lambda o: o.card.domestic, by, year, fleet=fleet)
            if found is not None and found + grain < exact(rule.minimum):
                yield f"domestic share by {by}, year {year + 1}: {float(found)} of {rule.minimum}"
        for ecosystem, minimum in policy.ecosystems.minimum_share.items():
            found = share(prepared, decision, partial(_in_ecosystem, ecosystem), by, year, fleet=fleet)
            if found is not None and found + grain < exact(minimum):
                yield f"share of {ecosystem} by {by}, year {year + 1}: {float(found)} of {minimum}"
        found = share(prepared, decision, lambda o: o.rented, "cards", year, fleet=True)
        if found is not None and found > exact(rent.maximum_share):
            yield f"rent.maximum_share, year {year + 1}: {float(found)} of {rent.maximum_share}"
