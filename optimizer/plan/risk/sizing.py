"""Risks of what was sized: speed, evidence, stack, precision, proof."""

from collections.abc import Iterator
from decimal import Decimal

from optimizer.plan.plan import Plan
from optimizer.plan.risk.risk import HIGH, MEDIUM, MONEY, SHARE, Risk, card_share, concerning, graded

LONG_ADAPTATION = (3, 6)
"""Engineer-months from which moving to a stack counts as medium and as high."""


def _quantile(plan: Plan) -> Iterator[Risk]:
    """Another plan at p10: other servers or none are high, else what it costs more."""
    p10 = next((v for v in plan.variants if v.kind == "p10"), None)
    if p10 is None:
        return
    tco = plan.objective.tco_npv
    more = None if p10.tco_npv is None else p10.tco_npv - tco
    share = 1.0 if more is None else float(more / tco) if tco else 0.0
    if more is not None and p10.same_servers and share < 1e-9:
        return
    impact = HIGH if more is None or not p10.same_servers else graded(share, MONEY)
    yield Risk(kind="quantile", likelihood=MEDIUM, impact=impact,
               facts={"amount": float(more or 0), "tco_share": share, "status": p10.status})  # fmt: skip


def _modelled(plan: Plan) -> Iterator[Risk]:
    """Cards whose capacity no measurement of the buyer's supports."""
    last = max((p.year for p in plan.placements), default=0)
    cards = {True: Decimal(0), False: Decimal(0)}
    names = []
    for p in plan.placements:
        if p.year == last:
            cards[p.origin == "modelled"] += p.cards
            names += [p.workload] if p.origin == "modelled" else []
    if cards[True]:
        share = float(cards[True] / (cards[True] + cards[False]))
        yield Risk(kind="modelled", likelihood=MEDIUM, impact=min(MEDIUM, graded(share, SHARE)),
                   workloads=tuple(dict.fromkeys(names)), facts={"card_share": share})  # fmt: skip


def _stated(plan: Plan) -> Iterator[Risk]:
    if plan.stated_factors:
        most = max(abs(each.factor - 1) for each in plan.stated_factors)
        yield Risk(kind="stated", likelihood=MEDIUM, impact=graded(most, SHARE),
                   workloads=tuple(dict.fromkeys(each.workload for each in plan.stated_factors)))  # fmt: skip


def _not_sized(plan: Plan) -> Iterator[Risk]:
    names = tuple(w.name for w in plan.workloads if w.demand_note.startswith("fit:"))
    if names:
        yield Risk(kind="not_sized", likelihood=HIGH, impact=MEDIUM, workloads=names)


def _young_stack(plan: Plan) -> Iterator[Risk]:
    """Moving costs engineer-months by the catalog: the more, the likelier a delay."""
    months = {each.ecosystem: float(each.months) for each in plan.ecosystem_costs if each.months}
    pools = [p for p in plan.pools if p.ecosystem in months and p.standing]
    if pools:
        share, most = card_share(plan, pools), max(months[p.ecosystem] for p in pools)
        yield Risk(kind="young_stack", likelihood=graded(most, LONG_ADAPTATION), impact=graded(share, SHARE),
                   servers=tuple(p.server for p in pools), facts={"months": most, "card_share": share})  # fmt: skip


def _confidence(plan: Plan) -> Iterator[Risk]:
    """Specifications that the catalog itself does not trust."""
    kinds = ("card specification", "server specification")
    weak = {s.item for s in plan.sources if s.confidence == "low" and s.what in kinds}
    servers = tuple(p.server for p in plan.pools if p.standing and weak & {p.server, p.card})
    yield from concerning(plan, "confidence", MEDIUM, servers)


def _precision(plan: Plan) -> Iterator[Risk]:
    if plan.below_checkpoint_precision:
        yield Risk(kind="precision", likelihood=MEDIUM, impact=MEDIUM, workloads=plan.below_checkpoint_precision)


def _gap(plan: Plan) -> Iterator[Risk]:
    if plan.status == "feasible":
        gap = plan.objective.gap
        yield Risk(kind="gap", likelihood=MEDIUM, impact=graded(gap, MONEY), facts={"gap_share": gap})


RULES = (_quantile, _modelled, _stated, _not_sized, _young_stack, _confidence, _precision, _gap)
