"""Flags of `procure rank` → the requirements they stand for, and problems in words of the flags."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import covers
from optimizer.inputs.in_memory import request_of
from optimizer.plan.rank.scores import CLASS_WEIGHTS, DIMENSIONS, Dimension, MarketClass, normalised

if TYPE_CHECKING:
    from collections.abc import Mapping

    from optimizer.cli.rank_command import RankOptions
    from optimizer.inputs.catalog_gaps import NotPlannable
    from optimizer.inputs.request import Request

COMMAND = "procure rank"
DEFAULT_INPUT_TOKENS, DEFAULT_OUTPUT_TOKENS = 1024, 256
DEFAULT_TPOT_MS = 50.0
"""A chat answer at 20 tokens/s: an assumption, printed below every ladder that uses it."""
TOKEN_ORDERS = ("tokens_per_cny", "tokens_per_kwh")
FLAGS = {
    "workloads[0].model": "--model",
    "workloads[0].traffic.input_tokens": "--input",
    "workloads[0].traffic.output_tokens": "--output",
    "workloads[0].max_context_tokens": "--input + --output",
    "workloads[0].latency.tpot_p95_ms": "--tpot",
    "workloads[0].latency.ttft_p95_ms": "--ttft",
    "workloads[0].weight_precision": "--precision-of-weights",
}
"""Path in the requirements → the flag behind it."""
WEIGHT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def rank_request(options: "RankOptions", gaps: "Mapping[str, NotPlannable]") -> "Request":
    """The request behind a ladder: defaults, prices and availability are those of a file that says no more.

    Without a model its workload is a tender of one card, which nothing sizes. Raises InputError in words of the flags,
    for a model among `gaps` with the reason.
    """
    if options.model is not None and options.model in gaps:
        what = f"{options.model} cannot be planned: {gaps[options.model].reason}"
        raise InputError([flag_problem("--model", what, "name a model of `procure catalog list models`")])
    data = {
        "name": COMMAND,
        "site": {"cooling": ["air", "liquid"]},
        "policy": {"consumer_cards": "allow"},
        "workloads": [_inference(options) if options.model is not None else _one_card()],
    }
    try:
        return request_of(data if options.filters.buyer is None else data | {"buyer": options.filters.buyer}, COMMAND)
    except InputError as error:
        raise InputError([_of_flag(problem) for problem in error.problems]) from None


def weights_of(text: str | None, market_class: MarketClass) -> dict[Dimension, Fraction]:
    """Weights as shares of 1. Raises InputError for anything but five plain numbers that are not all 0."""
    if text is None:
        return normalised(CLASS_WEIGHTS[market_class])
    words = [word.strip() for word in text.split("/")]
    default = "/".join(map(str, CLASS_WEIGHTS[market_class]))
    what = None
    if len(words) != len(DIMENSIONS):
        what = f"{text!r} holds {len(words)} weights, five are needed"
    elif wrong := next((word for word in words if not WEIGHT.fullmatch(word)), None):
        what = f"{wrong!r} is not a plain number from 0"
    elif not any(map(Fraction, words)):
        what = f"{text!r}: all weights are 0"
    if what is not None:
        remedy = f"write {' / '.join(DIMENSIONS)} as in --weights {default}"
        raise InputError([flag_problem("--weights", what, remedy)])
    return normalised([Fraction(word) for word in words])


def needs_model(options: "RankOptions") -> Iterator[Problem]:
    """Flags that say nothing without `--model`."""
    given = {
        "--input": options.input_tokens,
        "--output": options.output_tokens,
        "--tpot": options.tpot_ms,
        "--ttft": options.ttft_ms,
        "--precision-of-weights": options.weight_precision or None,
        f"--by {options.by}": options.by if options.by in TOKEN_ORDERS else None,
    }
    for flag, value in given.items():
        if options.model is None and value is not None:
            yield flag_problem(flag, "says nothing without a model", "name one with --model, or leave it out")


def flag_problem(flag: str, what: str, remedy: str) -> Problem:
    """One thing wrong on the command line."""
    return Problem(file=COMMAND, line=0, column=0, path=flag, what=what, remedy=remedy)


def _inference(options: "RankOptions") -> dict[str, Any]:
    tokens_in = options.input_tokens or DEFAULT_INPUT_TOKENS
    tokens_out = options.output_tokens or DEFAULT_OUTPUT_TOKENS
    latency = {"tpot_p95_ms": DEFAULT_TPOT_MS if options.tpot_ms is None else options.tpot_ms}
    if options.ttft_ms is not None:
        latency["ttft_p95_ms"] = options.ttft_ms
    workload: dict[str, Any] = {
        "name": "rank",
        "kind": "inference",
        "model": options.model,
        "traffic": {"peak_requests_per_s": 1, "input_tokens": tokens_in, "output_tokens": tokens_out},
        "latency": latency,
        "max_context_tokens": tokens_in + tokens_out,
    }
    return workload | ({"weight_precision": list(options.weight_precision)} if options.weight_precision else {})


def _one_card() -> dict[str, Any]:
    return {"name": "rank", "kind": "capacity", "demand": {"value": 1, "unit": "cards"}}


def _of_flag(problem: Problem) -> Problem:
    flag = next((flag for path, flag in FLAGS.items() if covers(path, problem.path)), problem.path)
    return problem.model_copy(update={"path": flag, "line": 0, "column": 0})
