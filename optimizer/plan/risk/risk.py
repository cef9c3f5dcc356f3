"""Risks of a plan, each derived from facts of its own; words: `report/risk_words.py`.

    level    likelihood × impact, each 1 (low) to 3 (high)
    money    what it would cost over the capital expenditure (ex VAT) or the TCO: ≥ 10 % high, ≥ 3 % medium, else low
    share    of the cards in service that it concerns: ≥ 50 % high, ≥ 20 % medium, else low

The thresholds are conventions of this tool (docs/workbook.md); the owner of the list may change every level.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Literal

from pydantic import Field

from optimizer.frozen import Frozen
from optimizer.plan.machines import Pool
from optimizer.plan.plan import Plan

RiskKind = Literal[
    "unusual_price", "generic", "late", "quote", "licence", "second_hand", "quantile", "modelled", "stated",
    "not_sized", "young_stack", "spare", "binding", "exchange_rate", "validity", "confidence", "cautions",
    "precision", "single_vendor", "resale", "gap",
]  # fmt: skip
Level = Literal[1, 2, 3]
LOW: Level = 1
MEDIUM: Level = 2
HIGH: Level = 3
MONEY = (0.03, 0.10)
SHARE = (0.20, 0.50)


class Risk(Frozen):
    """One risk: how likely and how bad by rule, whom it concerns, and the facts it rests on."""

    kind: RiskKind
    likelihood: Level
    impact: Level
    servers: tuple[str, ...] = ()
    workloads: tuple[str, ...] = ()
    facts: dict[str, float | str] = Field(default_factory=dict)
    """By name: `…_share` a share, `amount` money in the plan's currency, others counts or texts."""

    @property
    def level(self) -> int:
        return self.likelihood * self.impact


def graded(value: float, steps: tuple[float, float]) -> Level:
    """Low, medium from the first step on, high from the second."""
    return HIGH if value >= steps[1] else MEDIUM if value >= steps[0] else LOW


def pools_of(plan: Plan, servers: Iterable[str]) -> list[Pool]:
    """The pools of these servers."""
    return [pool for pool in plan.pools if pool.server in set(servers)]


def card_share(plan: Plan, pools: Iterable[Pool]) -> float:
    """Share of the cards in the fullest year of each pool."""
    everything = sum(pool.standing * pool.cards_per_server for pool in plan.pools)
    return sum(pool.standing * pool.cards_per_server for pool in pools) / everything if everything else 0.0


def capex_share(plan: Plan, amount: Decimal) -> float:
    """Over the capital expenditure ex VAT; 0 where nothing is bought."""
    return float(amount / plan.totals.capex) if plan.totals.capex else 0.0


def concerning(plan: Plan, kind: RiskKind, likelihood: Level, servers: tuple[str, ...]) -> Iterator[Risk]:
    """A risk of given likelihood whose impact is the share of cards concerned; none where no server is."""
    if servers:
        share = card_share(plan, pools_of(plan, servers))
        yield Risk(
            kind=kind, likelihood=likelihood, impact=graded(share, SHARE), servers=servers, facts={"card_share": share}
        )
