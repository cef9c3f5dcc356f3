"""The ladder on the console, 80 columns where it is no terminal, with every rule behind its numbers below."""

from typing import NamedTuple

from optimizer.inputs.catalog_gaps import NotPlannable
from optimizer.inputs.request import Request
from optimizer.plan.rank.ladder import Ladder, Refused, Rung
from optimizer.plan.rank.scores import DIMENSIONS, Dimension, MarketClass
from optimizer.report.quantities import readable
from optimizer.report.rank.notes import basis
from optimizer.report.rank.table import Cell, Column, table
from optimizer.report.rank.words import word
from optimizer.report.rejection_words import limit_name, rejection_words
from optimizer.report.terminal import foreign, terminal
from optimizer.sizing.option import Layout

UNITS: dict[Dimension, int] = {
    "compute": 10**12,
    "memory": 10**9,
    "bandwidth": 10**9,
    "interconnect": 10**9,
    "efficiency": 10**12,
}
"""Stored units in one unit as shown: TFLOPS, GB, GB/s, GB/s, TFLOPS/W."""


class Shown(NamedTuple):
    """What of a ladder is shown, and what was asked."""

    market_class: MarketClass
    rungs: tuple[Rung, ...]
    gaps: list[NotPlannable]
    min_memory_gb: float | None
    below_memory: int
    """Cards of the class that the memory gate removed."""


def print_ladder(request: Request, ladder: Ladder, shown: Shown, language: str) -> None:
    """Ranked cards, what each buys for the model, who has no rank and why, and the rules."""
    console = terminal()
    console.print(foreign(_title(ladder, shown, language)))
    console.print(table(_heads(ladder, language), [_cells(rung, language) for rung in shown.rungs]))
    if ladder.workload:
        console.print(table(_token_heads(language), [_token_cells(rung, language) for rung in shown.rungs]))
    name = Column((word("id", language),), right=False)
    missed, reason = (Column((word(key, language),), right=False) for key in ("missed", "reason"))
    if ladder.refused:
        console.print(foreign(word("refused", language)))
        console.print(table((name, missed), [((each.card.id,), (_why(each, language),)) for each in ladder.refused]))
    if shown.gaps:
        console.print(foreign(word("gaps", language)))
        console.print(table((name, reason), [((gap.id,), (gap.reason,)) for gap in shown.gaps]))
    if shown.min_memory_gb is not None:
        console.print(foreign(below_memory(shown, language)))
    for sentence in basis(request, ladder, language):
        console.print(foreign(sentence))


def below_memory(shown: Shown, language: str) -> str:
    """How many cards the memory gate removed."""
    return word("below_memory", language).format(gb=shown.min_memory_gb, count=shown.below_memory)


def _title(ladder: Ladder, shown: Shown, language: str) -> str:
    return word("title", language).format(
        market_class=word(shown.market_class, language),
        precision=ladder.precision,
        by=word(f"by.{ladder.by}", language),
        shown=len(shown.rungs),
        ranked=len(ladder.rungs),
    )


def _heads(ladder: Ladder, language: str) -> list[Column]:
    rate = "TOPS" if ladder.precision == "int8" else "TFLOPS"
    units: dict[Dimension, Cell] = {
        "compute": (rate,),
        "memory": ("GB",),
        "bandwidth": ("GB/s",),
        "interconnect": ("GB/s",),
        "efficiency": (rate, "/W"),
    }
    parts = [Column((word(d, language), *units[d]), 6) for d in DIMENSIONS]
    return [
        Column(("#",), 2),
        Column((word("card", language),), 19, right=False),
        Column((word("score", language),), 5),
        *parts,
        Column((word("price", language),), 9),
        Column((word("per_price", language),), 6),
    ]


def _cells(rung: Rung, language: str) -> list[Cell]:
    card, price, per_price = rung.card, rung.price, rung.score_per_price
    words = "availability unknown" if card.availability == "unknown" else card.availability
    name: Cell = (card.id, card.name, word(words, language) if words not in (None, "free") else "")
    money: Cell = ("–",) if price is None else (f"{price.amount:,.0f}", word(price.basis, language))
    worth: Cell = ("–",)
    if price is not None and per_price is not None:
        worth = (_short(float(per_price)), word(price.confidence, language))
    parts = [_part(rung, dimension, language) for dimension in DIMENSIONS]
    return [(f"{rung.rank}",), name, (f"{float(rung.score.score):.1f}",), *parts, money, worth]


def _part(rung: Rung, dimension: Dimension, language: str) -> Cell:
    """Part score, raw value or why there is none, and what the value rests on."""
    part = f"{float(rung.score.parts[dimension]):.1f}"
    missing, amount = rung.measures.missing.get(dimension), rung.measures.amounts[dimension]
    more = ""
    if dimension == "interconnect" and rung.measures.link == "host":
        more = word("host", language)
    if dimension == "efficiency":
        more = word(f"ecc.{rung.card.ecc}", language)
        amount = rung.measures.flops_per_w
    raw = word(missing or "unknown", language) if amount is None else _short(float(amount / UNITS[dimension]))
    return (part, raw, more)


def _token_heads(language: str) -> list[Column]:
    per_card, thousand = word("per_card", language), word("thousand", language)
    return [
        Column(("#",), 2),
        Column((word("card", language),), 24, right=False),
        Column((word("layout", language),), 11, right=False),
        Column((word("rate", language), per_card), 8),
        Column((word("hour", language), per_card), 6),
        Column((word("watts", language), per_card), 6),
        Column((thousand, word("tokens_per_cny", language)), 8),
        Column((thousand, word("tokens_per_kwh", language)), 8),
    ]


def _token_cells(rung: Rung, language: str) -> list[Cell]:
    found = rung.tokens
    if found is None:
        return []
    option = found.option
    band = option.band and (option.band.p10 if option.quantile == "p10" else option.band.p50)
    return [
        (f"{rung.rank}",),
        (rung.card.id, found.server.id),
        (_split(option.layout), f"{option.quantile} × {band:g}" if band else ""),
        (f"{float(found.tokens_per_s):,.0f}",),
        (f"{float(found.cost_per_card_hour):.2f}", word(found.price.confidence, language)),
        (f"{float(found.power_w):,.0f}",),
        (f"{float(found.tokens_per_money / 1000):,.1f}",),
        (f"{float(found.tokens_per_kwh / 1000):,.0f}",),
    ]


def _split(layout: Layout | None) -> str:
    """`fp8 TP2`; pipeline stages where there are several."""
    if layout is None:
        return ""
    stages = f" PP{layout.pipeline_parallel}" if layout.pipeline_parallel > 1 else ""
    return f"{layout.weight_precision} TP{layout.tensor_parallel}{stages}"


def _why(each: Refused, language: str) -> str:
    """`memory: 763.1 GB → 192 GB (pcie-4x-a40)`: needed → available, in the words of the rejection sheet."""
    rejection = each.rejection
    values = (readable(value, rejection.unit) for value in (rejection.needed, rejection.available))
    needed, available = (rejection_words(value, language).here for value in values)
    server = f" ({rejection.server})" if rejection.server else ""
    return f"{limit_name(rejection.limit, language).here}: {needed} → {available}{server}"


def _short(value: float) -> str:
    """At most six characters for what stands in a narrow column."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"
