"""Names and units of limits as a reader sees them."""

from optimizer.plan.plan import LimitUse
from optimizer.report.texts import both, known, label


def limit_words(use: LimitUse, language: str) -> tuple[str, str]:
    """The limit's name in both languages, its subject kept (`racks row-a`); as the plan says it where unknown."""
    name, _, subject = use.limit.partition(" ")
    if not known(f"limit.{name}"):
        return use.limit, use.limit
    first, second = both(f"limit.{name}", language)
    return (f"{first} {subject}".strip(), f"{second} {subject}".strip())


def limit_unit(use: LimitUse, language: str) -> str:
    """The limit's unit in the plan's language."""
    return label(f"unit.{use.unit}", language) if known(f"unit.{use.unit}") else use.unit
