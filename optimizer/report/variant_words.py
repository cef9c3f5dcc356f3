"""How the plan under another rule differs from the plan: the same, other counts, or other server types."""

from decimal import Decimal
from typing import TYPE_CHECKING

from optimizer.report.texts import Words, both, in_order, label
from optimizer.units import by_year

if TYPE_CHECKING:
    from collections.abc import Iterable

    from optimizer.plan.plan import Plan, Variant

TIMES = " × "
CENT = Decimal("0.01")


def variant_words(plan: "Plan", variant: "Variant", language: str) -> Words:
    """In both languages: how far servers, their numbers and the cost are the same; a dash without a plan."""
    if variant.tco_npv is None:
        return Words("–", "–")
    if not variant.same_servers:
        return both("variant.other_types", language)
    if _counted(plan) == _of_variant(variant):
        is_same = abs(variant.tco_npv - plan.objective.tco_npv) < CENT
        return both("variant.same_plan" if is_same else "variant.same_counts", language)
    return in_order(_counts(plan, variant, "zh"), _counts(plan, variant, "en"), language)


def counts_differ(plan: "Plan", variant: "Variant") -> bool:
    """The same server types, but other numbers of them."""
    return variant.tco_npv is not None and variant.same_servers and _counted(plan) != _of_variant(variant)


def _counts(plan: "Plan", variant: "Variant", language: str) -> str:
    """What differs in number; the server is named where there are several types."""
    planned, found = _counted(plan), _of_variant(variant)
    names = [name for name in dict.fromkeys((*planned, *found)) if planned.get(name) != found.get(name)]
    key = "variant.count" if len(planned | found) == 1 else "variant.count_of"
    words = label(key, language)
    parts = (words.format(server=name, here=found.get(name, "0"), there=planned.get(name, "0")) for name in names)
    return label("variant.same_types", language).format(counts=("；" if language == "zh" else "; ").join(parts))


def _counted(plan: "Plan") -> dict[str, str]:
    """Server name → how many, by year where that changes; bought and rented ones of a name side by side."""
    return _joined((pool.server_name, by_year(pool.counts)) for pool in plan.pools if pool.count)


def _of_variant(variant: "Variant") -> dict[str, str]:
    """From `count × server name`."""
    parts = (purchase.partition(TIMES) for purchase in variant.purchases)
    return _joined((name, count) for count, _, name in parts)


def _joined(pairs: "Iterable[tuple[str, str]]") -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for name, count in pairs:
        found.setdefault(name, []).append(count)
    return {name: " + ".join(sorted(counts)) for name, counts in found.items()}
