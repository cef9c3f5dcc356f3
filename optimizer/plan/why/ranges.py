"""How far a price, the tariff or a demand may move before another plan is cheaper, all else equal.

Price and tariff: the plan's cost is a straight line in them and the optimum a minimum of such lines, so the end of the
range is where another plan's line crosses (Newton); the plan itself must still keep every rule there (a dearer server
may break the budget). Demand: the servers of the plan stay the optimum or not, found by halving in steps of 1 %.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal

from optimizer.errors import ModelError
from optimizer.instance.build import build_instance
from optimizer.instance.instance import Decision
from optimizer.instance.prepared import Prepared
from optimizer.plan.progress import Progress
from optimizer.plan.why.explanation import Range
from optimizer.plan.why.solved import Solved, cost_at, with_price, with_tariff
from optimizer.units import exact
from optimizer.verify.check import verify

LEAST, MOST = Decimal("0.25"), Decimal(3)
"""Factors of price and tariff that are looked at."""
LEAST_DEMAND, MOST_DEMAND = 50, 200
"""The same for demand, per cent."""
MAX_STEPS = 30
HALVINGS = 12
FLAT = 4
"""Two statements of one cost may differ by the rounding of so many fen per server."""
At = Callable[[Decimal], Prepared]


def ranges(solved: Solved, progress: Progress) -> tuple[Range, ...]:
    """One range per bought or rented pool, the tariff, and one per workload."""
    return (*_prices(solved, progress), *_tariff(solved, progress), *_demands(solved, progress))


def _prices(solved: Solved, progress: Progress) -> Iterator[Range]:
    currency = solved.prepared.request.requirements.currency
    for offer in solved.decision.counts:
        facts = solved.prepared.offer(offer)
        price = facts.price.amount
        progress(f"price range of {offer}")

        def at(factor: Decimal, offer: str = offer, price: Decimal = price) -> Prepared:
            return with_price(solved.prepared, offer, price * factor)

        low, high = _end(solved, at, LEAST), _end(solved, at, MOST)
        yield _range("price", facts.server.name or facts.server.id, offer, price, f"{currency}", low, high)


def _tariff(solved: Solved, progress: Progress) -> Iterator[Range]:
    progress("tariff range")
    tariff, currency = solved.prepared.terms.price_per_kwh[False], solved.prepared.request.requirements.currency
    on_site = [offer for offer in solved.decision.offers() if not solved.prepared.offer(offer).rented]
    if on_site and tariff:

        def at(factor: Decimal) -> Prepared:
            return with_tariff(solved.prepared, factor)

        low, high = _end(solved, at, LEAST), _end(solved, at, MOST)
        yield _range("tariff", "", "site.electricity.price_per_kwh", tariff, f"{currency}/kWh", low, high)


def _range(
    kind: str, subject: str, path: str, value: Decimal, unit: str, low: Decimal | None, high: Decimal | None
) -> Range:
    return Range.model_validate(
        {
            "kind": kind,
            "subject": subject,
            "path": path,
            "value": value,
            "unit": unit,
            "low": None if low is None else value * low,
            "high": None if high is None else value * high,
            "tried_low": value * LEAST,
            "tried_high": value * MOST,
        }
    )


def _end(solved: Solved, at: At, furthest: Decimal) -> Decimal | None:
    """The factor at which the plan stops being the cheapest, towards `furthest`; None where it never does."""
    factor = furthest
    for _ in range(MAX_STEPS):
        prepared = at(factor)
        instance = build_instance(prepared)
        outcome, _ = solved.ask(instance, prepared)
        mine = cost_at(prepared, solved.decision)
        other = outcome.decision
        if other is None or outcome.cost_fen is None or outcome.cost_fen >= mine - _rounding(solved):
            break
        crossing = _crossing(solved, at, other)
        if crossing is None or abs(crossing - 1) >= abs(factor - 1):
            break
        factor = crossing
    if not _keeps_the_rules(solved, at(factor)):
        return _last_that_keeps(solved, at, factor)
    return None if factor == furthest else factor


def _crossing(solved: Solved, at: At, other: Decision) -> Decimal | None:
    """The factor at which two plans cost the same, from their costs at factors 0 and 1."""
    lines = [(cost_at(at(Decimal(0)), d), cost_at(at(Decimal(1)), d)) for d in (solved.decision, other)]
    (mine_0, mine_1), (other_0, other_1) = lines
    slope = (mine_1 - mine_0) - (other_1 - other_0)
    return Decimal(other_0 - mine_0) / slope if slope else None


def _rounding(solved: Solved) -> int:
    return FLAT * (1 + sum(sum(counts) for counts in solved.decision.counts.values()))


def _keeps_the_rules(solved: Solved, prepared: Prepared) -> bool:
    """Whether the plan, as it stands, still passes the checker under other prices."""
    try:
        verify(prepared, build_instance(prepared), solved.decision, None)
    except ModelError:
        return False
    return True


def _last_that_keeps(solved: Solved, at: At, broken: Decimal) -> Decimal:
    good, bad = Decimal(1), broken
    for _ in range(HALVINGS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if _keeps_the_rules(solved, at(middle)) else (good, middle)
    return good


def _demands(solved: Solved, progress: Progress) -> Iterator[Range]:
    for index, demand in enumerate(solved.prepared.demands):
        name = solved.prepared.request.requirements.workloads[index].name
        progress(f"demand range of {name}")
        low = _demand_end(solved, index, LEAST_DEMAND)
        high = _demand_end(solved, index, MOST_DEMAND)
        value = Decimal(demand.value.numerator) / demand.value.denominator
        per_cent = Decimal("0.01")
        yield Range(
            kind="demand",
            subject=name,
            path=f"workloads[{index}]",
            value=value,
            unit=demand.unit,
            low=None if low is None else value * low * per_cent,
            high=None if high is None else value * high * per_cent,
            tried_low=value * LEAST_DEMAND * per_cent,
            tried_high=value * MOST_DEMAND * per_cent,
        )


def _demand_end(solved: Solved, index: int, furthest: int) -> int | None:
    """The last whole per cent, from 100 towards `furthest`, at which the servers stay; None where they always do."""
    if _same_servers(solved, index, furthest):
        return None
    good, bad = 100, furthest
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if _same_servers(solved, index, middle) else (good, middle)
    return good


def _same_servers(solved: Solved, index: int, per_cent: int) -> bool:
    """Whether the plan for so much of one workload's demand has the same servers in the same numbers."""
    demands = tuple(
        d.model_copy(update={"value": d.value * exact(per_cent / 100)}) if i == index else d
        for i, d in enumerate(solved.prepared.demands)
    )
    prepared = solved.prepared.model_copy(update={"demands": demands})
    outcome, _ = solved.ask(build_instance(prepared), prepared)
    return outcome.decision is not None and outcome.decision.counts == solved.decision.counts
