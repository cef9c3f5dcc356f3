"""Cost per million tokens of each inference workload, levelised.

    present value of its share of the pools it runs on  /  present value of its tokens at average load

A pool's cost (its servers, their racks and its part of the ecosystem's adaptation) is shared by card-years.
"""

from collections.abc import Sequence
from decimal import Decimal

from optimizer.inputs.workload import InferenceWorkload
from optimizer.instance.instance import Decision
from optimizer.instance.placed import Placed
from optimizer.instance.prepared import Prepared
from optimizer.plan.money import CostLine, CostPerMillionTokens
from optimizer.units import HOURS_PER_YEAR

SECONDS_PER_YEAR = HOURS_PER_YEAR * 3600
MILLION = 1_000_000


def token_costs(
    prepared: Prepared, decision: Decision, placed: Sequence[Placed], lines: Sequence[CostLine]
) -> tuple[CostPerMillionTokens, ...]:
    """One row per inference workload with a sized load; `traffic: fit` has none."""
    rows = []
    for index, workload in enumerate(prepared.request.requirements.workloads):
        if not isinstance(workload, InferenceWorkload) or workload.traffic == "fit":
            continue
        cost = sum(
            (
                pool_cost(prepared, decision, offer, placed, lines) * _card_share(placed, offer, index)
                for offer in decision.offers()
            ),
            Decimal(0),
        )
        output = _tokens(prepared, placed, index, workload.traffic.output_lengths.mean)
        both = _tokens(
            prepared, placed, index, workload.traffic.output_lengths.mean + workload.traffic.input_lengths.mean
        )
        rows.append(
            CostPerMillionTokens(workload=workload.name, blended=cost / both * MILLION, output=cost / output * MILLION)
        )
    return tuple(rows)


def pool_cost(
    prepared: Prepared, decision: Decision, offer: str, placed: Sequence[Placed], lines: Sequence[CostLine]
) -> Decimal:
    """Present value of one pool: its own lines, its racks, and its ecosystem's adaptation by card-years."""
    ecosystem = prepared.offer(offer).card.ecosystem
    shared = ("space", "adaptation")
    total = sum((i.present_value for i in lines if i.subject == offer and i.item not in shared), Decimal(0))
    for (used_by, group), racks in decision.racks.items():
        if used_by == offer:
            rent = sum((i.present_value for i in lines if i.subject == group and i.item == "space"), Decimal(0))
            total += rent * racks / sum(number for (_, name), number in decision.racks.items() if name == group)
    same = [o for o in decision.offers() if prepared.offer(o).card.ecosystem == ecosystem]
    card_years = sum((_card_years(placed, o) for o in same), Decimal(0))
    effort = sum((i.present_value for i in lines if i.subject == ecosystem and i.item == "adaptation"), Decimal(0))
    return total + effort * _card_years(placed, offer) / card_years


def _card_years(placed: Sequence[Placed], offer: str, workload: int | None = None) -> Decimal:
    years = (p.cards for p in placed if p.offer == offer and workload in (None, p.workload))
    return sum((Decimal(cards.numerator) / cards.denominator for cards in years), Decimal(0))


def _card_share(placed: Sequence[Placed], offer: str, workload: int) -> Decimal:
    total = _card_years(placed, offer)
    return _card_years(placed, offer, workload) / total if total else Decimal(0)


def _tokens(prepared: Prepared, placed: Sequence[Placed], workload: int, tokens_per_request: float) -> Decimal:
    """Present value of the tokens of all years at average load."""
    asked = prepared.request.requirements.workloads[workload]
    if not isinstance(asked, InferenceWorkload) or asked.traffic == "fit":
        return Decimal(0)
    total = Decimal(0)
    for p in placed:
        if p.workload == workload:
            rate = Decimal(str(p.option.requests_per_s)) * Decimal(p.demand.numerator) / p.demand.denominator
            rate = rate * p.option.capacity.denominator / p.option.capacity.numerator
            tokens = rate * Decimal(str(asked.traffic.average_load)) * Decimal(str(tokens_per_request))
            factor = prepared.terms.discount_factor("energy", p.year + 1)
            total += tokens * SECONDS_PER_YEAR * factor
    return total
