"""Flags of `procure size --train` → the job, its machines, and problems in words of the flags."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from optimizer.cli.size_flags import (
    devices_of,
    flag_problem,
    machines_of,
    named,
    no_machine,
    request_behind,
    servers_named,
)
from optimizer.errors import InputError, Problem
from optimizer.inputs.whole_catalog import whole_catalog
from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
from optimizer.plan.size.machine import Machine
from optimizer.plan.size.training.search import MOST_MACHINES, Job
from optimizer.sizing.training_pinned import Pinned

if TYPE_CHECKING:
    from optimizer.cli.size_command import SizeOptions
    from optimizer.inputs.request import Request

HOWS = ("pretrain", "full", "lora", "qlora")
DEFAULT_SEQUENCE, DEFAULT_TOKENS = 4096, 10**9
"""Tokens: a unit, for time, energy and cost are proportional to them."""
LONGEST_RUN_DAYS, LONGEST_JOB_HOURS = 365, 730
"""Limits of the request, which a sizing does not set: its own is `--days`."""
RECOMPUTE = {"none": 0.0, "all": 1.0}
FLAGS = {
    "workloads[0].model": "MODEL",
    "workloads[0].sequence_length": "--sequence",
    "workloads[0].tokens": "--tokens",
    "workloads[0].tokens_per_job": "--tokens",
    "workloads[0].precision": "--precision",
    "workloads[0].mfu": "--mfu",
    "site.fabric.gbps_per_card": "--fabric",
}
"""Path in the requirements → the flag behind it."""


class AskedTraining(NamedTuple):
    """What is to be sized."""

    job: Job
    machines: tuple[Machine, ...]
    """Looked at in turn until one does the job."""


def read_training(options: "SizeOptions") -> AskedTraining:
    """Everything behind the flags. Raises InputError with the problems of all flags at once, in words of the flags."""
    whole = whole_catalog()
    problems = list(named(options, whole))
    servers = () if problems else servers_named(options, whole)
    machines = machines_of(options, servers, MOST_MACHINES) if servers else ()
    if servers and not machines:
        problems.append(no_machine(options, servers, MOST_MACHINES))
    problems += _own_rules(options)
    request = request_behind(options, _workload(options), machines, servers, FLAGS, problems)
    if problems or request is None:
        raise InputError(problems)
    workload = request.requirements.workloads[0]
    if not isinstance(workload, PretrainWorkload | FinetuneWorkload):
        raise ValueError(f"{workload.name}: not training")
    pinned = Pinned(
        options.tensor,
        options.pipeline,
        options.context,
        options.zero,
        None if options.recompute is None else RECOMPUTE[options.recompute],
    )
    roomy = tuple(m for m in machines if devices_of(request, m) >= pinned.least_devices) or machines[-1:]
    problems += _layout_problems(request, workload, roomy[-1], pinned)
    if problems:
        raise InputError(problems)
    batch = None if options.batch_tokens is None else int(options.batch_tokens)
    job = Job(request, workload, options.offload is True, batch, options.days, pinned, options.tokens is None)
    return AskedTraining(job, roomy)


def _workload(options: "SizeOptions") -> dict[str, Any]:
    tokens: float = DEFAULT_TOKENS if options.tokens is None else options.tokens
    if math.isfinite(tokens) and tokens == int(tokens):
        tokens = int(tokens)
    optional = {"precision": list(options.weight_precision) or None, "mfu": options.mfu}
    shared = {
        "sequence_length": DEFAULT_SEQUENCE if options.sequence is None else options.sequence,
        **{key: value for key, value in optional.items() if value is not None},
    }
    if options.train == "pretrain":
        return shared | {"kind": "pretrain", "tokens": tokens, "deadline_days": LONGEST_RUN_DAYS}
    method = options.train if options.train in HOWS else "full"
    jobs = {"jobs_per_month": 1, "tokens_per_job": tokens, "max_hours_per_job": LONGEST_JOB_HOURS}
    return shared | jobs | {"kind": "finetune", "method": method}


def _own_rules(options: "SizeOptions") -> Iterator[Problem]:
    """What no request has, or has not for every kind of training."""
    if options.train not in HOWS:
        yield flag_problem("--train", f"must be one of {', '.join(HOWS)} (got {options.train})", "write one of them")
    if options.recompute is not None and options.recompute not in RECOMPUTE:
        yield flag_problem("--recompute", f"must be none or all (got {options.recompute})", "write one of them")
    if (days := options.days) is not None and not (math.isfinite(days) and days > 0):
        yield flag_problem(
            "--days", f"must be a number greater than 0 (got {days:g})", "write the days the run may take"
        )
    if options.days is not None and options.tokens is None:
        yield flag_problem("--days", "says nothing without the tokens of the run", "add --tokens, e.g. --tokens 300e9")
    yield from _batch_rules(options)
    for flag, value in _inference_flags(options).items():
        if value not in (None, ()):
            yield flag_problem(flag, "says nothing of training", "leave it out, or leave out --train")


def _batch_rules(options: "SizeOptions") -> Iterator[Problem]:
    batch, sequence = options.batch_tokens, options.sequence or DEFAULT_SEQUENCE
    if batch is None:
        return
    if not math.isfinite(batch) or batch != int(batch):
        yield flag_problem("--batch-tokens", f"must be a whole number (got {batch:g})", "write e.g. 4e6")
    elif batch < sequence:
        what = f"a batch of {batch:g} tokens holds no sequence of {sequence}"
        yield flag_problem("--batch-tokens", what, "write the tokens of one optimiser step, e.g. 4e6")
    elif options.tokens is not None and batch > options.tokens >= sequence:
        what = f"a batch of {batch:g} tokens is more than the whole run ({options.tokens:g})"
        yield flag_problem("--batch-tokens", what, "write the tokens of one optimiser step, e.g. 4e6")


def _inference_flags(options: "SizeOptions") -> dict[str, object]:
    """What is asked of inference alone; None = not given."""
    return {
        "--ep": options.group,
        "--kv": options.kv_precision,
        "--input": options.input_tokens,
        "--output": options.output_tokens,
        "--concurrency": options.concurrency,
        "--ttft": options.ttft_ms,
        "--tpot": options.tpot_ms,
        "--engine": options.engine,
        "--max-context": options.max_context,
        "--memory-use": options.memory_use,
    }


def _layout_problems(
    request: "Request", workload: PretrainWorkload | FinetuneWorkload, machine: Machine, pinned: Pinned
) -> Iterator[Problem]:
    """Degrees that the model or the cards do not have."""
    model = request.catalog.models[workload.model]
    if pinned.tensor and model.attention_heads % pinned.tensor:
        what = f"{pinned.tensor} does not divide {model.attention_heads} attention heads"
        yield flag_problem("--tp", what, "write 1, 2, 4 or 8")
    if pinned.pipeline and pinned.pipeline > model.layers:
        what = f"{pinned.pipeline} stages are more than {model.layers} layers"
        yield flag_problem("--pp", what, f"write at most {model.layers}")
    if pinned.zero in (2, 3) and (pinned.pipeline or 1) > 1:
        what = f"ZeRO-{pinned.zero} is modelled without pipeline stages"
        yield flag_problem("--zero", what, "write --zero 1, or leave out --pp")
    devices = devices_of(request, machine)
    if pinned.least_devices > devices:
        what = f"these degrees take {pinned.least_devices} devices, there are {devices}"
        yield flag_problem("--tp", what, "lower --tp, --pp or --cp, or write more --cards")
