"""How much of a plan rests on measurement, in one line."""

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from optimizer.report.plan_words import fullest_year
from optimizer.report.texts import label

if TYPE_CHECKING:
    from optimizer.plan.plan import Plan
    from optimizer.sizing.option import Origin


def evidence_words(plan: "Plan", language: str) -> str:
    """Cards of the fullest year by what their capacity rests on; empty where nothing is sized (a tender's own unit)."""
    counted = {w.name for w in plan.workloads if w.kind == "capacity"}
    year = fullest_year(plan)
    cards: dict[Origin, Decimal] = defaultdict(Decimal)
    for p in plan.placements:
        if p.year == year and p.workload not in counted:
            cards[p.origin] += p.cards
    if not cards:
        return ""
    shown = {origin: f"{float(cards[origin]):,.10g}" for origin in ("measured", "calibrated", "modelled")}
    return label("summary.evidence_text", language).format(cards=f"{float(sum(cards.values())):,.10g}", **shown)


def rests_on_measurement(plan: "Plan") -> bool:
    """Whether any placement does."""
    return any(p.origin != "modelled" for p in plan.placements)
