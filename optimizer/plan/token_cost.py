"""Cost per million tokens of each inference workload, levelised.

    present value of its share of the pools it runs on  /  present value of its tokens at average load

A pool's cost (its servers, their racks and its part of the ecosystem's adaptation) is shared by card-years.
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from optimizer.inputs.demand import REQUESTS_PER_S
from optimizer.inputs.traffic import Traffic
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
    """One row per inference workload whose tokens are known.

    None for `traffic: fit`, and for measured capacities in flight: they tell no request rate.
    """
    rows = []
    for index, workload in enumerate(prepared.request.requirements.workloads):
        if not isinstance(workload, InferenceWorkload) or workload.traffic == "fit":
            continue
        tokens = _tokens(prepared, placed, index, workload.traffic)
        if tokens is None:
            continue
        shares = (
            pool_cost(prepared, decision, offer, placed, lines) * _card_share(placed, offer, index)
            for offer in decision.offers()
        )
        cost = sum(shares, Decimal(0))
        both, output = (_present(prepared, years) for years in tokens)
        rows.append(
            CostPerMillionTokens(
                workload=workload.name,
                blended=cost / both * MILLION,
                output=cost / output * MILLION,
                tokens_per_year=tokens[0],
                output_per_year=tokens[1],
            )
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


def _present(prepared: Prepared, per_year: Sequence[Decimal]) -> Decimal:
    """Present value of a quantity per year, discounted like the cost of running."""
    factors = (prepared.terms.discount_factor("energy", year) for year in range(1, len(per_year) + 1))
    return sum((amount * factor for amount, factor in zip(per_year, factors, strict=True)), Decimal(0))


def _tokens(
    prepared: Prepared, placed: Sequence[Placed], workload: int, traffic: Traffic
) -> tuple[tuple[Decimal, ...], tuple[Decimal, ...]] | None:
    """(All tokens, output tokens) of each year; None where the request rate is unknown.

    A daily volume is taken as stated, × 365; others: peak rate · mean over peak · seconds of a year · mean lengths.
    """
    both, output = ([Decimal(0)] * prepared.terms.horizon_years for _ in range(2))
    stated, base = traffic.tokens_per_day, prepared.demands[workload].value
    for p in placed:
        if p.workload != workload:
            continue
        if stated is not None:
            days = 365 * _decimal(p.demand / base)
            both[p.year] += days * (Decimal(str(stated.input)) + Decimal(str(stated.output)))
            output[p.year] += days * Decimal(str(stated.output))
            continue
        rate = _request_rate(p)
        if rate is None:
            return None
        requests = rate * Decimal(str(traffic.mean_over_peak)) * SECONDS_PER_YEAR
        output[p.year] += requests * Decimal(str(traffic.output_lengths.mean))
        both[p.year] += requests * Decimal(str(traffic.output_lengths.mean + traffic.input_lengths.mean))
    return tuple(both), tuple(output)


def _request_rate(placed: Placed) -> Decimal | None:
    """Requests/s of the demand on this pool at its peak."""
    if placed.option.unit == REQUESTS_PER_S:
        return _decimal(placed.demand)
    if placed.option.requests_per_s is None:
        return None
    return Decimal(str(placed.option.requests_per_s)) * _decimal(placed.demand / placed.option.capacity)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator
