"""Explanations in sentences, with numbers and units, in either language."""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from optimizer.report.plan_texts import in_both, path_name
from optimizer.report.quantities import readable
from optimizer.report.rejection_words import rejection_words
from optimizer.report.texts import Words, both, label

if TYPE_CHECKING:
    from optimizer.plan.why.changed import Value
    from optimizer.plan.why.explanation import Range, WhyNot
    from optimizer.plan.why.relaxation import Change, Relaxation
    from optimizer.sizing.option import Rejection


def relaxation_lines(relaxations: "tuple[Relaxation, ...]", currency: str, language: str) -> Iterator[str]:
    """A heading, then one line per change or pair; one line where nothing helps."""
    if not relaxations:
        yield label("relax.none", language)
        return
    yield label("relax.heading" if relaxations[0].kind == "single" else "relax.pair_heading", language)
    for relaxation in relaxations:
        change = label("relax.and", language).join(change_words(each, language) for each in relaxation.changes)
        change += "" if relaxation.least else label("relax.not_least", language)
        cost = relaxation.tco_npv
        tco = label("relax.no_cost", language) if cost is None else f"{cost:,.0f} {currency}"
        purchases = "; ".join(relaxation.purchases) or "–"
        yield "  " + label("relax.line", language).format(change=change, tco=tco, purchases=purchases)


def change_words(change: "Change", language: str) -> str:
    """`IT power site.it_power_kw (line 21) 10 → 13 kW`."""
    unit = in_both(change.unit, language).here if change.unit else ""
    return (
        label("relax.change", language)
        .format(
            name=path_name(change.path, language).here,
            path=f"{change.path} ({change.file}:{change.line})",
            before=value_words(change.before, language),
            after=f"{value_words(change.after, language)} {unit}".rstrip(),
        )
        .strip()
    )


def value_words(value: "Value", language: str) -> str:
    """A value as a file would state it; nothing stated means no limit."""
    if value is None or value == ():
        return label("relax.open", language)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(value) + "]"
    if isinstance(value, int | float | Decimal):
        return f"{value:,.10g}" if isinstance(value, float) else f"{value:,}"
    return value


def why_not_sentence(answer: "WhyNot", currency: str, language: str) -> str:
    """Why one server type is not in the plan."""
    if answer.status == "dearer" and answer.regret is not None:
        text = label("why.dearer_sentence", language).format(
            server=answer.server_name,
            purchases="; ".join(answer.purchases) or "–",
            regret=f"{regret_words(answer, language)} {currency}",
        )
        return text + entry_words(answer, currency, language)
    if answer.status == "impossible":
        return f"{answer.server_name}: " + impossible_words(answer, language)
    if answer.status == "undecided":
        return f"{answer.server_name}: {label('why.status.undecided', language)}"
    reasons = [reason_words(reason, language) for reason in answer.reasons]
    return f"{answer.server_name}: " + "; ".join(reasons)


def regret_words(answer: "WhyNot", language: str) -> str:
    """What a plan with it costs more; where that is not proved, at least so much."""
    if answer.regret is None:
        return "–"
    if answer.regret_bound is not None and answer.regret_bound < answer.regret:
        return label("why.at_least", language).format(amount=f"{answer.regret_bound:,.0f}")
    return f"{answer.regret:,.0f}"


def entry_words(answer: "WhyNot", currency: str, language: str) -> str:
    """At what price it would be chosen; empty where nobody asked."""
    if not answer.entry_asked:
        return ""
    if answer.entry_price is None or not answer.price:
        return label("why.never_sentence", language)
    unit = f"{currency}/h" if answer.rented else currency
    return label("why.entry_sentence", language).format(
        price=f"{answer.price:,.2f}" if answer.rented else f"{answer.price:,.0f}",
        entry=f"{answer.entry_price:,.2f} {unit}" if answer.rented else f"{answer.entry_price:,.0f} {unit}",
        discount=f"{1 - answer.entry_price / answer.price:.1%}",
    )


def outcome_words(answer: "WhyNot", language: str) -> str:
    """The plan that contains it, or why there is none."""
    if answer.status == "impossible":
        return impossible_words(answer, language)
    if answer.status == "rejected":
        return "; ".join(reason_words(reason, language) for reason in answer.reasons)
    return "; ".join(answer.purchases) or "–"


def impossible_words(answer: "WhyNot", language: str) -> str:
    """The fields that no plan with it can hold together."""
    names = [f"{path_name(path, language).here} {path}".strip() for path in answer.limits]
    return label("why.impossible", language).format(limits=", ".join(names) or "–")


def reason_words(reason: "Rejection", language: str) -> str:
    """The limit that a workload misses on it, with numbers."""
    needed, available = (
        rejection_words(readable(value, reason.unit), language).here for value in (reason.needed, reason.available)
    )
    return label("why.reason", language).format(
        workload=reason.workload,
        meaning=label(f"rejected.{reason.limit}", language),
        needed=needed,
        available=available,
    )


def range_name(found: "Range", language: str) -> Words:
    """What the range is of: a price, the tariff or a demand, and whose."""
    return both(f"range.{found.kind}", language).with_tail(f" · {found.subject}" if found.subject else "")


def range_ends(found: "Range", language: str) -> tuple[str, str]:
    """Lower and upper end; beyond what was tried where there is none."""
    digits = ",.0f" if found.kind == "price" and found.value > 1000 else ",.4g"
    low, high = (None if end is None else f"{end:{digits}}" for end in (found.low, found.high))
    return (
        low or _beyond("low", f"{found.tried_low:{digits}}", language),
        high or _beyond("high", f"{found.tried_high:{digits}}", language),
    )


def _beyond(end: str, value: str, language: str) -> str:
    return label(f"range.beyond_{end}", language).format(value=value)
