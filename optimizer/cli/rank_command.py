"""What `procure rank` does; `rank.py` holds its flags."""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from optimizer.cli.answer import answered
from optimizer.cli.exits import PLAN
from optimizer.cli.output import check_targets, write_json
from optimizer.cli.rank_request import needs_model, rank_request, weights_of
from optimizer.errors import InputError, Problem

if TYPE_CHECKING:
    from fractions import Fraction

    from optimizer.inputs.request import Request
    from optimizer.inputs.whole_catalog import WholeCatalog
    from optimizer.plan.rank.ladder import By
    from optimizer.plan.rank.measures import Precision
    from optimizer.plan.rank.scores import Dimension, MarketClass
    from optimizer.report.catalog.filters import Filters
    from optimizer.report.catalog.items import Item

T = TypeVar("T")


class RankOptions(NamedTuple):
    """The command line of `procure rank`."""

    market_class: "MarketClass"
    precision: "Precision"
    weights: str | None
    filters: "Filters"
    top: int | None
    model: str | None
    input_tokens: int | None
    output_tokens: int | None
    tpot_ms: float | None
    ttft_ms: float | None
    weight_precision: tuple[str, ...]
    by: "By | None"
    json_target: str | None
    language: str


def rank_command(options: RankOptions) -> int:
    """0; 2 for a flag that cannot be used."""
    return answered(options.json_target, lambda: _run(options))


def _run(options: RankOptions) -> int:
    from optimizer.inputs.whole_catalog import whole_catalog
    from optimizer.plan.rank.ladder import ladder
    from optimizer.report.rank.as_json import ladder_json
    from optimizer.report.rank.console import Shown, below_memory, print_ladder

    check_targets([], None, options.json_target)
    whole = whole_catalog()
    request, weights, (found, below) = _read(options, whole)
    cards = [request.catalog.cards[item.id] for item in found if not item.reason]
    by = options.by or ("score" if options.model is None else "tokens_per_cny")
    ranked = ladder(request, cards, options.precision, weights, by)
    shown = Shown(
        market_class=options.market_class,
        rungs=ranked.rungs[: options.top],
        gaps=[whole.gaps[item.id] for item in found if item.reason],
        min_memory_gb=options.filters.min_memory_gb,
        below_memory=below,
    )
    write_json(options.json_target, ladder_json(ranked, shown.rungs, shown.gaps))
    if options.json_target != "-":
        print_ladder(request, ranked, shown, options.language)
    elif below:
        print(f"procure: {below_memory(shown, options.language)}", file=sys.stderr)
    return PLAN


def _read(
    options: RankOptions, whole: "WholeCatalog"
) -> "tuple[Request, dict[Dimension, Fraction], tuple[list[Item], int]]":
    """The request, the weights, and the cards asked for. Raises InputError with the problems of all flags at once.

    With a model the buyer is the request's, and a card out of reach is refused with the reason instead of left out.
    """
    problems = list(needs_model(options))
    filters = options.filters if options.model is None else replace(options.filters, buyer=None)
    found = _kept(problems, lambda: _wanted(whole, filters))
    weights = _kept(problems, lambda: weights_of(options.weights, options.market_class))
    request = _kept(problems, lambda: rank_request(options, whole.gaps))
    if problems or found is None or weights is None or request is None:
        raise InputError(problems)
    return request, weights, found


def _kept(problems: list[Problem], step: Callable[[], T]) -> T | None:
    """What a step returns, or None and its problems."""
    try:
        return step()
    except InputError as error:
        problems += error.problems
        return None


def _wanted(whole: "WholeCatalog", filters: "Filters") -> "tuple[list[Item], int]":
    """Cards that answer every filter, and how many the memory gate alone removes."""
    from optimizer.report.catalog.filters import filtered
    from optimizer.report.catalog.items import items

    cards = items(whole, "cards")
    found = filtered(cards, "cards", filters)
    return found, len(filtered(cards, "cards", replace(filters, min_memory_gb=None))) - len(found)
