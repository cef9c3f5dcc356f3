"""Explanations on the console: why not the others, what the limits cost, ranges, alternatives."""

from typing import TYPE_CHECKING

from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.terminal import Say, foreign, plain_table, printable, terminal
from optimizer.report.why_words import (
    outcome_words,
    range_ends,
    regret_words,
    why_not_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from rich.console import Console
    from rich.table import Table

    from optimizer.plan.plan import Plan
    from optimizer.plan.why.explanation import Explanation, WhyNot


SHOWN = 8
"""The least dear server types that the console lists; the workbook and `--all` have the rest."""


def print_explanation(
    plan: "Plan", *, all_reasons: bool, servers: "tuple[str, ...]" = (), console: "Console | None" = None
) -> None:
    """`all_reasons`: also a line for each server type ruled out before solving; `servers`: those asked about."""
    console, say, explanation = console or terminal(), Say(plan.language), plan.explanation
    if explanation is None:
        return
    solved = [each for each in explanation.why_not if each.status != "rejected"]
    rejected = [each for each in explanation.why_not if each.status == "rejected"]
    for line in _others(plan, explanation, servers, say):
        console.print(printable(line), markup=False, highlight=False)
    if solved:
        console.print("\n" + say("why.heading"), markup=False)
        console.print(_why_not(plan, solved if all_reasons else solved[:SHOWN], say))
        if len(solved) > SHOWN and not all_reasons:
            console.print(say("why.more").format(count=len(solved) - SHOWN), markup=False, highlight=False)
        for answer in solved:
            if answer.entry_asked:
                sentence = why_not_sentence(answer, plan.objective.currency, plan.language)
                console.print(printable(sentence), markup=False, highlight=False)
    if all_reasons:
        for answer in rejected:
            sentence = why_not_sentence(answer, plan.objective.currency, plan.language)
            console.print(printable(sentence), markup=False, highlight=False)
    elif rejected:
        console.print(say("why.rejected_count").format(count=len(rejected)), markup=False, highlight=False)
    if explanation.ranges:
        _print_rest(plan, explanation, console, say)


def _others(plan: "Plan", explanation: "Explanation", servers: "tuple[str, ...]", say: Say) -> "Iterator[str]":
    """Servers asked about that are in the plan, or that took no part."""
    told = {each.server for each in explanation.why_not}
    pools = {pool.server: pool for pool in plan.pools}
    for server in servers:
        if server in pools:
            yield say("why.in_plan").format(server=pools[server].server_name, count=pools[server].standing)
        elif server not in told:
            yield say("why.not_considered").format(server=server)


def _why_not(plan: "Plan", answers: "list[WhyNot]", say: Say) -> "Table":
    heads = (
        ("head.server", False), ("why.regret", True), ("why.price", True), ("why.entry", True), ("why.with_it", False),
    )  # fmt: skip
    table = plain_table(heads, say.language)
    for answer in answers:
        price = "–" if answer.price is None else _price(answer.price, answer)
        entry = say("why.not_asked")
        if answer.entry_asked:
            entry = say("why.at_no_price") if answer.entry_price is None else _price(answer.entry_price, answer)
        regret, outcome = regret_words(answer, say.language), outcome_words(answer, say.language)
        table.add_row(foreign(answer.server_name), regret, price, entry, foreign(outcome))
    return table


def _price(amount: "Decimal", answer: "WhyNot") -> str:
    return f"{amount:,.2f}/h" if answer.rented else f"{amount:,.0f}"


def _print_rest(plan: "Plan", explanation: "Explanation", console: "Console", say: Say) -> None:
    """Tables with their headings, or the sentence that there is nothing to list."""
    parts = (
        ("value.heading", _limit_values(explanation, say), say("value.none")),
        ("range.heading", _ranges(explanation, say), ""),
        ("alt.heading", _alternatives(plan, explanation, say), say("alt.none").format(within="20 %")),
    )
    for heading, table, nothing in parts:
        console.print("\n" + say(heading), markup=False)
        if table.row_count:
            console.print(table)
        else:
            console.print(nothing, markup=False, highlight=False)


def _limit_values(explanation: "Explanation", say: Say) -> "Table":
    heads = (
        ("head.limit", False), ("head.value", True), ("value.step", True), ("value.saved", True),
        ("value.without", True),
    )  # fmt: skip
    table = plain_table(heads, say.language)
    for value in explanation.limit_values:
        saved = ("–" if each is None else f"{each:,.0f}" for each in (value.saved_by_step, value.saved_without))
        name = f"{path_name(value.path, say.language).here} {value.path}".strip()
        table.add_row(foreign(name), value.value, in_both(value.step, say.language).here, *saved)
    return table


def _ranges(explanation: "Explanation", say: Say) -> "Table":
    heads = (
        ("range.kind", False), ("range.now", True), ("range.low", True), ("range.high", True), ("head.unit", False),
    )  # fmt: skip
    table = plain_table(heads, say.language)
    for found in explanation.ranges:
        now = f"{found.value:,.0f}" if found.value > 1000 else f"{found.value:,.4g}"
        subject = f"{say('range.' + found.kind)} {found.subject}".strip()
        unit = in_both(found.unit, say.language).here
        table.add_row(foreign(subject), now, *range_ends(found, say.language), foreign(unit))
    return table


def _alternatives(plan: "Plan", explanation: "Explanation", say: Say) -> "Table":
    heads = (("alt.rank", True), ("alt.plan", False), ("head.tco", True), ("alt.difference", True))
    table = plain_table(heads, say.language)
    for alternative in explanation.alternatives:
        difference = f"+{alternative.difference:,.0f} {plan.objective.currency}"
        purchases = foreign("; ".join(alternative.purchases))
        table.add_row(f"{alternative.rank}", purchases, f"{alternative.tco_npv:,.0f}", difference)
    return table
