"""A decision in words of the request: which workload runs where, with which layout, in each year."""

from fractions import Fraction

from optimizer.frozen import Frozen
from optimizer.instance.instance import Decision, Instance
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.usage import demand_in_year, divisible, fractional, usage
from optimizer.sizing.option import Option


class Placed(Frozen):
    """One workload on one pool in one year."""

    workload: int
    """Index into the request's workloads."""
    offer: str
    year: int
    """0-based."""
    option: Option
    demand: Fraction
    """The part of the workload's demand that this pool carries."""
    replicas: Fraction
    cards: Fraction
    """Cards charged for all replicas."""
    whole_replicas: bool
    """False where a part of a replica may share its cards."""


def placements(prepared: Prepared, instance: Instance, decision: Decision, quantile: str | None) -> tuple[Placed, ...]:
    """Every (workload, pool, year) of a decision, in request order."""
    index = {w.name: i for i, w in enumerate(prepared.request.requirements.workloads)}
    whole = {d.workload: d.parts for d in instance.demands}
    shares = {(workload, offer): Fraction(1) for workload, offer in decision.placed}
    shares |= {key: Fraction(parts, whole[key[0]]) for key, parts in decision.parts.items()}
    placed = []
    for (workload, offer), share in sorted(shares.items(), key=lambda item: (index[item[0][0]], item[0][1])):
        facts = prepared.offer(offer)
        placed += _years(prepared, index[workload], facts, share, quantile)
    return tuple(placed)


def _years(prepared: Prepared, workload: int, facts: OfferFacts, share: Fraction, quantile: str | None) -> list[Placed]:
    asked = prepared.request.requirements.workloads[workload]
    options = prepared.options[asked.name, facts.server.id]
    part = share if divisible(asked) else Fraction(1)
    return [
        Placed(
            workload=workload,
            offer=facts.id,
            year=year,
            option=options[use.option],
            demand=demand_in_year(prepared, workload, year) * part,
            replicas=use.replicas * part,
            cards=use.cards * part,
            whole_replicas=not fractional(asked),
        )
        for year, use in enumerate(usage(prepared, workload, facts, quantile))
    ]
