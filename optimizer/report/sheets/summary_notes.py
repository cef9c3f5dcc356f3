"""Page one's cautions: the plan under other rules, prices to confirm, precision, what is open and what is left out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.plan.plan import Plan, Variant
from optimizer.report.report import Report
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.proof import variant_name
from optimizer.report.texts import both, label, not_counted

if TYPE_CHECKING:
    from optimizer.plan.machines import Pool

FIRST, LAST, MIDDLE = 1, 9, 5
VARIANTS = ("head.variant", "head.purchases", "head.tco", "head.same_servers")


def write_variants(report: Report, sheet: Sheet, row: int) -> int:
    """Cost at both quantiles of the throughput band and at 16 bit; a different choice of servers stands out."""
    if not report.plan.variants:
        return row
    sheet.section(row, FIRST, MIDDLE - 1, "summary.variants")
    sheet.head(row + 1, FIRST, VARIANTS)
    row += 3
    for variant in report.plan.variants:
        sheet.text(row, 1, variant_name(variant, sheet.language), "cell", "wrap")
        sheet.text(
            row, 2, "; ".join(variant.purchases) or label(f"status.{variant.status}", sheet.language), "cell", "wrap"
        )
        if variant.tco_npv is None:
            sheet.text(row, 3, "–", "cell", "center", "muted")
        else:
            sheet.number(row, 3, float(variant.tco_npv), "cell", "money0")
        same = label("word.same" if variant.same_servers else "word.differs", sheet.language)
        sheet.text(row, 4, same, "cell", "center", *(() if variant.same_servers else ("warn",)))
        row += 1
    return row


def write_attention(report: Report, sheet: Sheet, row: int) -> int:
    """One line per caution; returns the next free row."""
    sheet.section(row, FIRST, LAST, "summary.attention")
    row += 1
    for key, text, urgent in _cautions(report.plan, sheet.language):
        here, there = both(key, sheet.language)
        sheet.text(row, 1, here, "cell", "wrap", *(("warn",) if urgent else ()))
        sheet.text(row, 2, there, "cell", "second", "wrap")
        sheet.text(row, 3, text, "cell", "wrap", last_column=LAST)
        row += 1
    return row


def _cautions(plan: Plan, language: str) -> Iterator[tuple[str, str, bool]]:
    """(label, text, urgent), only those that apply."""
    if plan.quote_needed:
        yield "summary.quote_needed", "\n".join(_quotes(plan, language)), True
    if plan.below_checkpoint_precision:
        yield "summary.precision", "\n".join(_precisions(plan, language)), True
    if any(not v.same_servers for v in plan.variants if v.kind != "sixteen_bit"):
        yield "summary.servers_differ", label("summary.servers_differ_text", language), True
    if not plan.repeatable:
        yield "summary.not_repeatable", label("summary.not_repeatable_text", language), False
    separator = "；" if language == "zh" else "; "
    yield "limits.open", separator.join(plan.not_limited) or "–", False
    yield "limits.not_counted", separator.join(not_counted(text, language) for text in plan.not_counted) or "–", False


def _quotes(plan: Plan, language: str) -> Iterator[str]:
    pools: dict[str, Pool] = {pool.server: pool for pool in plan.pools}
    for server in plan.quote_needed:
        if server not in pools:
            yield server
            continue
        price = pools[server].unit_price
        yield label("summary.quote_line", language).format(
            server=pools[server].server_name,
            basis=label(f"basis.{price.basis}", language),
            date=price.date,
            confidence=label(f"confidence.{price.confidence}", language),
            low=f"{price.low:,.0f}",
            high=f"{price.high:,.0f}",
        )


def _precisions(plan: Plan, language: str) -> Iterator[str]:
    native = {w.name: w.native_precision for w in plan.workloads}
    for name in plan.below_checkpoint_precision:
        served = sorted({p.weight_precision for p in plan.placements if p.workload == name and p.weight_precision})
        text = label("summary.precision_line", language)
        yield text.format(workload=name, served=", ".join(served), native=native.get(name, "?"))
    for variant in plan.variants:
        if variant.kind == "sixteen_bit":
            yield _sixteen_bit(plan, variant, language)


def _sixteen_bit(plan: Plan, variant: Variant, language: str) -> str:
    if variant.tco_npv is None:
        status = label(f"status.{variant.status}", language)
        return label("summary.sixteen_none", language).format(status=status)
    difference = variant.tco_npv - plan.objective.tco_npv
    return label("summary.sixteen_line", language).format(
        cost=f"{variant.tco_npv:,.0f} {plan.objective.currency}",
        difference=f"{difference:+,.0f}",
        purchases="; ".join(variant.purchases),
    )


def write_shares(report: Report, sheet: Sheet, row: int) -> int:
    """All four measures of the domestic share; the dash means that nothing is acquired."""
    share = report.plan.totals.domestic_share
    sheet.section(row, FIRST, MIDDLE - 1, "summary.domestic")
    for key, value in (
        ("spend", share.spend),
        ("cards", share.cards),
        ("servers", share.servers),
        ("compute", share.compute),
    ):
        row += 1
        here, there = both(f"share.{key}", sheet.language)
        sheet.text(row, 1, here, "cell")
        sheet.text(row, 2, there, "cell", "second")
        if value is None:
            sheet.text(row, 3, "–", "cell", "right", "muted")
        else:
            sheet.number(row, 3, value, "cell", "percent")
        sheet.text(row, 4, "", "cell")
    return row + 1
