"""Page one in a line each: the other plans and why not them, and what to try before buying."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.report.plan_texts import in_both
from optimizer.report.texts import label

if TYPE_CHECKING:
    from optimizer.plan.machines import Placement, Pool
    from optimizer.plan.plan import Plan

MOST = 2
"""Of a kind on page one; all of them are on their own sheets."""


def alternatives_text(plan: "Plan", language: str) -> str:
    """Next best plans and dearer machines with what they cost more; how many machines cannot be."""
    lines = list(_explained(plan, language))
    if rejected := len(_impossible(plan)):
        lines.append(label("summary.rejected_count", language).format(count=rejected))
    return "\n".join(lines) or "–"


def _impossible(plan: "Plan") -> set[str]:
    """Servers on which no workload can run."""
    asked = {workload.name for workload in plan.workloads}
    refused: dict[str, set[str]] = {}
    for rejection in plan.rejections:
        refused.setdefault(rejection.server, set()).add(rejection.workload)
    return {server for server, names in refused.items() if names >= asked} - {pool.server for pool in plan.pools}


def _explained(plan: "Plan", language: str) -> Iterator[str]:
    explained, currency = plan.explanation, plan.objective.currency
    if explained is None:
        yield label("summary.not_explained", language)
        return
    for other in explained.alternatives[:MOST]:
        text = label("summary.alternative_line", language)
        yield text.format(
            purchases="; ".join(other.purchases), difference=f"{other.difference:+,.0f} {currency}", rank=other.rank
        )
    dearer = [w for w in explained.why_not if w.status == "dearer" and w.regret is not None]
    for machine in sorted(dearer, key=lambda w: w.regret or 0)[:MOST]:
        text = label("summary.dearer_line", language)
        yield text.format(server=machine.server_name, regret=f"{machine.regret:+,.0f} {currency}")


def trial_lines(plan: "Plan", language: str) -> Iterator[str]:
    """Per server type bought: what one of them must do before the order is placed."""
    for pool in plan.pools:
        if not pool.count or pool.rented:
            continue
        found = [p for p in plan.placements if _on(p, pool) and p.capacity_per_replica]
        if found:
            p = min(found, key=lambda each: (each.year, each.workload))
            yield label("summary.trial_line", language).format(
                server=pool.server_name,
                workload=p.workload,
                capacity=f"{float(p.capacity_per_replica):,.4g} {in_both(p.unit, language).here}",
                cards=f"{float(p.cards / p.replicas):.4g}" if p.replicas else "–",
            )


def _on(placement: "Placement", pool: "Pool") -> bool:
    return (placement.server, placement.rented) == (pool.server, pool.rented)
