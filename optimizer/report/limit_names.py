"""Names, units and number styles of limits as a reader sees them."""

from optimizer.plan.plan import LimitUse
from optimizer.report.plan_texts import in_both
from optimizer.report.texts import Words, both, known, same

COUNTED = frozenset({"racks", "ecosystems", "servers", "server types", "cards", "ports"})
"""Units of what comes in whole pieces."""


def limit_words(use: LimitUse, language: str) -> Words:
    """The limit's name in both languages, its subject kept (`racks row-a`); as the plan says it where unknown."""
    name, _, subject = use.limit.partition(" ")
    if not known(f"limit.{name}"):
        return same(use.limit)
    return both(f"limit.{name}", language).with_tail(f" {subject}" if subject else "")


def limit_unit(use: LimitUse, language: str) -> Words:
    """The limit's unit in both languages."""
    return in_both(use.unit, language)


def limit_style(use: LimitUse, currency: str) -> str:
    """Number style of a limit: pieces and money without decimals."""
    if use.unit == currency:
        return "money0"
    return "integer" if use.unit in COUNTED else "decimal"
