"""Domestic share in its four measures, always all of them: each flatters somebody.

spend    over the horizon, nominal, ex VAT: server purchase and rent, nothing else
cards, servers, compute   the worst year, over servers acquired and in service, spares included (scope fleet: owned
         ones too); compute = dense BF16 (FP16 where the chip has no BF16), operations/s

Null when nothing is acquired, or (compute) when no card's rate is known.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal

from optimizer.instance.prepared import Prepared
from optimizer.plan.machines import Pool
from optimizer.plan.plan import DomesticShare
from optimizer.units import HOURS_PER_YEAR


def domestic_share(prepared: Prepared, pools: Sequence[Pool]) -> DomesticShare:
    """All four measures of a plan."""
    rule = prepared.request.requirements.policy.domestic_share
    fleet = rule is not None and rule.scope == "fleet"

    def compute(pool: Pool) -> int:
        facts = prepared.request.catalog.cards[pool.card].facts
        rate = (facts.bf16_flops or facts.fp16_flops or 0) if facts else 0
        return rate * pool.cards_per_server

    return DomesticShare(
        spend=_share(pools, _spend),
        cards=_worst_year(pools, lambda pool: pool.cards_per_server, fleet=fleet),
        servers=_worst_year(pools, lambda pool: 1, fleet=fleet),
        compute=_worst_year(pools, compute, fleet=fleet),
    )


def _spend(pool: Pool) -> Decimal:
    hours = sum(pool.counts) * HOURS_PER_YEAR
    return pool.unit_price.amount * (hours if pool.rented else pool.count)


def _worst_year(pools: Sequence[Pool], per_server: Callable[[Pool], int], *, fleet: bool) -> float | None:
    years = range(max((len(pool.counts) for pool in pools), default=0))

    def share(year: int) -> float | None:
        return _share(
            pools, lambda pool: per_server(pool) * (pool.in_service if fleet else pool.counts.__getitem__)(year)
        )

    return min((found for year in years if (found := share(year)) is not None), default=None)


def _share(pools: Sequence[Pool], weight: Callable[[Pool], Decimal | int]) -> float | None:
    total = sum(weight(pool) for pool in pools)
    return float(sum(weight(pool) for pool in pools if pool.domestic) / total) if total else None
