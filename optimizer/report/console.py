"""Console answers, readable at 80 columns and without colour. Rich is imported only when something is printed."""

import sys
from typing import TYPE_CHECKING

from optimizer.report.limit_names import limit_unit, limit_words
from optimizer.report.quantities import readable
from optimizer.report.texts import label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from optimizer.plan.machines import Placement
    from optimizer.plan.no_plan import NoPlan
    from optimizer.plan.plan import LimitUse, Plan
    from optimizer.sizing.option import Rejection


def print_plan(plan: "Plan", workbook: str = "", console: "Console | None" = None) -> None:
    """Purchases, placements, cost and proof, limits, cautions; to stdout unless a console is given."""
    console, say = console or _console(), _Say(plan.language)
    status = f"{say('status.' + plan.status)}, {say('proof.gap')} {plan.objective.gap:.2%}"
    console.print(f"{_printable(plan.name)}: {status}", markup=False, highlight=False)
    console.print(_purchases(plan))
    console.print(_placements(plan))
    for line in (*_figures(plan), *_cautions(plan)):
        console.print(line, markup=False, highlight=False, soft_wrap=False)
    if workbook:
        console.print(f"{say('console.workbook')}: {workbook}", markup=False, highlight=False, soft_wrap=True)


def print_no_plan(result: "NoPlan", language: str, console: "Console | None" = None) -> None:
    """Infeasible: what conflicts, in the user's fields. Unknown: the bound so far and what to do. To stderr."""
    console, say = console or _console(stderr=True), _Say(language)
    console.print(say(f"console.{result.status}"), markup=False, highlight=False)
    for member in result.conflict:
        value = f"{member.value} {member.unit}".strip()
        console.print(f"  {member.file}:{member.line} {member.path} = {value}", markup=False, highlight=False)
    if result.status == "unknown":
        if result.bound_fen is not None:
            bound = f"{result.bound_fen / 100:,.2f} {result.currency}"
            console.print(f"  {say('proof.bound')}: {bound}", markup=False, highlight=False)
        console.print(say("console.wait"), markup=False, highlight=False)
    if result.rejections:
        console.print(_rejections(result, say))


class _Say:
    """Labels in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str) -> str:
        return label(key, self.language)


def _console(*, stderr: bool = False) -> "Console":
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else 80)


def _table(heads: "Sequence[tuple[str, bool]]", language: str) -> "Table":
    """A table without vertical lines; the flag says right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for key, right in heads:
        table.add_column(label(key, language), justify="right" if right else "left", overflow="fold")
    return table


def _purchases(plan: "Plan") -> "Table":
    heads = (
        ("head.server", False),
        ("head.card", False),
        ("head.count", True),
        ("head.unit_price", True),
        ("head.subtotal", True),
    )
    table, say = _table(heads, plan.language), _Say(plan.language)
    for pool in plan.pools:
        price, star = pool.unit_price.amount, " *" if pool.server in plan.quote_needed else ""
        if pool.rented:
            counts = "/".join(map(str, pool.counts)) if len(set(pool.counts)) > 1 else str(pool.count)
            table.add_row(
                _text(pool.server_name + star), _text(pool.card_name), counts, f"{price:,.2f}/h", say("word.rented")
            )
        else:
            table.add_row(
                _text(pool.server_name + star),
                _text(pool.card_name),
                f"{pool.count}",
                f"{price:,.0f}",
                f"{price * pool.count:,.0f}",
            )
    return table


def _text(value: str) -> "Text":
    """Foreign text, never read as markup."""
    from rich.text import Text

    return Text(_printable(value))


def _placements(plan: "Plan") -> "Table":
    heads = (
        ("head.workload", False), ("head.server", False), ("head.replicas", True), ("head.cards", True),
        ("head.layout", False), ("head.weights", False), ("head.load", True),
    )  # fmt: skip
    table = _table(heads, plan.language)
    names = {pool.server: pool.server_name for pool in plan.pools}
    last = max((p.year for p in plan.placements), default=0)
    for p in plan.placements:
        if p.year == last:
            load = f"{p.demand / p.capacity:.0%}" if p.capacity else "–"
            counts = f"{float(p.replicas):g}", f"{float(p.cards):g}"
            server = _text(names.get(p.server, p.server))
            table.add_row(_text(p.workload), server, *counts, _layout(p), p.weight_precision or "–", load)
    return table


def _layout(placement: "Placement") -> str:
    degrees = (
        ("TP", placement.tensor_parallel),
        ("PP", placement.pipeline_parallel),
        ("EP", placement.expert_parallel),
    )
    shown = [f"{name}{degree}" for name, degree in degrees if degree and (degree > 1 or name == "TP")]
    return " ".join(shown) or "–"


def _figures(plan: "Plan") -> "Iterator[str]":
    """Money, proof, and what the limits leave."""
    say, currency = _Say(plan.language), plan.objective.currency
    totals, objective = plan.totals, plan.objective
    years = f"{plan.cost_rules.horizon_years} {say('unit.years')}"
    yield f"{say('summary.tco')}: {objective.tco_npv:,.0f} {currency} ({years})"
    yield f"{say('proof.bound')}: {objective.bound:,.0f} {currency}; {say('proof.gap')}: {objective.gap:.2%}"
    yield f"{say('summary.capex_incl_vat')}: {totals.capex_incl_vat:,.0f} {currency}"
    for tokens in plan.cost_per_million_tokens:
        yield f"{say('summary.per_million')}, {_printable(tokens.workload)}: {tokens.blended:,.4f} {currency}"
    yield _use(say("summary.it_power"), "site.it_power_kw", totals.it_power_kw, "kW", plan)
    yield _use(say("summary.racks"), "site.racks", float(totals.racks), "", plan)
    for limit in plan.limits:
        if not limit.path.startswith(("site.it_power_kw", "site.racks")):
            use = f"{limit.used:,.10g} / {limit.available:,.10g} {limit_unit(limit, plan.language)}"
            yield f"{limit_words(limit, plan.language)[0]}: {use}"


def _use(name: str, path: str, total: float, unit: str, plan: "Plan") -> str:
    """`name: used / available`, summed over limits of the same path, or that nothing limits it."""
    limits: list[LimitUse] = [limit for limit in plan.limits if limit.path.startswith(path)]
    available = (
        f"{sum(limit.available for limit in limits):,.10g}" if limits else label("word.not_limited", plan.language)
    )
    return f"{name}: {total:,.10g} / {available} {unit}".rstrip()


def _cautions(plan: "Plan") -> "Iterator[str]":
    """What page one flags."""
    say = _Say(plan.language)
    if plan.quote_needed:
        yield f"* {say('summary.quote_needed')}: {_printable(', '.join(plan.quote_needed))}"
    if plan.below_checkpoint_precision:
        yield f"{say('summary.precision')}: {_printable(', '.join(plan.below_checkpoint_precision))}"
    for variant in plan.variants:
        cost = (
            f"{variant.tco_npv:,.0f} {plan.objective.currency}"
            if variant.tco_npv is not None
            else say(f"status.{variant.status}")
        )
        same = say("console.same_servers" if variant.same_servers else "console.other_servers")
        yield f"{say('variant.' + variant.kind)}: {cost}, {same}"


def _rejections(result: "NoPlan", say: _Say) -> "Table":
    """Servers ruled out, counted by workload and limit, with the first of each as an example."""
    heads = (("head.workload", False), ("head.meaning", False), ("head.servers", True), ("head.example", False))
    table = _table(heads, say.language)
    groups: dict[tuple[str, str], list[Rejection]] = {}
    for rejection in result.rejections:
        groups.setdefault((rejection.workload, rejection.limit), []).append(rejection)
    for (workload, limit), members in groups.items():
        first = members[0]
        values = (readable(value, first.unit) for value in (first.needed, first.available))
        example = say("console.example").format(server=first.server, needed=next(values), available=next(values))
        table.add_row(_text(workload), say(f"rejected.{limit}"), str(len(members)), _text(example))
    return table


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
