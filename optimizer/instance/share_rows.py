"""Least shares as exact integer rows.

With minimum = num/den:  Σ weight · (den·member − num) · servers ≥ 0

    cards     weight = cards of a server            one row a year
    servers   1                                     one row a year
    compute   dense BF16 of a server, FP16 where a chip has none, in 10^9 operations/s    one row a year
    spend     purchase price (bought) or 8,760 h of rent (rented), fen, nominal ex VAT     one row over the horizon

Owned servers count only with `scope: fleet`, and never as spend.
"""

from fractions import Fraction

from optimizer.instance.instance import ShareRow
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.units import HOURS_PER_YEAR, exact, fen


def share_rows(prepared: Prepared, offers: set[str]) -> tuple[ShareRow, ...]:
    """Rows of the domestic and ecosystem shares of the request, over the offers of an instance."""
    policy = prepared.request.requirements.policy
    rule = policy.domestic_share
    facts = [o for o in prepared.offers if o.id in offers]
    by, fleet = (rule.by, rule.scope == "fleet") if rule else ("spend", False)
    wanted: list[tuple[str, float, frozenset[str]]] = []
    if rule is not None:
        domestic = frozenset(o.id for o in facts if o.card.domestic)
        wanted.append(("policy.domestic_share.minimum", rule.minimum, domestic))
    for ecosystem, minimum in policy.ecosystems.minimum_share.items():
        members = frozenset(o.id for o in facts if o.card.ecosystem == ecosystem)
        wanted.append((f"policy.ecosystems.minimum_share.{ecosystem}", minimum, members))
    return tuple(
        row
        for path, minimum, members in wanted
        if minimum > 0
        for row in _rows(prepared, facts, path, exact(minimum), members, by, fleet)
    )


def _rows(
    prepared: Prepared,
    facts: list[OfferFacts],
    path: str,
    minimum: Fraction,
    members: frozenset[str],
    by: str,
    fleet: bool,
) -> list[ShareRow]:
    horizon = prepared.terms.horizon_years
    factor = {o.id: minimum.denominator * (o.id in members) - minimum.numerator for o in facts}
    bought = {o.id: factor[o.id] * weight(o, by) for o in facts if not o.rented}
    rented = {o.id: factor[o.id] * weight(o, by) for o in facts if o.rented}
    owned = {o.id: factor[o.id] * weight(o, by) for o in facts if fleet and o.owned}
    if by == "spend":
        every_year = {offer: (each,) * horizon for offer, each in rented.items()}
        return [ShareRow(path=path, bought=bought, rented=every_year, owned={})]
    return [
        ShareRow(
            path=path,
            bought=bought,
            rented={offer: _only(each, year, horizon) for offer, each in rented.items()},
            owned={offer: _only(each, year, horizon) for offer, each in owned.items()},
        )
        for year in range(horizon)
    ]


def _only(value: int, year: int, horizon: int) -> tuple[int, ...]:
    return tuple(value if y == year else 0 for y in range(horizon))


def weight(facts: OfferFacts, by: str) -> int:
    """What one server of an offer weighs in a measure (rented spend: one year of hours)."""
    if by == "spend":
        hours = HOURS_PER_YEAR if facts.rented else 1
        return fen(facts.price.amount * hours)
    if by == "cards":
        return facts.server.cards
    if by == "servers":
        return 1
    card = facts.card.facts
    rate = (card.bf16_flops or card.fp16_flops or 0) if card else 0
    return rate // 10**9 * facts.server.cards
