"""Requirements file → Request, or Family with its scenarios."""

from collections.abc import Iterable
from pathlib import Path

from optimizer.errors import InputError, Problem
from optimizer.inputs.document import Document
from optimizer.inputs.family import Family, demand_changed
from optimizer.inputs.known_ids import unknown_id
from optimizer.inputs.read_request import read_request
from optimizer.inputs.request import Request
from optimizer.inputs.scenarios import KEY, Parts, in_scenario, take_apart
from optimizer.inputs.shelf import Shelf

MAX_PROBLEMS = 200


def load_request(file: Path, *, allow: tuple[Path, ...] = (), scenario: str | None = None) -> Request:
    """The file without scenarios, or one scenario of it; the others are checked all the same.

    Raises InputError as `load_family` does.
    """
    family = load_family(file, allow=allow, only=() if scenario is None else (scenario,))
    return family.base if scenario is None else family.scenarios[scenario]


def load_family(file: Path, *, allow: tuple[Path, ...] = (), only: tuple[str, ...] = ()) -> Family:
    """Read a requirements file with its scenarios and all they name; `only` keeps some of the scenarios.

    Names are looked up below the file's folder, then below each folder of `allow`. Raises InputError with every
    problem of all files and all scenarios at once, the requirements file first, each file by line.
    """
    shelf = Shelf(file.parent, allow)
    document = shelf.document(file.name).value
    parts = take_apart(document)
    base, of_base = read_request(parts.base, shelf)
    problems = [*of_base, *parts.problems]
    for name in only:
        if name not in parts.names:
            problems.append(_unknown_scenario(document, parts, name))
    requests: dict[str, Request] = {}
    for scenario in parts.scenarios:
        request, found = read_request(scenario.document, shelf)
        problems += in_scenario(scenario, found, of_base)
        if request is not None:
            requests[scenario.name] = request
    if problems or base is None:
        raise InputError(_in_file_order(problems, file.name))
    kept = {name: request for name, request in requests.items() if not only or name in only}
    changed = {name: demand_changed(base.requirements, request.requirements) for name, request in kept.items()}
    return Family(base=base, scenarios=kept, demand_changed=changed)


def _unknown_scenario(document: Document, parts: Parts, name: str) -> Problem:
    what, remedy = unknown_id("scenario", name, parts.names)
    if not parts.names:
        what, remedy = f"{what}: the file has none", "write it under `scenarios:`, or leave it out of the command"
    return document.problem(KEY, what, remedy)


def _in_file_order(problems: Iterable[Problem], first_file: str) -> list[Problem]:
    """The requirements file first, then files as their problems were met; at most MAX_PROBLEMS."""
    order = {first_file: 0}
    unique = dict.fromkeys((p.file, p.line, p.column, p.path, p.what, p.remedy) for p in problems)
    listed = [Problem(file=f, line=n, column=c, path=p, what=w, remedy=r) for f, n, c, p, w, r in unique]
    for problem in listed:
        order.setdefault(problem.file, len(order))
    listed.sort(key=lambda problem: (order[problem.file], problem.line, problem.column))
    if len(listed) > MAX_PROBLEMS:
        what = f"{len(listed) - MAX_PROBLEMS} more problems are not listed"
        rest = Problem(file=first_file, line=0, column=0, path="", what=what, remedy="correct those above first")
        listed = [*listed[:MAX_PROBLEMS], rest]
    return listed
