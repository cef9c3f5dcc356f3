"""A decision in words of the request: which workload runs where, with which layout, in each year."""

from fractions import Fraction

from optimizer.frozen import Frozen
from optimizer.instance.instance import Decision, Instance
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.usage import WHOLE, demand_in_year, fractional, usage
from optimizer.sizing.option import Option


class Placed(Frozen):
    """One workload on one pool in one year."""

    workload: int
    """Index into the request's workloads."""
    offer: str
    tenths: int | None
    """Tenths of the demand; None where it is divided freely."""
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
    rows = [
        (index[workload], offer, tenths, _years(prepared, index[workload], prepared.offer(offer), tenths, quantile))
        for workload, offer, tenths in decision.placed
    ]
    for (workload, offer), parts in decision.parts.items():
        share = Fraction(parts, whole[workload])
        years = _years(prepared, index[workload], prepared.offer(offer), None, quantile, share)
        rows.append((index[workload], offer, WHOLE, years))
    rows.sort(key=lambda row: row[:3])
    return tuple(placed for *_, years in rows for placed in years)


def _years(
    prepared: Prepared,
    workload: int,
    facts: OfferFacts,
    tenths: int | None,
    quantile: str | None,
    part: Fraction = Fraction(1),
) -> list[Placed]:
    asked = prepared.request.requirements.workloads[workload]
    options = prepared.options[asked.name, facts.key]
    share = part if tenths is None else Fraction(tenths, WHOLE)
    return [
        Placed(
            workload=workload,
            offer=facts.id,
            tenths=tenths,
            year=year,
            option=options[use.option],
            demand=demand_in_year(prepared, workload, year) * share,
            replicas=use.replicas * part,
            cards=use.cards * part,
            whole_replicas=not fractional(asked),
        )
        for year, use in enumerate(usage(prepared, workload, facts, quantile, tenths or WHOLE))
    ]
