"""What the one-page summary says, as plain text in one language; Markdown and HTML only dress it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from optimizer.plan.plan import LimitUse, Plan
from optimizer.plan.risk.risks import top_risks
from optimizer.report.cell_text import clean
from optimizer.report.limit_names import COUNTED, limit_unit, limit_words
from optimizer.report.plan_words import late_lines, server_names, token_costs
from optimizer.report.risk_words import risk_concerns, risk_fact, risk_mitigation, risk_name
from optimizer.report.texts import label
from optimizer.report.variant_words import variant_words
from optimizer.units import by_year

MOST_TEXT = 120
"""Characters of a foreign text on the page; longer ones end in an ellipsis, and the page says so."""
MOST_LINE = 260
"""Characters of a sentence of ours, foreign names in it."""
MOST_ROWS = 6
Row = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A heading, column headings and rows; `numbers` = columns that stand right."""

    heading: str
    columns: Row
    rows: tuple[Row, ...]
    numbers: frozenset[int] = frozenset()
    more: str = ""
    """That there are more rows than shown."""


@dataclass(frozen=True)
class Brief:
    """The page from top to bottom."""

    language: str
    title: str
    subtitle: str
    machines: Table
    figures: Table
    limits: Table
    alternatives: Table
    risks: Table
    remarks: tuple[str, ...]


class _Words:
    """Labels of one language, and foreign text made fit for the page."""

    def __init__(self, language: str) -> None:
        self.language, self.cut = language, False

    def __call__(self, key: str, **figures: str) -> str:
        return label(key, self.language).format(**figures)

    def text(self, value: str, most: int = MOST_TEXT) -> str:
        """One line without control characters, cut where too long."""
        line = " ".join(clean(value).split())
        if len(line) <= most:
            return line
        self.cut = True
        return line[: most - 1] + "…"


def brief_of(plan: Plan) -> Brief:
    """The page of a plan in its own language."""
    words = _Words(plan.language)
    title = f"{words.text(plan.name)} · {words('summary.title')}"
    subtitle = words(
        "summary.subtitle", as_of=plan.as_of, years=f"{plan.cost_rules.horizon_years}",
        currency=plan.objective.currency, book=words.text(plan.price_book), case=words(f"case.{plan.price_case}"),
        version=plan.tool_version,
    )  # fmt: skip
    if plan.scenario:
        subtitle += f" · {words('proof.scenario')}: {words.text(plan.scenario)}"
    body = Brief(
        plan.language, title, subtitle, _machines(plan, words), _figures(plan, words), _limits(plan, words),
        _alternatives(plan, words), _risks(plan, words), (),
    )  # fmt: skip
    remarks = list(_remarks(plan, words))
    if words.cut:
        remarks.append(words("brief.cut"))
    return Brief(**{**body.__dict__, "remarks": tuple(remarks)})


def _table(words: _Words, heading: str, columns: Sequence[str], rows: Sequence[Row], numbers: Sequence[int]) -> Table:
    more = words("brief.more", count=f"{len(rows) - MOST_ROWS}") if len(rows) > MOST_ROWS else ""
    heads = tuple(words(key) for key in columns)
    return Table(words(heading), heads, tuple(rows[:MOST_ROWS]), frozenset(numbers), more)


def _machines(plan: Plan, words: _Words) -> Table:
    rows = []
    hour = words("unit.hour")
    for pool in plan.pools:
        marked = f"{words.text(pool.server_name)}{' *' if pool.server in plan.quote_needed else ''}"
        card, cards = words.text(pool.card_name), f"{pool.standing * pool.cards_per_server:,}"
        price = f"{pool.unit_price.amount:,.2f}/{hour}" if pool.rented else f"{pool.unit_price.amount:,.0f}"
        if pool.count:
            mode = words("word.rented" if pool.rented else "word.bought")
            rows.append((mode, marked, card, by_year(pool.counts), f"{pool.spares}", cards, price))
        elif any(pool.owned):
            rows.append((words("word.owned"), marked, card, by_year(pool.owned), f"{pool.spares}", cards, "–"))
    heads = ("head.mode", "head.server", "head.card", "head.servers", "head.spares", "head.cards", "head.unit_price")
    return _table(words, "summary.recommendation", heads, rows, (3, 4, 5, 6))


def _figures(plan: Plan, words: _Words) -> Table:
    currency, share = plan.objective.currency, plan.totals.domestic_share
    rows: list[Row] = [
        (words("summary.capex_incl_vat"), f"{plan.totals.capex_incl_vat:,.0f} {currency}"),
        (words("brief.tco", years=f"{plan.cost_rules.horizon_years}"), f"{plan.objective.tco_npv:,.0f} {currency}"),
        (words("summary.tco_zero_resale"), f"{plan.tco_at_zero_resale:,.0f} {currency}"),
        (words("brief.proof"), f"{plan.objective.gap:.2%} · {words(f'status.{plan.status}')}"),
    ]
    costs = list(token_costs(plan))
    for workload, cost in costs[:3]:
        value = words("word.not_known") if cost is None else f"{cost.blended:,.2f} {currency}"
        rows.append((f"{words('summary.per_million')} · {words.text(workload, 40)}", value))
    if len(costs) > 3:
        rows.append((words("summary.per_million"), words("brief.more", count=f"{len(costs) - 3}")))
    measured = (("spend", share.spend), ("cards", share.cards), ("servers", share.servers), ("compute", share.compute))
    parts = (f"{words(f'share.{by}')} {value:.0%}" for by, value in measured if value is not None)
    rows.append((words("summary.domestic"), " · ".join(parts) or "–"))
    return Table(words("summary.figures"), (words("head.label"), words("head.value")), tuple(rows), frozenset({1}))


def _limits(plan: Plan, words: _Words) -> Table:
    rows = [
        (
            words.text(limit_words(use, words.language).here),
            f"{amount(use, use.used)} / {amount(use, use.available)} {limit_unit(use, words.language).here}",
            f"{share_of(use):.0%}{' ●' if use.binding else ''}",
        )
        for use in plan.limits
    ]
    if not any(use.path == "site.it_power_kw" for use in plan.limits):
        rows.insert(0, (words("summary.it_power"), f"{plan.totals.it_power_kw:,.2f} kW", words("word.not_limited")))
    return _table(words, "brief.limits", ("head.limit", "head.used", "head.use"), rows, (1, 2))


def amount(use: LimitUse, value: float) -> str:
    """A figure of a limit: pieces and large money whole."""
    return f"{value:,.0f}" if use.unit in COUNTED or abs(value) >= 1000 else f"{value:,.2f}"


def share_of(use: LimitUse) -> float:
    """Used over available; 1 where nothing is allowed and something is used."""
    return use.used / use.available if use.available else float(use.used > 0)


def _alternatives(plan: Plan, words: _Words) -> Table:
    """The next best plans where they were asked for, the plan under other rules, and what was ruled out."""
    tco, rows = plan.objective.tco_npv, list[Row]()
    for other in plan.explanation.alternatives if plan.explanation is not None else ():
        rows.append((words("brief.next_best", rank=f"{other.rank}"), words.text("; ".join(other.purchases)),
                     f"{other.tco_npv:,.0f}", f"{other.difference:+,.0f}"))  # fmt: skip
    for variant in plan.variants:
        name, how = words(f"variant.{variant.kind}"), variant_words(plan, variant, words.language).here
        chosen = words.text("; ".join(variant.purchases)) or words(f"status.{variant.status}")
        cost = "–" if variant.tco_npv is None else f"{variant.tco_npv:,.0f}"
        more = "–" if variant.tco_npv is None else f"{variant.tco_npv - tco:+,.0f}"
        rows.append((name, f"{chosen} ({how})", cost, more))
    if plan.rejections:
        counted = Counter(each.limit for each in plan.rejections).most_common(3)
        reasons = words("brief.and").join(f"{words(f'rejected.{limit}')} {count}" for limit, count in counted)
        rows = rows[: MOST_ROWS - 1]
        rows.append((words("brief.rejected"), f"{len(plan.rejections):,}: {reasons}", "–", "–"))
    heads = ("head.variant", "head.purchases", "head.tco", "brief.difference")
    return _table(words, "brief.alternatives", heads, rows, (2, 3))


def _risks(plan: Plan, words: _Words) -> Table:
    rows = [
        (
            f"{risk.level}",
            risk_name(risk, words.language).here,
            words.text(risk_concerns(plan, risk, words.language).here, 80),
            words.text(risk_fact(plan, risk, words.language).here, MOST_LINE),
            risk_mitigation(risk, words.language).here,
        )
        for risk in top_risks(plan)
    ]
    heads = ("head.level", "head.risk", "head.affected", "head.fact", "head.mitigation")
    return _table(words, "brief.risks", heads, rows, (0,))


def _remarks(plan: Plan, words: _Words) -> Iterator[str]:
    if plan.no_acquisition:
        yield words("summary.no_acquisition_text")
    if plan.prices_valid_until:
        yield words("summary.validity_text", day=plan.prices_valid_until)
    if plan.quote_needed:
        yield f"* {words('summary.quote_needed')}: {words.text(server_names(plan, plan.quote_needed), MOST_LINE)}"
    if lines := late_lines(plan, words.language):
        yield words.text(" ".join(lines), MOST_LINE)
    yield words("brief.next")
