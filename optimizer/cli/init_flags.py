"""`procure init`: its flags. One flag per question of `inputs/answers.py`, all taken as text and judged together."""

from pathlib import Path
from typing import Annotated

import typer

Text = str | None
FLAGS = {"for": "--for", "max_context_tokens": "--max-context"}
"""Flags that are not the question's key with dashes."""


def flag(key: str) -> str:
    """The flag of a question."""
    return FLAGS.get(key, f"--{key.replace('_', '-')}")


def _option(key: str, help_text: str, metavar: str = "N") -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(flag(key), metavar=metavar, help=help_text)
    return option


def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")] = Path("requirements.yaml"),
    example: Annotated[
        Text, typer.Option(metavar="NAME", help="Copy a shipped example instead; `list` shows them.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    lang: Annotated[Text, _option("lang", "Language of file and report.", "zh|en")] = None,
    purpose: Annotated[Text, _option("for", "What for.", "inference|pretrain|finetune")] = None,
    name: Annotated[Text, _option("name", "Name of the plan; default: that of the file.", "TEXT")] = None,
    model: Annotated[Text, _option("model", "Catalog id of the model.", "ID")] = None,
    headcount: Annotated[Text, _option("headcount", "Users.")] = None,
    requests_per_hour: Annotated[Text, _option("requests_per_hour", "Requests of an active user in an hour.")] = None,
    active_share: Annotated[Text, _option("active_share", "Share of users active at the peak; default 1.")] = None,
    requests_per_s: Annotated[Text, _option("requests_per_s", "Requests per second at the peak.")] = None,
    tokens_per_day: Annotated[Text, _option("tokens_per_day", "Tokens per day.", "IN,OUT")] = None,
    busy_hours: Annotated[Text, _option("busy_hours", "Hours of the day in which they come.")] = None,
    peak_factor: Annotated[Text, _option("peak_factor", "Peak / mean; default 1.")] = None,
    input_tokens: Annotated[Text, _option("input_tokens", "Prompt length.", "MEAN[,P95]")] = None,
    output_tokens: Annotated[Text, _option("output_tokens", "Answer length.", "MEAN[,P95]")] = None,
    max_context: Annotated[
        Text, _option("max_context_tokens", "Longest conversation, tokens; default: prompt + answer.")
    ] = None,
    tpot_ms: Annotated[Text, _option("tpot_ms", "Time per output token, p95, ms at most.")] = None,
    tokens: Annotated[Text, _option("tokens", "Pretrain: tokens of the run.")] = None,
    deadline_days: Annotated[Text, _option("deadline_days", "Pretrain: days until it must be done.")] = None,
    method: Annotated[Text, _option("method", "Finetune.", "full|lora|qlora")] = None,
    jobs_per_month: Annotated[Text, _option("jobs_per_month", "Finetune: jobs per month.")] = None,
    tokens_per_job: Annotated[Text, _option("tokens_per_job", "Finetune: tokens of one job, all epochs.")] = None,
    hours_per_job: Annotated[Text, _option("hours_per_job", "Finetune: hours of one job at most.")] = None,
    sequence_length: Annotated[Text, _option("sequence_length", "Training: sequence length, tokens.")] = None,
    fabric_gbps: Annotated[Text, _option("fabric_gbps", "Training: network between servers, Gbit/s per card.")] = None,
    power_kw: Annotated[Text, _option("power_kw", "IT power at most, kW; default: not limited.")] = None,
    budget: Annotated[Text, _option("budget", "Purchase budget incl. VAT, CNY; default: not limited.")] = None,
    buyer: Annotated[Text, _option("buyer", "Who buys; default private.", "state|soe|private|overseas")] = None,
    domestic_share: Annotated[Text, _option("domestic_share", "Least domestic share of spend, 0 to 1.")] = None,
) -> int:
    """Write a commented requirements file: asks on a terminal, takes flags everywhere, or copies an example."""
    from optimizer.cli.init import init_command

    given = {
        "lang": lang, "for": purpose, "name": name, "model": model, "headcount": headcount,
        "requests_per_hour": requests_per_hour, "active_share": active_share, "requests_per_s": requests_per_s,
        "tokens_per_day": tokens_per_day, "busy_hours": busy_hours, "peak_factor": peak_factor,
        "input_tokens": input_tokens, "output_tokens": output_tokens, "max_context_tokens": max_context,
        "tpot_ms": tpot_ms, "tokens": tokens, "deadline_days": deadline_days, "method": method,
        "jobs_per_month": jobs_per_month, "tokens_per_job": tokens_per_job, "hours_per_job": hours_per_job,
        "sequence_length": sequence_length, "fabric_gbps": fabric_gbps, "power_kw": power_kw, "budget": budget,
        "buyer": buyer, "domestic_share": domestic_share,
    }  # fmt: skip
    return init_command(file, example, {key: text for key, text in given.items() if text is not None}, force=force)
