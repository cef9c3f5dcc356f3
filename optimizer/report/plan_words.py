"""Parts of a plan in one line each, for the console and the comparison."""

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from optimizer.report.plan_texts import path_name
from optimizer.report.texts import label
from optimizer.units import by_year

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from optimizer.plan.machines import Placement
    from optimizer.plan.money import CostPerMillionTokens, Network
    from optimizer.plan.no_plan import ConflictMember
    from optimizer.plan.plan import Plan

MOST_LAPSED = 5
"""Lapsed price lines named one by one."""


def machine_lines(plan: "Plan", language: str) -> tuple[str, ...]:
    """`count × server name`, rented and owned ones said to be so."""
    lines = []
    for pool in plan.pools:
        if pool.count:
            rented = f" ({label('word.rented', language)})" if pool.rented else ""
            lines.append(f"{by_year(pool.counts)} × {pool.server_name}{rented}")
        if any(pool.owned):
            lines.append(f"{by_year(pool.owned)} × {pool.server_name} ({label('word.owned', language)})")
    return tuple(lines)


def late_lines(plan: "Plan", language: str) -> tuple[str, ...]:
    """One sentence per bought server that typically arrives after the start."""
    text = label("summary.late_line", language)
    return tuple(
        text.format(server=server_names(plan, (late.server,)), weeks=late.weeks, order_by=late.order_by)
        for late in plan.late_delivery
    )


def not_sized(plan: "Plan") -> tuple[str, ...]:
    """Workloads that only have to fit (`traffic: fit`): their load is not a figure."""
    return tuple(w.name for w in plan.workloads if w.demand_note.startswith("fit:"))


def token_costs(plan: "Plan") -> "Iterator[tuple[str, CostPerMillionTokens | None]]":
    """Every inference workload with a load, and its cost per million tokens; None where no request rate is known."""
    known, unsized = {row.workload: row for row in plan.cost_per_million_tokens}, not_sized(plan)
    for workload in plan.workloads:
        if workload.name in known or (workload.kind == "inference" and workload.name not in unsized):
            yield workload.name, known.get(workload.name)


def fullest_year(plan: "Plan") -> int:
    """The year whose placements take most cards, of several the one with most load; 0 without placements.

    Load is demand / capacity weighted by cards; what was not sized has none. Of equals the first year.
    """
    cards: dict[int, Decimal] = defaultdict(Decimal)
    loads: dict[int, Decimal] = defaultdict(Decimal)
    unsized = not_sized(plan)
    for p in plan.placements:
        cards[p.year] += p.cards
        if p.capacity and p.workload not in unsized:
            loads[p.year] += p.cards * p.demand / p.capacity
    return max(sorted(cards), key=lambda year: (cards[year], loads[year]), default=0)


def racks_used(plan: "Plan") -> float | None:
    """Racks that the plan takes; None where the site states no racks, so that none are counted."""
    return float(plan.totals.racks) if any(use.path.startswith("site.racks") for use in plan.limits) else None


def is_every_year_alike(plan: "Plan") -> bool:
    """Whether every year of the horizon has the same placements."""
    years = [
        [p.model_copy(update={"year": 0}) for p in plan.placements if p.year == year]
        for year in range(1, plan.cost_rules.horizon_years + 1)
    ]
    return all(year == years[0] for year in years)


def generic_tiers(plan: "Plan", language: str) -> list[str]:
    """A line for each generic tier of the plan: which real cards it stands for."""
    text = label("summary.generic_text", language)
    tiers = {pool.card_name: ", ".join(pool.stands_for) for pool in plan.pools if pool.stands_for}
    return [text.format(card=card, names=names) for card, names in tiers.items()]


def server_names(plan: "Plan", servers: "Iterable[str]") -> str:
    """Names of servers by id, in one text."""
    names = {pool.server: pool.server_name for pool in plan.pools}
    return ", ".join(names.get(server, server) for server in servers)


def abroad_names(plan: "Plan") -> str:
    """`Lambda gpu_8x_h200 (us-east-1)`: rented servers with the region that the provider names."""
    regions = {each.server: each.region or "–" for each in plan.rented_abroad}
    return ", ".join(f"{server_names(plan, [server])} ({region})" for server, region in regions.items())


def lapsed_names(plan: "Plan", language: str) -> str:
    """`my-server-8 (ours/, 2026-06-30)`: the first few lapsed lines of price books."""
    lines = [f"{each.item} ({each.book}, {each.valid_until})" for each in plan.lapsed_prices]
    left = len(lines) - MOST_LAPSED
    more = [label("summary.lapsed_more", language).format(count=left)] if left > 0 else []
    return ", ".join(lines[:MOST_LAPSED] + more)


def degrees(placement: "Placement") -> str:
    """`TP4 PP2`: the degrees of parallelism above one, tensor parallelism always."""
    found = (
        ("TP", placement.tensor_parallel),
        ("PP", placement.pipeline_parallel),
        ("EP", placement.expert_parallel),
    )
    shown = [f"{name}{degree}" for name, degree in found if degree and (degree > 1 or name == "TP")]
    return " ".join(shown) or "–"


def network_words(network: "Network", language: str) -> str:
    """Switches, transceivers and cards between servers."""
    return label("console.network", language).format(
        kind=network.kind, leaf=network.leaf_switches, spine=network.spine_switches, ports=network.ports,
        optics=network.optics, nics=network.nics_added,
    )  # fmt: skip


def training_words(plan: "Plan") -> "Iterator[str]":
    """Length, card-hours and utilisation of every run and job, in the last year."""
    last = max((p.year for p in plan.placements), default=0)
    for p in plan.placements:
        if p.year == last and p.card_hours is not None:
            key = "console.job" if p.days is None else "console.run"
            mfu = "–" if p.mfu is None else f"{p.mfu:.0%}"
            words = label(key, plan.language)
            yield words.format(workload=p.workload, days=p.days, card_hours=p.card_hours, mfu=mfu)


def conflict_words(member: "ConflictMember", language: str) -> str:
    """A requirement of a conflict: what it is about, its value, and where the file states it."""
    name = path_name(member.path, language).here
    value = f"{member.value} {member.unit}".strip()
    return f"{name or member.path}: {value} ({member.path}, {member.file}:{member.line})"


def stated_lines(plan: "Plan", language: str) -> list[str]:
    """Speculation, and prefill and decode apart: the asker's own factors on the prediction."""
    return [
        label(f"stated.{each.kind}", language).format(
            workload=each.workload, factor=f"{each.factor:g}", source=each.source or label("stated.no_source", language)
        )
        for each in plan.stated_factors
    ]
