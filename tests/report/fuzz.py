"""Every free text of a plan replaced by another: which fields are free, and 500 hostile texts to put there."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from optimizer.frozen import Frozen
from optimizer.plan.caution import Caution
from optimizer.plan.plan import Plan
from tests.report.sample_parts import sample_plan

FREE = frozenset({
    "name", "scenario", "price_book", "usd_cny_date", "tool_version", "solver", "server_name", "card_name",
    "vendor", "stands_for", "book", "source", "date", "workload", "model", "demand_note", "latency",
    "native_precision", "notes", "what", "value", "item", "purchases", "group", "place", "nics", "link", "layout",
    "name_zh", "name_en", "split_note", "below_checkpoint_precision", "not_counted",
})  # fmt: skip
"""Names of fields that hold text of the file or of the catalog; ids have a pattern that refuses all but letters."""
BOUND = frozenset({("CostLine", "item"), ("StatedFactor", "kind"), ("DataVersion", "date"), ("Placement", "origin")})
"""Of those names, the fields that hold words of ours."""
HEADS = (
    "=", "+", "-", "@", "\t=", "\r=", "\n=", "|", "{=", "}", "http://", "https://", "mailto:", "file://", "\\\\host\\",
    "../../", "'", '"', "''=", "<script>", "</svg>", "]]>", "&amp;", "<!--", "_x003D_", "\x00", "\x07=", "\x1b[31m",
    "\ufeff=", "\u202e", "\u2066", "\ud800", "\uffff", "😀", "👩‍👩‍👧", "עברית ", "العربية ", "算力",
    "ﷺ", "%0A=", "${x}", "$x^2$",
    "{0}", "{name}", "[1]!A1", "#REF!", "internal:", "DDE(", "=cmd|' /C calc'!A0", '=HYPERLINK("http://e.org","x")',
)  # fmt: skip
TAILS = ("1+1", "SUM(A1)", "A1", "//e.org/x", " /C calc'!A0", "x" * 300, "é\u0301", "</td>", "|", "`", "\n- x", "=")
COUNT = 500
LONG = 40_000


def hostile_texts() -> list[str]:
    """500 of them, each with a number that tells it apart; every fiftieth has 40,000 characters."""
    chance = random.Random(8)
    texts = []
    for number in range(COUNT):
        text = f"{HEADS[number % len(HEADS)]}{chance.choice(TAILS)} №{number:03d}."
        texts.append(text + chance.choice("长😀a") * LONG if number % 50 == 49 else text)
    return texts


def rich_plan(**changes: object) -> Plan:
    """The sample with everything that can carry text: a scenario, cautions, switches."""
    caution = Caution(
        rule="weight", finding="unchecked", server="big-8", server_name="Big 8-card server", factor=1, base=0, needed=0,
        available=900, unit="kg", place="row-a", source="a data sheet",
    )  # fmt: skip
    return sample_plan(language="en", scenario="a scenario", cautions=(caution,), **changes)


def free_texts(plan: Plan) -> list[str]:
    """Each free text of a plan once."""
    ids = {each for pool in plan.pools for each in (pool.server, pool.card, pool.ecosystem)}
    return list(dict.fromkeys(text for text in _found(plan) if text and text not in ids))


def _found(part: Any, free: bool = False) -> Iterator[str]:
    if isinstance(part, str):
        if free:
            yield part
    elif isinstance(part, Frozen):
        for name in type(part).model_fields:
            key = (type(part).__name__, name)
            yield from _found(getattr(part, name), name in FREE and key not in BOUND)
    elif isinstance(part, tuple):
        for each in part:
            yield from _found(each, free)


def replaced(plan: Plan, by: Callable[[str], str]) -> Plan:
    """The plan with every occurrence of its free texts replaced, where they are keys or part of a limit's name too."""
    table = {text: by(text) for text in free_texts(plan)}
    made = _replaced(plan, table)
    assert isinstance(made, Plan)
    return made


def _replaced(part: Any, table: dict[str, str], free: bool = True) -> Any:
    if isinstance(part, str):
        head, _, group = part.partition(" ")
        return (
            f"racks {table[group]}" if head == "racks" and group in table else table.get(part, part) if free else part
        )
    if isinstance(part, Frozen):
        kept = {"id", "server", "card", "ecosystem", "kind", "unit", "confidence", "language", "status", "currency"}
        fields = type(part).model_fields
        bound = {name for name in fields if (type(part).__name__, name) in BOUND} | kept
        return part.model_copy(update={n: _replaced(getattr(part, n), table, n not in bound) for n in fields})
    if isinstance(part, tuple):
        return tuple(_replaced(each, table, free) for each in part)
    if isinstance(part, dict):
        return {_replaced(key, table): _replaced(value, table) for key, value in part.items()}
    return part
