"""The quick sums on the console and as JSON."""

from collections import Counter
from typing import Any

from optimizer.plan.quick.sums import QuickSum
from optimizer.report.rank.table import Cell, Column, table
from optimizer.report.size.words import word
from optimizer.report.terminal import foreign, terminal


def print_quick(sums: tuple[QuickSum, ...], language: str) -> None:
    """Every sum; below them the notes of those where source and sum differ."""
    console = terminal()
    console.print(foreign(word("quick.title", language)))
    heads = [
        Column((word("quick.quantity", language),), 34, right=False),
        Column((word("quick.published", language),), 18, right=False),
        Column((word("quick.computed", language),), 17),
        Column((word("quick.flag", language),), 9),
    ]
    console.print(table(heads, [_cells(each) for each in sums]))
    differing = [each for each in sums if each.flag == "DISAGREE"]
    if differing:
        console.print(foreign(word("quick.disagree", language)))
    for each in differing:
        check = each.check
        text = f"- {check.id} {check.stated}: {check.published} → {rounded(each.computed)} {check.unit}"
        console.print(foreign(f"{text}; {check.note} ({check.source})"))
    counts = Counter(each.flag for each in sums)
    shown = ", ".join(f"{counts[flag]} {flag}" for flag in ("agree", "derived", "DISAGREE"))
    console.print(foreign(word("quick.counts", language).format(total=len(sums), counts=shown)))


def quick_json(sums: tuple[QuickSum, ...]) -> list[dict[str, Any]]:
    """One object a sum, the computed figure unrounded."""
    return [
        {
            **each.check.model_dump(exclude={"compare"}),
            "compare": None if each.check.compare is None else float(each.check.compare),
            "computed": each.computed,
            "flag": each.flag,
        }
        for each in sums
    ]


def rounded(value: float) -> str:
    """Whole numbers whole, others with four digits.

    >>> rounded(131072.0), rounded(61.5234), rounded(-214.05)
    ('131,072', '61.52', '-214.1')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 or value == int(value) else f"{value:.4g}"


def _cells(each: QuickSum) -> list[Cell]:
    check = each.check
    return [
        (f"{check.id} {check.quantity}", check.stated),
        (check.published or "–",),
        (f"{rounded(each.computed)} {check.unit}",),
        (each.flag,),
    ]
