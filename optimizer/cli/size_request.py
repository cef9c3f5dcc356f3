"""Flags of `procure size` → request, machines and wanted layout, and problems in words of the flags."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import covers
from optimizer.inputs.in_memory import request_of
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.sources import CONFIG_ENDING
from optimizer.inputs.whole_catalog import whole_catalog
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.size.answer import UNLIMITED_TPOT_MS
from optimizer.plan.size.machine import MOST_MACHINES, Machine, machine_with, servers_of, whole_machines
from optimizer.sizing.engines import class_of
from optimizer.sizing.shape import shape_of
from optimizer.sizing.wanted import Wanted, faults

if TYPE_CHECKING:
    from optimizer.cli.size_command import SizeOptions
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.whole_catalog import WholeCatalog

COMMAND = "procure size"
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
    problems = list(_named(options, whole))
    servers = () if problems else _servers(options, whole)
    machines = _machines(options, servers) if servers else ()
    if servers and not machines:
        problems.append(_no_machine(options, servers))
    request = _request(options, machines, servers, problems)
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


def flag_problem(flag: str, what: str, remedy: str) -> Problem:
    """One thing wrong on the command line."""
    return Problem(file=COMMAND, line=0, column=0, path=flag, what=what, remedy=remedy)


def _named(options: "SizeOptions", whole: "WholeCatalog") -> Iterator[Problem]:
    """Model and hardware that are missing, unknown or not plannable."""
    if options.model is None:
        yield flag_problem("MODEL", "is missing", "name a model of `procure catalog list models`, or a config.json")
    elif options.model in whole.gaps:
        what = f"{options.model} cannot be planned: {whole.gaps[options.model].reason}"
        yield flag_problem("MODEL", what, "name a model of `procure catalog list models`")
    elif options.model not in whole.catalog.models and not options.model.endswith(CONFIG_ENDING):
        yield flag_problem("MODEL", *unknown_id("model", options.model, whole.catalog.models))
    known = {**whole.catalog.cards, **whole.catalog.servers}
    if options.hardware is None:
        yield flag_problem("CARD|SERVER", "is missing", "name a card or server of `procure catalog list`")
    elif options.hardware in whole.gaps:
        what = f"{options.hardware} cannot be planned: {whole.gaps[options.hardware].reason}"
        yield flag_problem("CARD|SERVER", what, "name a card or server of `procure catalog list`")
    elif options.hardware not in known:
        yield flag_problem("CARD|SERVER", *unknown_id("card or server", options.hardware, known))


def _servers(options: "SizeOptions", whole: "WholeCatalog") -> tuple["Server", ...]:
    """The server that is named, or those with the card."""
    name = options.hardware or ""
    named = whole.catalog.servers.get(name)
    return servers_of(whole.catalog, name) if named is None else (named,)


def _machines(options: "SizeOptions", servers: tuple["Server", ...]) -> tuple[Machine, ...]:
    if options.cards is None:
        return whole_machines(servers)
    machine = machine_with(servers, options.cards)
    return () if machine is None else (machine,)


def _no_machine(options: "SizeOptions", servers: tuple["Server", ...]) -> Problem:
    most = max(server.cards for server in servers)
    below = (options.cards or 0) // most * most
    what = f"{options.cards} cards are no whole number of servers of {most}"
    if below >= most * MOST_MACHINES:
        return flag_problem("--cards", f"{options.cards} cards are too many", f"write at most {most * MOST_MACHINES}")
    return flag_problem("--cards", what, f"write {below} or {below + most}")


def _request(
    options: "SizeOptions", machines: tuple[Machine, ...], servers: tuple["Server", ...], problems: list[Problem]
) -> "Request | None":
    """The request behind the flags, with defaults as in a file that says no more; `problems` gets what is refused."""
    model, root = options.model, Path()
    if model is not None and model.endswith(CONFIG_ENDING):
        root, model = Path(model).parent, Path(model).name
    data: dict[str, Any] = {
        "name": COMMAND,
        "site": {"cooling": ["air", "liquid"]} | _fabric(options, machines),
        "policy": {"consumer_cards": "allow"},
        "workloads": [_inference(options, model) | _tier(servers)],
    }
    try:
        return request_of(data, COMMAND, root)
    except InputError as error:
        said = {problem.path for problem in problems}
        found = [_of_flag(problem) for problem in error.problems]
        problems += [problem for problem in found if problem.path not in said]
        return None


def _fabric(options: "SizeOptions", machines: tuple[Machine, ...]) -> dict[str, Any]:
    """`--fabric`, else the NICs that the server lists: several servers are looked at only where one is too small."""
    gbit = options.fabric_gbit
    if gbit is None:
        nic = next((m.server.scale_out_bits_per_s_per_card for m in reversed(machines)), None)
        gbit = nic / 1e9 if nic else None
    return {} if gbit is None else {"fabric": {"kind": "roce", "gbps_per_card": gbit}}


def _tier(servers: tuple["Server", ...]) -> dict[str, Any]:
    """A generic tier is only there where it is named."""
    return {"cards": {"allowed": sorted({server.card for server in servers})}} if servers else {}


def _inference(options: "SizeOptions", model: str | None) -> dict[str, Any]:
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
        "name": "size",
        "kind": "inference",
        "model": model,
        "traffic": {**load, "input_tokens": tokens_in, "output_tokens": tokens_out},
        "latency": latency | ({} if options.ttft_ms is None else {"ttft_p95_ms": options.ttft_ms}),
        "max_context_tokens": tokens_in + tokens_out if options.max_context is None else options.max_context,
        **{key: value for key, value in optional.items() if value is not None},
    }


def _wide_enough(request: "Request", machines: tuple[Machine, ...], wanted: Wanted) -> tuple[Machine, ...]:
    """Machines with the devices that the degrees take; the largest where none has them."""
    found = tuple(m for m in machines if _devices(request, m) >= wanted.least_devices)
    return found or machines[-1:]


def _devices(request: "Request", machine: Machine) -> int:
    facts = request.catalog.cards[machine.server.card].facts
    return machine.cards * (facts.devices if facts else 1)


def _layout_problems(
    request: "Request", workload: InferenceWorkload, machines: tuple[Machine, ...], wanted: Wanted
) -> Iterator[Problem]:
    machine = machines[-1]
    card = request.catalog.cards[machine.server.card]
    engine = class_of(request.catalog.ecosystems[card.ecosystem], workload.engine)
    shape = shape_of(request.catalog.models[workload.model])
    devices = _devices(request, machine)
    for degree, what, remedy in faults(shape, engine, wanted, devices, devices // machine.servers):
        yield flag_problem(DEGREES[degree], what, remedy)


def _of_flag(problem: Problem) -> Problem:
    flag = next((flag for path, flag in FLAGS.items() if covers(path, problem.path)), problem.path)
    return problem.model_copy(update={"path": flag, "line": 0, "column": 0})
