"""The requirements file that `procure init` writes from answers: every line with its comment.

Only the name is free text, and stands in double quotes with JSON's escapes; all other answers are numbers, words of a
list, or ids of the catalog.
"""

import json
from collections.abc import Iterator, Mapping

from optimizer.cli.init import SCHEMA_FILE
from optimizer.cli.init_words import comment

EDITOR_LINE = f"# yaml-language-server: $schema={SCHEMA_FILE}"
WORKLOAD_NAMES = {"inference": "assistant", "pretrain": "pretrain", "finetune": "finetune"}
POWER, FABRIC, BUDGET, SHARE = "40", "200", "6e6", "0.5"
"""Shown behind a #, where no limit or rule was asked for."""
Line = tuple[str, str]
"""(YAML text, key of its comment)."""


def request_text(answers: Mapping[str, str]) -> str:
    """The whole file; `answers` holds every question that applies (`inputs/answers.py`)."""
    language = answers["lang"]
    lines = [
        *_head(answers), ("", ""), *_workload(answers), ("", ""), *_site(answers), ("", ""), *_finance(answers),
        ("", ""), *_policy(answers),
    ]  # fmt: skip
    texts = [f"{text}  # {comment(key, language)}" if key else text for text, key in lines]
    return "\n".join([EDITOR_LINE, f"# {comment('head', language)}", *texts]) + "\n"


def _head(answers: Mapping[str, str]) -> Iterator[Line]:
    yield f"name: {json.dumps(answers['name'], ensure_ascii=False)}", "name"
    yield f"language: {answers['lang']}", "language"
    yield "currency: CNY", "currency"
    yield f"buyer: {answers['buyer']}", "buyer"


def _workload(answers: Mapping[str, str]) -> Iterator[Line]:
    kind = answers["for"]
    yield "workloads:", "workloads"
    yield f"  - name: {WORKLOAD_NAMES[kind]}", "workload"
    yield f"    kind: {kind}", "kind"
    yield f"    model: {answers['model']}", "model"
    yield from {"inference": _inference, "pretrain": _pretrain, "finetune": _finetune}[kind](answers)
    if kind != "inference":
        yield f"    sequence_length: {answers['sequence_length']}", "sequence_length"
    yield "    spare_servers: 0", "spare_servers"


def _inference(answers: Mapping[str, str]) -> Iterator[Line]:
    yield "    traffic:", "traffic"
    if answers["traffic"] == "users":
        yield "      users:", "users"
        yield f"        headcount: {answers['headcount']}", "headcount"
        yield f"        active_share: {answers['active_share']}", "active_share"
        yield f"        requests_per_active_hour: {answers['requests_per_hour']}", "requests_per_active_hour"
        yield f"        peak_factor: {answers['peak_factor']}", "peak_factor"
    elif answers["traffic"] == "requests":
        yield f"      peak_requests_per_s: {answers['requests_per_s']}", "peak_requests_per_s"
    else:
        taken, given = answers["tokens_per_day"].split(",")
        yield "      tokens_per_day:", "tokens_per_day"
        yield f"        input: {taken}", "input"
        yield f"        output: {given}", "output"
        yield f"        busy_hours: {answers['busy_hours']}", "busy_hours"
        yield f"        peak_factor: {answers['peak_factor']}", "peak_factor"
    yield f"      input_tokens: {_lengths(answers['input_tokens'])}", "input_tokens"
    yield f"      output_tokens: {_lengths(answers['output_tokens'])}", "output_tokens"
    yield "    latency:", "latency"
    yield f"      tpot_p95_ms: {answers['tpot_ms']}", "tpot_p95_ms"
    yield f"    max_context_tokens: {answers['max_context_tokens']}", "max_context_tokens"


def _lengths(answer: str) -> str:
    if "," not in answer:
        return answer
    mean, p95 = answer.split(",")
    return f"{{mean: {mean}, p95: {p95}}}"


def _pretrain(answers: Mapping[str, str]) -> Iterator[Line]:
    yield f"    tokens: {answers['tokens']}", "tokens"
    yield f"    deadline_days: {answers['deadline_days']}", "deadline_days"


def _finetune(answers: Mapping[str, str]) -> Iterator[Line]:
    yield f"    method: {answers['method']}", "method"
    yield f"    jobs_per_month: {answers['jobs_per_month']}", "jobs_per_month"
    yield f"    tokens_per_job: {answers['tokens_per_job']}", "tokens_per_job"
    yield f"    max_hours_per_job: {answers['hours_per_job']}", "max_hours_per_job"


def _site(answers: Mapping[str, str]) -> Iterator[Line]:
    yield "site:", "site"
    yield "  place: datacenter", "place"
    yield _or_none(answers["power_kw"], "it_power_kw: {}", POWER, "it_power_kw", "no_power")
    if answers["for"] != "inference":
        form = "fabric: {{kind: roce, gbps_per_card: {}}}"
        yield _or_none(answers["fabric_gbps"], form, FABRIC, "fabric", "no_fabric")


def _finance(answers: Mapping[str, str]) -> Iterator[Line]:
    yield "finance:", "finance"
    yield "  horizon_years: 3", "horizon_years"
    yield "  discount_rate: 0.08", "discount_rate"
    yield _or_none(answers["budget"], "capex_budget: {}", BUDGET, "capex_budget", "no_budget")


def _policy(answers: Mapping[str, str]) -> Iterator[Line]:
    yield "policy:", "policy"
    yield "  consumer_cards: forbid", "consumer_cards"
    form = "domestic_share: {{minimum: {}, by: spend}}"
    yield _or_none(answers["domestic_share"], form, SHARE, "domestic_share", "no_domestic")


def _or_none(value: str, form: str, example: str, key: str, none: str) -> Line:
    """The line with the answer, or an example of it behind a #."""
    return (f"  {form.format(value)}", key) if value else (f"  # {form.format(example)}", none)
