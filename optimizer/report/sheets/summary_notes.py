"""Page one's cautions: the plan under other rules, prices to confirm, precision, what is open and what is left out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from optimizer.plan.plan import Plan, Variant
from optimizer.report.alternative_words import alternatives_text, trial_lines
from optimizer.report.caution_words import rule_names
from optimizer.report.evidence_words import evidence_words
from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.plan_words import (
    abroad_names,
    generic_tiers,
    lapsed_names,
    late_lines,
    not_sized,
    server_names,
    stated_lines,
)
from optimizer.report.report import Report
from optimizer.report.risk_words import risk_line
from optimizer.report.sheet import Sheet
from optimizer.report.sheets.proof import variant_name
from optimizer.report.sheets.summary_blocks import FIRST, LAST, MIDDLE
from optimizer.report.sheets.table import columns
from optimizer.report.storage_words import storage_quote
from optimizer.report.texts import label
from optimizer.report.variant_words import counts_differ, variant_words

if TYPE_CHECKING:
    from optimizer.plan.machines import Pool, UnitPrice

VARIANTS = ("head.variant", "head.purchases", "head.tco", "head.same_servers")


def write_variants(report: Report, sheet: Sheet, row: int) -> int:
    """Cost at both quantiles of the throughput band and at 16 bit; a different choice of servers stands out."""
    if not report.plan.variants:
        return row
    sheet.section(row, FIRST, MIDDLE - 1, "summary.variants")
    for column, key in zip(columns(sheet, len(VARIANTS), FIRST), VARIANTS, strict=True):
        sheet.head(row + 1, column, (key,))
    sheet.head(row + 1, FIRST + 1, ("head.other_label",))
    row += 3
    for variant in report.plan.variants:
        sheet.words(row, FIRST, variant_name(variant, sheet.language), "cell", "wrap")
        chosen = "; ".join(variant.purchases) or label(f"status.{variant.status}", sheet.language)
        sheet.text(row, 3, chosen, "cell", "wrap")
        if variant.tco_npv is None:
            sheet.text(row, 4, "–", "cell", "center", "muted")
        else:
            sheet.number(row, 4, float(variant.tco_npv), "cell", "money0")
        words = variant_words(report.plan, variant, sheet.language)
        other = not variant.same_servers or (variant.kind == "p10" and counts_differ(report.plan, variant))
        sheet.text(row, 5, words.here, "cell", "wrap", *(("warn",) if other else ()))
        row += 1
    return row


def write_attention(report: Report, sheet: Sheet, row: int) -> int:
    """One line per caution; returns the next free row."""
    sheet.section(row, FIRST, LAST, "summary.attention")
    row += 1
    for key, text, urgent in _cautions(report.plan, sheet.language):
        sheet.label(row, FIRST, key, "cell", "wrap", *(("warn",) if urgent else ()))
        sheet.text(row, 3, text, "cell", "wrap", last_column=LAST)
        row += 1
    return row


def _cautions(plan: Plan, language: str) -> Iterator[tuple[str, str, bool]]:
    """(label, text, urgent), only those that apply."""
    if worst := risk_line(plan, language):
        yield "summary.risks", worst, False
    if plan.no_acquisition:
        yield "summary.no_acquisition", label("summary.no_acquisition_text", language), False
    if plan.split_note:
        yield "summary.split", label("summary.split_text", language).format(names=", ".join(plan.split_note)), False
    if unsized := not_sized(plan):
        yield "summary.not_sized", label("summary.not_sized_text", language).format(names=", ".join(unsized)), True
    if plan.stated_factors:
        yield "summary.stated", "\n".join(stated_lines(plan, language)), True
    yield "summary.alternatives", alternatives_text(plan, language), False
    if trials := list(trial_lines(plan, language)):
        yield "summary.trial", "\n".join(trials), False
    if tiers := generic_tiers(plan, language):
        yield "summary.generic", "\n".join(tiers), True
    if evidence := evidence_words(plan, language):
        yield "summary.evidence", evidence, False
    if plan.lead_time_risk:
        names = server_names(plan, plan.lead_time_risk)
        yield "summary.lead_time", label("summary.lead_time_text", language).format(names=names), True
    if plan.late_delivery:
        yield "summary.late", "\n".join(late_lines(plan, language)), True
    if plan.second_hand:
        names = server_names(plan, plan.second_hand)
        yield "summary.second_hand", label("summary.second_hand_text", language).format(names=names), True
    if plan.rented_abroad:
        yield "summary.abroad", label("summary.abroad_text", language).format(names=abroad_names(plan)), True
    if plan.lapsed_prices:
        text = label("summary.lapsed_text", language).format(lines=lapsed_names(plan, language))
        yield "summary.lapsed", text, True
    if plan.unusual_prices:
        names = server_names(plan, plan.unusual_prices)
        yield "summary.unusual", label("summary.unusual_text", language).format(names=names), True
    if plan.prices_valid_until:
        text = label("summary.validity_text", language).format(day=plan.prices_valid_until)
        yield "summary.validity", text, False
    if plan.quote_needed:
        yield "summary.quote_needed", "\n".join(_quotes(plan, language)), True
    if storage := storage_quote(plan, language):
        yield "item.storage", storage, True
    if plan.cautions:
        rules = rule_names(plan.cautions, language)
        text = label("summary.cautions_text", language).format(count=len(plan.cautions), rules=rules)
        yield "summary.cautions", text, False
    if plan.below_checkpoint_precision:
        yield "summary.precision", "\n".join(_precisions(plan, language)), True
    if any(not v.same_servers for v in plan.variants if v.kind != "sixteen_bit"):
        yield "summary.servers_differ", label("summary.servers_differ_text", language), True
    for variant in plan.variants:
        if variant.kind == "p10" and counts_differ(plan, variant):
            counts = variant_words(plan, variant, language).here
            yield "summary.counts_differ", label("summary.counts_differ_text", language).format(counts=counts), True
    if not plan.repeatable:
        yield "summary.not_repeatable", label("summary.not_repeatable_text", language), False
    separator = "；" if language == "zh" else "; "
    yield "limits.open", separator.join(_named(path, language) for path in plan.not_limited) or "–", False
    yield "limits.not_counted", separator.join(in_both(text, language).here for text in plan.not_counted) or "–", False


def _named(path: str, language: str) -> str:
    """A field by its name, with its path."""
    name = path_name(path, language).here
    return f"{name} ({path})" if name else path


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
            date=in_both(price.date, language).here,
            confidence=label(f"confidence.{price.confidence}", language),
            range=_range(price, language),
        )


def _range(price: "UnitPrice", language: str) -> str:
    key = "price.no_range" if price.low == price.high else "price.range"
    return label(key, language).format(low=f"{price.low:,.0f}", high=f"{price.high:,.0f}")


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
    sheet.section(row, MIDDLE, LAST, "summary.domestic")
    for key, value in (
        ("spend", share.spend),
        ("cards", share.cards),
        ("servers", share.servers),
        ("compute", share.compute),
    ):
        row += 1
        sheet.label(row, MIDDLE, f"share.{key}", "cell")
        if value is None:
            sheet.text(row, MIDDLE + 2, "–", "cell", "right", "muted")
        else:
            sheet.number(row, MIDDLE + 2, value, "cell", "percent")
    return row + 1
