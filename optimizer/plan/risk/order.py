"""Risks of the order: price, delivery, origin, currency, resale."""

import datetime
from collections.abc import Iterator
from decimal import Decimal

from optimizer.plan.plan import Plan
from optimizer.plan.risk.risk import HIGH, LOW, MEDIUM, MONEY, Risk, capex_share, concerning, graded, pools_of

SOON_DAYS = (90, 30)
"""Days to the first lapsing price up to which that counts as medium and as high."""
RATE_MOVE = Decimal("0.1")
"""Move of the exchange rate that is looked at."""


def _unusual(plan: Plan) -> Iterator[Risk]:
    if plan.unusual_prices:
        yield Risk(kind="unusual_price", likelihood=HIGH, impact=HIGH, servers=plan.unusual_prices)


def _generic(plan: Plan) -> Iterator[Risk]:
    yield from concerning(plan, "generic", HIGH, tuple(p.server for p in plan.pools if p.stands_for and p.count))


def _late(plan: Plan) -> Iterator[Risk]:
    yield from concerning(plan, "late", HIGH, tuple(late.server for late in plan.late_delivery))


def _quote(plan: Plan) -> Iterator[Risk]:
    """Impact: what the upper end of the price ranges would add."""
    pools = [pool for pool in pools_of(plan, plan.quote_needed) if not pool.rented and pool.count]
    if plan.quote_needed:
        more = sum((max(p.unit_price.high - p.unit_price.amount, Decimal(0)) * p.count for p in pools), Decimal(0))
        known = all(p.unit_price.high > p.unit_price.low for p in pools)
        share = capex_share(plan, more)
        impact = graded(share, MONEY) if known else max(MEDIUM, graded(share, MONEY))
        yield Risk(kind="quote", likelihood=HIGH, impact=impact, servers=plan.quote_needed,
                   facts={"amount": float(more), "capex_share": share})  # fmt: skip


def _licence(plan: Plan) -> Iterator[Risk]:
    yield from concerning(plan, "licence", MEDIUM, plan.lead_time_risk)


def _second_hand(plan: Plan) -> Iterator[Risk]:
    yield from concerning(plan, "second_hand", MEDIUM, plan.second_hand)


def _exchange_rate(plan: Plan) -> Iterator[Risk]:
    """Servers bought at a price in another currency: what a tenth of the rate costs."""
    own = plan.objective.currency
    pools = [p for p in plan.pools if p.count and not p.rented and p.unit_price.quoted not in (None, own)]
    if pools:
        more = RATE_MOVE * sum((p.count * p.unit_price.amount for p in pools), Decimal(0))
        share = capex_share(plan, more)
        yield Risk(kind="exchange_rate", likelihood=MEDIUM, impact=graded(share, MONEY),
                   servers=tuple(p.server for p in pools),
                   facts={"amount": float(more), "capex_share": share, "rate": f"{plan.usd_cny}",
                          "quoted": "USD" if own == "CNY" else "CNY", "date": plan.usd_cny_date or "–"})  # fmt: skip


def _validity(plan: Plan) -> Iterator[Risk]:
    if plan.prices_valid_until is not None:
        left = datetime.date.fromisoformat(plan.prices_valid_until) - datetime.date.fromisoformat(plan.as_of)
        likelihood = HIGH if left.days <= SOON_DAYS[1] else MEDIUM if left.days <= SOON_DAYS[0] else LOW
        yield Risk(kind="validity", likelihood=likelihood, impact=MEDIUM,
                   facts={"day": plan.prices_valid_until, "days": float(left.days)})  # fmt: skip


def _single_vendor(plan: Plan) -> Iterator[Risk]:
    """One software stack: its cards have one maker, whoever builds the servers."""
    acquired = [p for p in plan.pools if p.count]
    stacks = {p.ecosystem for p in acquired}
    if len(stacks) == 1:
        vendors = ", ".join(dict.fromkeys(p.vendor for p in acquired if p.vendor)) or "–"
        yield Risk(kind="single_vendor", likelihood=LOW, impact=HIGH, servers=tuple(p.server for p in acquired),
                   facts={"ecosystem": min(stacks), "vendors": vendors})  # fmt: skip


def _resale(plan: Plan) -> Iterator[Risk]:
    more, tco = plan.tco_at_zero_resale - plan.objective.tco_npv, plan.objective.tco_npv
    if more > 0 and tco > 0:
        share = float(more / tco)
        yield Risk(kind="resale", likelihood=MEDIUM, impact=graded(share, MONEY),
                   facts={"amount": float(more), "tco_share": share})  # fmt: skip


RULES = (_unusual, _generic, _late, _quote, _licence, _second_hand, _exchange_rate, _validity, _single_vendor, _resale)
