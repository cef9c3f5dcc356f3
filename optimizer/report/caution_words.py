"""Cautions and machine warnings as sentences, with numbers and units."""

from typing import TYPE_CHECKING

from optimizer.report.texts import label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from optimizer.plan.caution import Caution
    from optimizer.sizing.machine import MachineWarning

SCALES = {"W": (1000, "kW"), "B": (10**9, "GB"), "kg": (1, "kg"), "TB": (1, "TB"), "bit/s": (10**9, "Gbit/s")}
"""Stored unit → (divisor, unit as shown); others are counts."""


def caution_text(caution: "Caution | MachineWarning", language: str) -> str:
    """One sentence, without the server's name."""
    values = {name: _quantity(getattr(caution, name), caution.unit) for name in ("base", "needed", "available")}
    text = label(f"caution.{caution.rule}.{caution.finding}", language)
    seconds = f"{1 / caution.factor:g}" if caution.factor else ""
    return text.format(factor=f"{caution.factor:g}", seconds=seconds, place=getattr(caution, "place", ""), **values)


def rule_names(cautions: "Iterable[Caution]", language: str) -> str:
    """The rules that are concerned, each once."""
    separator = "、" if language == "zh" else ", "
    return separator.join(dict.fromkeys(label(f"caution.{each.rule}", language) for each in cautions))


def _quantity(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    scale, shown = SCALES.get(unit, (1, ""))
    return f"{round(value / scale, 3):,.10g} {shown}".rstrip()
