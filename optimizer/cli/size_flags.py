"""What the flags of `procure size` name for every kind of job: model, hardware, network; problems in words of flags."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import covers
from optimizer.inputs.in_memory import request_of
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.sources import CONFIG_ENDING
from optimizer.plan.size.machine import MOST_MACHINES, Machine, machine_with, servers_of, whole_machines

if TYPE_CHECKING:
    from optimizer.cli.size_command import SizeOptions
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.whole_catalog import WholeCatalog

COMMAND = "procure size"


def flag_problem(flag: str, what: str, remedy: str) -> Problem:
    """One thing wrong on the command line."""
    return Problem(file=COMMAND, line=0, column=0, path=flag, what=what, remedy=remedy)


def named(options: "SizeOptions", whole: "WholeCatalog") -> Iterator[Problem]:
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
        yield flag_problem("CARD|SERVER", "is missing", "name one of `procure catalog list cards` or `… servers`")
    elif options.hardware in whole.gaps:
        what = f"{options.hardware} cannot be planned: {whole.gaps[options.hardware].reason}"
        yield flag_problem("CARD|SERVER", what, "name one of `procure catalog list cards` or `… servers`")
    elif options.hardware not in known:
        yield flag_problem("CARD|SERVER", *unknown_id("card or server", options.hardware, known))


def servers_named(options: "SizeOptions", whole: "WholeCatalog") -> tuple["Server", ...]:
    """The server that is named, or those with the card."""
    name = options.hardware or ""
    named = whole.catalog.servers.get(name)
    return servers_of(whole.catalog, name) if named is None else (named,)


def machines_of(
    options: "SizeOptions", servers: tuple["Server", ...], most: int = MOST_MACHINES
) -> tuple[Machine, ...]:
    """Looked at in turn; empty where so many cards are no whole servers."""
    if options.cards is None:
        return whole_machines(servers)
    machine = machine_with(servers, options.cards, most)
    return () if machine is None else (machine,)


def no_machine(options: "SizeOptions", servers: tuple["Server", ...], most: int = MOST_MACHINES) -> Problem:
    """Why there is no machine of so many cards."""
    largest = max(server.cards for server in servers)
    below = (options.cards or 0) // largest * largest
    what = f"{options.cards} cards are no whole number of servers of {largest}"
    if below >= largest * most:
        return flag_problem("--cards", f"{options.cards} cards are too many", f"write at most {largest * most}")
    return flag_problem("--cards", what, f"write {below} or {below + largest}")


def request_behind(
    options: "SizeOptions",
    workload: dict[str, Any],
    machines: tuple[Machine, ...],
    servers: tuple["Server", ...],
    flags: Mapping[str, str],
    problems: list[Problem],
) -> "Request | None":
    """The request behind the flags, with defaults as in a file that says no more; `problems` gets what is refused.

    `flags`: path in the requirements → the flag behind it.
    """
    model, root = options.model, Path()
    if model is not None and model.endswith(CONFIG_ENDING):
        root, model = Path(model).parent, Path(model).name
    data: dict[str, Any] = {
        "name": COMMAND,
        "site": {"cooling": ["air", "liquid"]} | fabric(options, machines),
        "policy": {"consumer_cards": "allow"},
        "workloads": [{"name": "size", "model": model} | workload | tier(servers)],
    }
    try:
        return request_of(data, COMMAND, root)
    except InputError as error:
        said = {problem.path for problem in problems}
        found = [_of_flag(problem, flags) for problem in error.problems]
        problems += [problem for problem in found if problem.path not in said]
        return None


def fabric(options: "SizeOptions", machines: tuple[Machine, ...]) -> dict[str, Any]:
    """`--fabric`, else the NICs that the server lists: several servers are looked at only where one is too small."""
    gbit = options.fabric_gbit
    if gbit is None:
        nic = next((m.server.scale_out_bits_per_s_per_card for m in reversed(machines)), None)
        gbit = nic / 1e9 if nic else None
    return {} if gbit is None else {"fabric": {"kind": "roce", "gbps_per_card": gbit}}


def tier(servers: tuple["Server", ...]) -> dict[str, Any]:
    """A generic tier is only there where it is named."""
    return {"cards": {"allowed": sorted({server.card for server in servers})}} if servers else {}


def _of_flag(problem: Problem, flags: Mapping[str, str]) -> Problem:
    flag = next((flag for path, flag in flags.items() if covers(path, problem.path)), problem.path)
    return problem.model_copy(update={"path": flag, "line": 0, "column": 0})


def devices_of(request: "Request", machine: Machine) -> int:
    """Dies as the software sees them."""
    facts = request.catalog.cards[machine.server.card].facts
    return machine.cards * (facts.devices if facts else 1)


def only_with_train(options: "SizeOptions") -> Iterator[Problem]:
    """Flags of training that say nothing without `--train`."""
    for flag, value in training_flags(options).items():
        if value is not None:
            yield flag_problem(flag, "says nothing of inference", "add --train full, or leave it out")


def training_flags(options: "SizeOptions") -> dict[str, object]:
    """What is asked of training alone; None = not given."""
    return {
        "--sequence": options.sequence,
        "--tokens": options.tokens,
        "--batch-tokens": options.batch_tokens,
        "--days": options.days,
        "--mfu": options.mfu,
        "--offload": options.offload,
        "--cp": options.context,
        "--zero": options.zero,
        "--recompute": options.recompute,
    }
