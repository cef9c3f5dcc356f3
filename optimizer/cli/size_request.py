"""Flags of `procure size` → request, machines and wanted layout, and problems in words of the flags."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from optimizer.cli.size_flags import (
    devices_of,
    flag_problem,
    machines_of,
    named,
    no_machine,
    only_with_train,
    request_behind,
    servers_named,
)
from optimizer.errors import InputError, Problem
from optimizer.inputs.whole_catalog import whole_catalog
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.size.answer import UNLIMITED_TPOT_MS
from optimizer.plan.size.machine import Machine
from optimizer.sizing.engines import class_of
from optimizer.sizing.shape import shape_of
from optimizer.sizing.wanted import Wanted, faults

if TYPE_CHECKING:
    from optimizer.cli.size_command import SizeOptions
    from optimizer.inputs.request import Request

DEFAULT_INPUT_TOKENS, DEFAULT_OUTPUT_TOKENS = 1024, 256
FLAGS = {
    "workloads[0].model": "MODEL",
    "workloads[0].traffic.input_tokens": "--input",
    "workloads[0].traffic.output_tokens": "--output",
    "workloads[0].traffic.concurrent_requests": "--concurrency",
    "workloads[0].max_context_tokens": "--max-context",
    "workloads[0].latency.tpot_p95_ms": "--tpot",
    "workloads[0].latency.ttft_p95_ms": "--ttft",
    "workloads[0].weight_precision": "--precision",
    "workloads[0].kv_precision": "--kv",
    "workloads[0].engine": "--engine",
    "workloads[0].memory_use": "--memory-use",
    "site.fabric.gbps_per_card": "--fabric",
}
"""Path in the requirements → the flag behind it."""
DEGREES = {"tensor": "--tp", "pipeline": "--pp", "group": "--ep"}


class Asked(NamedTuple):
    """What is to be sized."""

    request: "Request"
    workload: InferenceWorkload
    machines: tuple[Machine, ...]
    """Looked at in turn until one fits."""
    wanted: Wanted


def read_size(options: "SizeOptions") -> Asked:
    """Everything behind the flags. Raises InputError with the problems of all flags at once, in words of the flags."""
    whole = whole_catalog()
    problems = list(named(options, whole))
    servers = () if problems else servers_named(options, whole)
    machines = machines_of(options, servers) if servers else ()
    if servers and not machines:
        problems.append(no_machine(options, servers))
    problems += only_with_train(options)
    request = request_behind(options, _inference(options), machines, servers, FLAGS, problems)
    if problems or request is None:
        raise InputError(problems)
    workload = request.requirements.workloads[0]
    if not isinstance(workload, InferenceWorkload):
        raise ValueError(f"{workload.name}: not inference")
    wanted = Wanted(options.tensor, options.pipeline, options.group)
    found = _wide_enough(request, machines, wanted)
    problems += _layout_problems(request, workload, found, wanted)
    if problems:
        raise InputError(problems)
    return Asked(request, workload, found, wanted)


def needs_no_flags(options: "SizeOptions") -> None:
    """`--quick` stands alone. Raises InputError otherwise."""
    apart = {"quick", "json_target", "language"}
    given = [name for name, value in options._asdict().items() if name not in apart and value not in (None, ())]
    if given:
        what = "prints the same sums for every model and card: it takes none, and no other flag"
        raise InputError([flag_problem("--quick", what, "leave out the rest, or leave out --quick")])


def _inference(options: "SizeOptions") -> dict[str, Any]:
    tokens_in = options.input_tokens or DEFAULT_INPUT_TOKENS
    tokens_out = options.output_tokens or DEFAULT_OUTPUT_TOKENS
    load = {"peak_requests_per_s": 1} if options.concurrency is None else {"concurrent_requests": options.concurrency}
    latency = {"tpot_p95_ms": UNLIMITED_TPOT_MS if options.tpot_ms is None else options.tpot_ms}
    optional = {
        "weight_precision": list(options.weight_precision) or None,
        "kv_precision": options.kv_precision,
        "engine": options.engine,
        "memory_use": options.memory_use,
    }
    return {
        "kind": "inference",
        "traffic": {**load, "input_tokens": tokens_in, "output_tokens": tokens_out},
        "latency": latency | ({} if options.ttft_ms is None else {"ttft_p95_ms": options.ttft_ms}),
        "max_context_tokens": tokens_in + tokens_out if options.max_context is None else options.max_context,
        **{key: value for key, value in optional.items() if value is not None},
    }


def _wide_enough(request: "Request", machines: tuple[Machine, ...], wanted: Wanted) -> tuple[Machine, ...]:
    """Machines with the devices that the degrees take; the largest where none has them."""
    found = tuple(m for m in machines if devices_of(request, m) >= wanted.least_devices)
    return found or machines[-1:]


def _layout_problems(
    request: "Request", workload: InferenceWorkload, machines: tuple[Machine, ...], wanted: Wanted
) -> Iterator[Problem]:
    machine = machines[-1]
    card = request.catalog.cards[machine.server.card]
    engine = class_of(request.catalog.ecosystems[card.ecosystem], workload.engine)
    shape = shape_of(request.catalog.models[workload.model])
    devices = devices_of(request, machine)
    for degree, what, remedy in faults(shape, engine, wanted, devices, devices // machine.servers):
        yield flag_problem(DEGREES[degree], what, remedy)
