"""The cheapest plans with other pools than the plan's: solved one after the other, those already told excluded."""

from collections.abc import Iterator
from decimal import Decimal

from optimizer.plan.domestic import domestic_share
from optimizer.plan.pools import pools
from optimizer.plan.progress import Progress
from optimizer.plan.why.explanation import Alternative
from optimizer.plan.why.solved import Solved, purchases_of
from optimizer.units import from_fen

COUNT = 3
WITHIN = Decimal("0.2")
"""Plans dearer than this share above the cheapest are no alternative."""


def alternatives(
    solved: Solved, progress: Progress, *, count: int = COUNT, within: Decimal = WITHIN
) -> tuple[Alternative, ...]:
    """At most `count` plans, none dearer than (1 + within) times the plan, cheapest first."""
    return tuple(_found(solved, progress, count, within))


def _found(solved: Solved, progress: Progress, count: int, within: Decimal) -> Iterator[Alternative]:
    told = [tuple(solved.decision.offers())]
    for rank in range(1, count + 1):
        progress(f"alternative {rank}")
        outcome, verified = solved.ask(solved.instance.model_copy(update={"not_again": tuple(told)}))
        if outcome.decision is None or outcome.cost_fen is None or verified is None:
            return
        if outcome.cost_fen > solved.cost_fen * (1 + within):
            return
        rows = pools(solved.prepared, outcome.decision, verified)
        on_site = [pool for pool in rows if not pool.rented]
        years = range(solved.instance.years)
        yield Alternative(
            rank=rank,
            tco_npv=verified.tco,
            difference=from_fen(outcome.cost_fen - solved.cost_fen),
            proved=outcome.gap == 0,
            purchases=purchases_of(solved.prepared, outcome.decision),
            ecosystems=tuple(sorted({pool.ecosystem for pool in rows})),
            domestic_share_spend=domestic_share(solved.prepared, rows).spend,
            it_power_kw=max(sum(p.in_service(year) * p.max_power_w for p in on_site) for year in years) / 1000,
        )
        told.append(tuple(outcome.decision.offers()))
