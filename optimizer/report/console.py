"""Console answers, readable at 80 columns and without colour. Rich is imported only when something is printed."""

from typing import TYPE_CHECKING

from optimizer.report.caution_words import caution_text
from optimizer.report.evidence_words import evidence_words, rests_on_measurement
from optimizer.report.limit_names import limit_unit, limit_words
from optimizer.report.plan_words import (
    abroad_names,
    degrees,
    fullest_year,
    generic_tiers,
    is_every_year_alike,
    lapsed_names,
    late_lines,
    network_words,
    not_sized,
    racks_used,
    server_names,
    stated_lines,
    token_costs,
    training_words,
)
from optimizer.report.quantities import readable
from optimizer.report.storage_words import storage_quote, storage_words
from optimizer.report.terminal import Say, foreign, plain_table, printable, terminal
from optimizer.report.texts import label
from optimizer.report.variant_words import variant_words
from optimizer.report.why_words import relaxation_lines
from optimizer.units import by_year

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.table import Table

    from optimizer.plan.no_plan import NoPlan
    from optimizer.plan.plan import LimitUse, Plan
    from optimizer.sizing.option import Rejection

LARGE = 100_000


def print_plan(plan: "Plan", workbook: str = "", console: "Console | None" = None) -> None:
    """Purchases, placements, cost and proof, limits, cautions; to stdout unless a console is given."""
    console, say = console or terminal(), Say(plan.language)
    status = f"{say('status.' + plan.status)}, {say('proof.gap')} {plan.objective.gap:.2%}"
    console.print(f"{printable(plan.name)}: {status}", markup=False, highlight=False)
    console.print(_purchases(plan))
    console.print(_placement_heading(plan), markup=False, highlight=False)
    console.print(_placements(plan))
    for line in (*_figures(plan), *_cautions(plan)):
        console.print(line, markup=False, highlight=False, soft_wrap=False)
    if workbook:
        console.print(f"{say('console.workbook')}: {workbook}", markup=False, highlight=False, soft_wrap=True)


def print_no_plan(result: "NoPlan", language: str, console: "Console | None" = None) -> None:
    """Infeasible: what conflicts, in the user's fields. Unknown: the bound so far and what to do. To stderr."""
    console, say = console or terminal(stderr=True), Say(language)
    console.print(say(f"console.{result.status}"), markup=False, highlight=False)
    for member in result.conflict:
        value = f"{member.value} {member.unit}".strip()
        console.print(f"  {member.file}:{member.line} {member.path} = {value}", markup=False, highlight=False)
    if result.status == "infeasible":
        for line in relaxation_lines(result.relaxations, result.currency, language):
            console.print(printable(line), markup=False, highlight=False)
    if result.status == "unknown":
        if result.bound_fen is not None:
            bound = f"{result.bound_fen / 100:,.2f} {result.currency}"
            console.print(f"  {say('console.bound_so_far')}: {bound}", markup=False, highlight=False)
        spent = say("console.time_spent").format(seconds=result.seconds)
        console.print(f"  {spent}", markup=False, highlight=False)
        console.print(say("console.wait"), markup=False, highlight=False)
    elif result.rejections:
        console.print(_rejections(result, say))


def _purchases(plan: "Plan") -> "Table":
    """Bought, rented and owned servers in use, a line each."""
    heads = (
        ("head.server", False),
        ("head.card", False),
        ("head.count", True),
        ("head.unit_price", True),
        ("head.subtotal", True),
    )
    table, say = plain_table(heads, plan.language), Say(plan.language)
    for pool in plan.pools:
        price, star = pool.unit_price.amount, " *" if pool.server in plan.quote_needed else ""
        names = foreign(pool.server_name + star), foreign(pool.card_name)
        if pool.rented:
            table.add_row(*names, by_year(pool.counts), f"{price:,.2f}/h", say("word.rented"))
        elif pool.count:
            table.add_row(*names, f"{pool.count}", f"{price:,.0f}", f"{price * pool.count:,.0f}")
        if any(pool.owned):
            table.add_row(*names, by_year(pool.owned), "–", say("word.owned"))
    return table


def _placement_heading(plan: "Plan") -> str:
    """Which year the table of placements shows."""
    if is_every_year_alike(plan):
        return label("console.placement_every_year", plan.language)
    return label("console.placement_year", plan.language).format(year=fullest_year(plan))


def _placements(plan: "Plan") -> "Table":
    """Placements of the fullest year."""
    heads = (
        ("head.workload", False), ("head.server", False), ("head.replicas", True), ("head.cards", True),
        ("head.layout", False), ("head.weights", False), ("head.load", True),
    )  # fmt: skip
    table = plain_table(heads, plan.language)
    names = {pool.server: pool.server_name for pool in plan.pools}
    shown, unsized = fullest_year(plan), not_sized(plan)
    for p in plan.placements:
        if p.year == shown:
            load = f"{p.demand / p.capacity:.0%}" if p.capacity and p.workload not in unsized else "–"
            counts = f"{round(float(p.replicas), 2):,.10g}", f"{round(float(p.cards), 2):,.10g}"
            server = foreign(names.get(p.server, p.server))
            table.add_row(foreign(p.workload), server, *counts, degrees(p), p.weight_precision or "–", load)
    return table


def _figures(plan: "Plan") -> "Iterator[str]":
    """Money, proof, and what the limits leave."""
    say, currency = Say(plan.language), plan.objective.currency
    totals, objective = plan.totals, plan.objective
    years = f"{plan.cost_rules.horizon_years} {say('unit.years')}"
    yield f"{say('summary.tco')}: {objective.tco_npv:,.0f} {currency} ({years})"
    yield f"{say('proof.bound')}: {objective.bound:,.0f} {currency}; {say('proof.gap')}: {objective.gap:.2%}"
    yield f"{say('summary.capex_incl_vat')}: {totals.capex_incl_vat:,.0f} {currency}"
    if plan.network is not None:
        yield f"{say('item.network')}: {network_words(plan.network, plan.language)}"
    if plan.storage is not None:
        yield f"{say('item.storage')}: {storage_words(plan.storage, plan.language)}"
    for run in training_words(plan):
        yield printable(run)
    for workload, tokens in token_costs(plan):
        amount = say("word.not_known") if tokens is None else f"{tokens.blended:,.4f} {currency}"
        yield f"{say('summary.per_million')}, {printable(workload)}: {amount}"
    yield _use(say("summary.it_power"), "site.it_power_kw", totals.it_power_kw, "kW", plan)
    yield _use(say("summary.racks"), "site.racks", racks_used(plan), "", plan)
    for limit in plan.limits:
        if not limit.path.startswith(("site.it_power_kw", "site.racks")):
            use = f"{_shown(limit.used)} / {_shown(limit.available)} {limit_unit(limit, plan.language).here}"
            yield f"{limit_words(limit, plan.language)[0]}: {use}"


def _shown(value: float) -> str:
    """Money and other large amounts without decimals."""
    return f"{value:,.0f}" if value >= LARGE else f"{value:,.10g}"


def _use(name: str, path: str, total: float | None, unit: str, plan: "Plan") -> str:
    """`name: used / available`, summed over limits of the same path, or that nothing limits it; None is not counted."""
    limits: list[LimitUse] = [limit for limit in plan.limits if limit.path.startswith(path)]
    available = (
        f"{sum(limit.available for limit in limits):,.10g}" if limits else label("word.not_limited", plan.language)
    )
    used = label("word.not_counted", plan.language) if total is None else f"{total:,.10g}"
    return f"{name}: {used} / {available} {unit}".rstrip()


def _cautions(plan: "Plan") -> "Iterator[str]":
    """What page one flags."""
    say = Say(plan.language)
    if plan.no_acquisition:
        yield say("summary.no_acquisition_text")
    if plan.split_note:
        yield f"{say('summary.split')}: {printable(', '.join(plan.split_note))}"
    if unsized := not_sized(plan):
        yield printable(say("summary.not_sized_text").format(names=", ".join(unsized)))
    for stated in stated_lines(plan, plan.language):
        yield f"{say('summary.stated')}: {printable(stated)}"
    if rests_on_measurement(plan):
        yield evidence_words(plan, plan.language)
    for tier in generic_tiers(plan, plan.language):
        yield f"{say('summary.generic')}: {printable(tier)}"
    if plan.lead_time_risk:
        yield f"{say('summary.lead_time')}: {printable(server_names(plan, plan.lead_time_risk))}"
    for line in late_lines(plan, plan.language):
        yield f"{say('summary.late')}: {printable(line)}"
    if plan.second_hand:
        yield printable(say("summary.second_hand_text").format(names=server_names(plan, plan.second_hand)))
    if plan.rented_abroad:
        yield printable(say("summary.abroad_text").format(names=abroad_names(plan)))
    if plan.lapsed_prices:
        yield printable(say("summary.lapsed_text").format(lines=lapsed_names(plan, plan.language)))
    if plan.unusual_prices:
        yield printable(say("summary.unusual_text").format(names=server_names(plan, plan.unusual_prices)))
    if plan.prices_valid_until:
        yield say("summary.validity_text").format(day=plan.prices_valid_until)
    if plan.quote_needed:
        yield f"* {say('summary.quote_needed')}: {printable(', '.join(plan.quote_needed))}"
    if storage := storage_quote(plan, plan.language):
        yield f"* {printable(storage)}"
    if plan.below_checkpoint_precision:
        yield f"{say('summary.precision')}: {printable(', '.join(plan.below_checkpoint_precision))}"
    for caution in plan.cautions:
        name = f"{printable(caution.server_name)}: " if caution.server_name else ""
        yield f"{name}{printable(caution_text(caution, plan.language))}"
    for variant in plan.variants:
        cost = (
            f"{variant.tco_npv:,.0f} {plan.objective.currency}"
            if variant.tco_npv is not None
            else say(f"status.{variant.status}")
        )
        words = variant_words(plan, variant, plan.language).here
        yield f"{say('variant.' + variant.kind)}: {cost}" + (f", {printable(words)}" if variant.purchases else "")


def _rejections(result: "NoPlan", say: Say) -> "Table":
    """Servers ruled out, counted by workload and limit, with the first of each as an example."""
    heads = (("head.workload", False), ("head.meaning", False), ("head.servers", True), ("head.example", False))
    table = plain_table(heads, say.language)
    groups: dict[tuple[str, str], list[Rejection]] = {}
    for rejection in result.rejections:
        groups.setdefault((rejection.workload, rejection.limit), []).append(rejection)
    for (workload, limit), members in groups.items():
        first = members[0]
        values = (readable(value, first.unit) for value in (first.needed, first.available))
        example = say("console.example").format(server=first.server, needed=next(values), available=next(values))
        table.add_row(foreign(workload), say(f"rejected.{limit}"), str(len(members)), foreign(example))
    return table
