"""Scenarios on the console: a line each, the machines of each or its conflict, and the share curve."""

from typing import TYPE_CHECKING

from optimizer.report.plan_words import conflict_words, machine_lines
from optimizer.report.terminal import Say, foreign, plain_table, printable, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.table import Table

    from optimizer.plan.comparison import Comparison, ScenarioResult

HEADS = (
    ("compare.scenario", False), ("head.tco", True), ("compare.against_base", True), ("compare.capex", True),
    ("compare.cards", True), ("compare.power", True), ("compare.domestic", True), ("head.gap", True),
)  # fmt: skip
POINTS = (("curve.minimum", True), ("head.tco", True), ("head.gap", True), ("head.purchases", False))


def print_comparison(comparison: "Comparison", workbook: str = "", console: "Console | None" = None) -> None:
    """Table of scenarios, machines or conflict of each, share curve; to stdout unless a console is given."""
    console, say = console or terminal(), Say(comparison.language)
    heading = f"{printable(comparison.name)}: {say('compare.heading')} ({comparison.currency})"
    console.print(heading, markup=False, highlight=False)
    console.print(_scenarios(comparison, say))
    for result in comparison.results:
        for line in _lines(result, say):
            console.print(line, markup=False, highlight=False)
    if comparison.curve:
        by = say(f"curve.by.{comparison.curve_by}")
        console.print("\n" + say("compare.curve_heading").format(by=by), markup=False, highlight=False)
        console.print(_curve(comparison, say))
    if workbook:
        console.print(f"{say('console.workbook')}: {workbook}", markup=False, highlight=False, soft_wrap=True)


def _scenarios(comparison: "Comparison", say: Say) -> "Table":
    table = plain_table(HEADS, say.language)
    base = comparison.results[0].plan
    for result in comparison.results:
        plan, name = result.plan, foreign(_name(result, say))
        if plan is None:
            table.add_row(name, say(f"status.{result.status}"), *["–"] * (len(HEADS) - 2))
            continue
        tco = plan.objective.tco_npv
        more = "–" if base is None or not base.objective.tco_npv else f"{tco / base.objective.tco_npv - 1:+.1%}"
        spend = plan.totals.domestic_share.spend
        table.add_row(
            name,
            f"{tco:,.0f}",
            more if result is not comparison.results[0] else "–",
            f"{plan.totals.capex_incl_vat:,.0f}",
            f"{plan.totals.cards}",
            f"{plan.totals.it_power_kw:,.1f}",
            "–" if spend is None else f"{spend:.0%}",
            f"{plan.objective.gap:.2%}",
        )
    return table


def _lines(result: "ScenarioResult", say: Say) -> "Iterator[str]":
    """Machines of a plan, or the conflict in words; a changed demand is said first."""
    name = printable(_name(result, say))
    if result.demand_changed:
        yield f"{name}: {say('compare.demand_changed')}"
    if result.plan is not None:
        yield f"{name}: {printable('; '.join(machine_lines(result.plan, say.language)) or say('word.nothing'))}"
    elif result.status == "infeasible":
        yield f"{name}: {say('detail.conflict')}"
        for member in result.conflict:
            yield f"  {printable(conflict_words(member, say.language))}"
    else:
        yield f"{name}: {say('detail.unknown')}"


def _name(result: "ScenarioResult", say: Say) -> str:
    return say("compare.base") if result.name == "base" else result.name


def _curve(comparison: "Comparison", say: Say) -> "Table":
    table = plain_table(POINTS, say.language)
    for point in comparison.curve:
        cost = say(f"status.{point.status}") if point.tco_npv is None else f"{point.tco_npv:,.0f}"
        gap = "–" if point.gap is None else f"{point.gap:.2%}"
        table.add_row(f"{point.minimum:.0%}", cost, gap, foreign("; ".join(point.purchases) or "–"))
    return table
