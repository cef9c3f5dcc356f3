"""pydantic's ValidationError → Problems with place, value, rule and remedy."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from optimizer.errors import Problem
from optimizer.inputs import wording
from optimizer.inputs.document import Document, join
from optimizer.inputs.keys import KeyTable, Location, closest, home_of, key_table, keys_at
from optimizer.inputs.later import comes_later, later_wording
from optimizer.inputs.wording import Wording

MAX_PROBLEMS = 200
MISSING: dict[str, str] = {
    "workloads": "list at least one workload: `workloads: [{name: …, kind: inference, model: …, traffic: …}]`",
    "kind": "write `kind: inference` (a language model), `service` (a measured capacity), `capacity` (a tender's own "
    "unit), `pretrain` or `finetune`",
    "model": "write `model:` with a catalog id, e.g. Qwen3-32B, or the path of a checkpoint's config.json",
    "traffic": "write one of peak_requests_per_s, concurrent_requests, users or tokens_per_day with input_tokens and "
    "output_tokens; or `traffic: fit` for the least hardware that loads and runs the model",
    "input_tokens": "write the prompt length: `input_tokens: {mean: 1800, p95: 6000}`, or one number",
    "output_tokens": "write the answer length: `output_tokens: {mean: 450, p95: 1200}`, or one number",
    "share": "write the share of the requests, e.g. `share: 0.7`; the classes of a mix add to 1",
    "speedup": "write the measured factor on decode tokens/s, e.g. `speedup: 1.3`",
    "goodput_factor": "write the measured factor on requests/s within the limits, e.g. `goodput_factor: 1.2`",
    "max_context_tokens": "write the longest conversation that one request may hold, e.g. `max_context_tokens: 32768`",
    "demand": "write `demand: {value: 40, unit: pages/s}`, in the unit of your measurements",
    "capacity.demand": "write `demand: {value: 1000, unit: pflops, precision: fp16}`, or count cards or servers",
    "tokens": "write how many tokens the run trains on, e.g. `tokens: 300e9`; "
    "or `samples: {count: 100e6, tokens_per_sample: 3000, epochs: 1}`",
    "deadline_days": "write within how many days the run must be done, e.g. `deadline_days: 45`",
    "sequence_length": "write the training sequence length in tokens, e.g. `sequence_length: 4096`",
    "method": "write `method: full`, `lora` or `qlora`",
    "jobs_per_month": "write how many jobs arrive in a month, e.g. `jobs_per_month: 8`",
    "tokens_per_job": "write the tokens of one job, all epochs counted, e.g. `tokens_per_job: 50e6`; "
    "or `samples: {count: 10e3, tokens_per_sample: 2000, epochs: 3}`",
    "tokens_per_sample": "write the mean tokens of a sample, prompt and answer together, e.g. "
    "`tokens_per_sample: 2000`",
    "epochs": "write how often each sample is used, e.g. `epochs: 3`",
    "max_hours_per_job": "write within how many hours one job must be done, e.g. `max_hours_per_job: 24`",
    "minimum": "write the least share, e.g. `minimum: 0.5` for 50 %",
    "server": "write `server:` with the id of a server in the catalog",
    "gbps_per_card": "write the network rate of one card in Gbit/s, e.g. `gbps_per_card: 200`",
    "price_per_kwh": "write `price_per_kwh:` in the request currency ex VAT, or remove `electricity`",
    "name": "write `name:` with a text that tells it from the others",
    "spec": "say where the numbers come from: `spec: {source: …, confidence: low}`",
}
_NUMBERS = ("int_type", "float_type", "is_instance_of", "finite_number")
_MAPPINGS = ("model_type", "model_attributes_type", "dict_type")
_BOUNDS = {"greater_than": "gt", "greater_than_equal": "ge", "less_than": "lt", "less_than_equal": "le"}
_BY_VALUE: dict[str, Callable[[Any], Wording]] = {
    "string_type": wording.text_wording,
    "bool_type": wording.flag_wording,
    "tuple_type": wording.list_wording,
}


class _Spot(NamedTuple):
    """Where an error stands in the user's own data."""

    path: str
    key: str
    """Last key of the path, without list positions."""
    value_is_mapping: bool
    at_branch: bool
    """The location ends in the name of a union's branch."""


def translate(
    error: ValidationError,
    model: type[BaseModel],
    document: Document,
    data: Any,
    prefix: str = "",
    more_keys: tuple[str, ...] = (),
) -> list[Problem]:
    """Every error as a Problem, at most MAX_PROBLEMS.

    `data` is what was validated and `prefix` its dotted path in the document; `more_keys` may stand beside the model's
    own. Places are those of the longest part of a path that the document contains: a missing key points at its parent.
    """
    table = key_table(model)
    table[()] += more_keys
    details = error.errors(include_url=False)
    spots = [_spot(detail["loc"], data, prefix, missing=detail["type"] == "missing") for detail in details]
    pairs = list(zip(details, spots, strict=True))
    worded = {spot.path for detail, spot in pairs if spot.at_branch and _is_wrong_word(detail)}
    problems = []
    for detail, spot in pairs:
        if _is_echo(detail, spot) or (spot.path in worded and not _is_wrong_word(detail)):
            continue
        what, remedy = _wording(detail, spot, table)
        path = join(spot.path, "kind") if detail["type"].startswith("union_tag") else spot.path
        problems.append(document.problem(path, what, remedy))
        if len(problems) >= MAX_PROBLEMS:
            break
    return problems


def _spot(location: Location, data: Any, prefix: str, *, missing: bool) -> _Spot:
    """Path without tags and branch names, which are no part of the file."""
    path, key, here, at_branch = prefix, "", data, False
    for index, step in enumerate(location):
        last = index == len(location) - 1
        is_tag = (
            index > 0 and isinstance(location[index - 1], int) and isinstance(here, dict) and here.get("kind") == step
        )
        present = isinstance(here, dict) and step in here
        at_branch = False
        if isinstance(step, int) and isinstance(here, list):
            path, here = join(path, step), here[step]
        elif not is_tag and (present or (last and missing)):
            path, key = join(path, str(step)), str(step)
            here = here[step] if present else None
        else:
            at_branch = not is_tag
    return _Spot(path, key, isinstance(here, dict), at_branch)


def _is_echo(detail: ErrorDetails, spot: _Spot) -> bool:
    """Errors that only repeat another: the union branch the user did not take, a list short of its refused items."""
    if spot.at_branch and detail["type"] == "literal_error":
        return not _is_wrong_word(detail)
    if spot.at_branch:
        return spot.value_is_mapping or detail["type"] == "model_type"
    return detail["type"] == "too_short" and bool(detail["input"])


def _is_wrong_word(detail: ErrorDetails) -> bool:
    return detail["type"] == "literal_error" and isinstance(detail["input"], str)


def _wording(detail: ErrorDetails, spot: _Spot, table: KeyTable) -> Wording:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "extra_forbidden":
        return _unknown_key(spot, value, keys_at(table, detail["loc"][:-1]), table)
    if kind == "missing":
        inside = f"{detail['loc'][-2]}.{spot.key}" if len(detail["loc"]) > 1 else spot.key
        return "is missing", MISSING.get(inside, MISSING.get(spot.key, f"write `{spot.key}:` with its value"))
    if kind in ("literal_error", "union_tag_invalid", "union_tag_not_found"):
        return _choice(detail, spot)
    if spot.key == "start" and kind in ("string_type", "string_pattern_mismatch"):
        return f"must be a month (got {wording.shown(value)})", "write it like 2027-01"
    if kind in _NUMBERS and comes_later(spot.path, value):
        return later_wording(spot.path, value)
    if kind in _NUMBERS:
        return wording.number_wording(value, spot.key, whole=kind == "int_type")
    if kind in _MAPPINGS:
        return wording.mapping_wording(value, keys_at(table, detail["loc"]))
    if kind in _BOUNDS:
        return wording.range_wording(value, context[_BOUNDS[kind]], kind)
    if kind in _BY_VALUE:
        return _BY_VALUE[kind](value)
    return _length_or_form(detail, spot)


def _unknown_key(spot: _Spot, value: Any, siblings: tuple[str, ...], table: KeyTable) -> Wording:
    if comes_later(spot.path, value):
        return later_wording(spot.path, value)
    what = f"unknown key {wording.shown(spot.key)}"
    if meant := closest(spot.key, siblings):
        return what, f"did you mean {meant}?"
    if (home := home_of(table, spot.key)) is not None:
        return what, f"it belongs under `{home}`" if home else "it belongs at the top level, without indentation"
    return what, f"remove it; known here: {', '.join(siblings)}"


def _choice(detail: ErrorDetails, spot: _Spot) -> Wording:
    context, value = detail.get("ctx", {}), detail["input"]
    if detail["type"] == "union_tag_not_found":
        return "is missing", MISSING["kind"]
    if detail["type"] == "union_tag_invalid":
        value, expected, path = context["tag"], context["expected_tags"], join(spot.path, "kind")
    else:
        expected, path = context["expected"], spot.path
    if comes_later(path, value):
        return later_wording(path, value)
    if spot.key == "traffic":
        return f"must be `fit` or a mapping (got {wording.shown(value)})", MISSING["traffic"]
    choices = [choice.strip("'") for choice in re.split(", | or ", expected)]
    return wording.choice_wording(value, ["a whole number", *choices] if spot.at_branch else choices)


def _length_or_form(detail: ErrorDetails, spot: _Spot) -> Wording:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind in ("too_short", "string_too_short"):
        return "must not be empty", "write at least one entry" if kind == "too_short" else "write a text"
    if kind in ("too_long", "string_too_long"):
        unit = "entries" if kind == "too_long" else "characters"
        return f"has more than {context['max_length']} {unit}", f"shorten it to at most {context['max_length']}"
    if kind == "string_pattern_mismatch":
        return (
            f"must be an id (got {wording.shown(value)})",
            "use letters, digits and . _ + - only, a letter or digit first",
        )
    reason = str(context["error"]) if "error" in context else detail["msg"]
    form = "write it like 2026-11-30" if spot.key == "as_of" else "write a number such as 1"
    return f"{reason} (got {wording.shown(value)})", form
