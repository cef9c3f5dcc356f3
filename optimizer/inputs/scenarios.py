"""The key `scenarios:` of a requirements file: named overlays, and what contradicts itself in them."""

from collections.abc import Iterator
from functools import reduce
from typing import Any, NamedTuple

from optimizer.errors import Problem
from optimizer.inputs.document import Document, covers, join
from optimizer.inputs.keys import closest, key_table, keys_of
from optimizer.inputs.overlay import WORKLOADS, overlaid
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.wording import list_wording, mapping_wording, shown, text_wording

KEY = "scenarios"
BASE = "base"
MAX_SCENARIOS = 20
"""Each is solved by itself and becomes one column."""
OF_THE_WHOLE_FILE = ("name", "language", "currency")
"""Base and scenarios stand side by side in one workbook, in one language and one currency."""


class Scenario(NamedTuple):
    """One overlay, merged."""

    name: str
    document: Document
    """The file with the overlay on top."""
    problems: tuple[Problem, ...]
    """What the overlay sets to null without it being a key at all."""


class Parts(NamedTuple):
    """A requirements file taken apart."""

    base: Document
    """The file without its scenarios."""
    scenarios: tuple[Scenario, ...]
    """In file order, those that can be merged."""
    names: tuple[str, ...]
    """Of all, also those that cannot."""
    problems: tuple[Problem, ...]


def take_apart(document: Document) -> Parts:
    """The file without `scenarios`, and each scenario merged with it."""
    marks = document.marks if isinstance(document.marks, dict) else {}
    base = Document(
        document.file,
        {key: value for key, value in document.data.items() if key != KEY},
        {key: value for key, value in marks.items() if key != KEY},
        document.problems,
    )
    listed = document.data.get(KEY)
    if KEY not in document.data or not isinstance(listed, dict):
        problems = [document.problem(KEY, *mapping_wording(listed, ()))] if KEY in document.data else []
        return Parts(base, (), (), tuple(problems))
    problems, scenarios = [], []
    if len(listed) > MAX_SCENARIOS:
        problems.append(document.problem(KEY, f"holds {len(listed)} scenarios", f"write at most {MAX_SCENARIOS}"))
    for name, overlay in list(listed.items())[:MAX_SCENARIOS]:
        path = join(KEY, name)
        wrong = list(_contradictions(document, name, overlay, base))
        problems += wrong
        if not wrong and not any(covers(path, problem.path) for problem in document.problems):
            scenarios.append(_scenario(base, name, overlay, marks[KEY][2][name]))
    return Parts(base, tuple(scenarios), tuple(listed), tuple(problems))


def in_scenario(scenario: Scenario, found: list[Problem], of_base: list[Problem]) -> Iterator[Problem]:
    """Problems that the file has with the overlay and not without it, in words that name the scenario."""
    known = {(each.file, each.path, each.what): (each.line, each.column) for each in of_base}
    for each in (*scenario.problems, *found):
        place = known.get((each.file, each.path, each.what))
        written_again = each.path in scenario.document.places and place != (each.line, each.column)
        if place is None or written_again:
            yield each.model_copy(update={"what": f"in scenario {shown(scenario.name)}: {each.what}"})


def _scenario(base: Document, name: str, overlay: dict[str, Any], mark: tuple[int, int, Any]) -> Scenario:
    document, removed = overlaid(base, overlay, mark)
    table = key_table(Requirements)
    problems = []
    for steps, line, column in removed:
        known, key = keys_of(table, document.data, steps), str(steps[-1])
        if known and key not in known:
            meant = closest(key, known)
            remedy = f"did you mean {meant}?" if meant else f"remove it; known here: {', '.join(known)}"
            path, what = reduce(join, steps, ""), f"unknown key {shown(key)}"
            problems.append(Problem(file=base.file, line=line, column=column, path=path, what=what, remedy=remedy))
    return Scenario(name, document, tuple(problems))


def _contradictions(document: Document, name: str, overlay: Any, base: Document) -> Iterator[Problem]:
    path = join(KEY, name)
    if name == BASE or not name.strip():
        what = "`base` is the name of the file without a scenario" if name == BASE else "the name is empty"
        yield document.problem(path, what, "give the scenario another name")
    if not isinstance(overlay, dict):
        yield document.problem(path, *mapping_wording(overlay, tuple(Requirements.model_fields)))
        return
    if KEY in overlay:
        what, remedy = "a scenario holds no scenarios", "write each one directly below the file's `scenarios`"
        yield document.problem(join(path, KEY), what, remedy)
    for key in OF_THE_WHOLE_FILE:
        if key in overlay:
            what = "is the same for the file and all its scenarios, which stand side by side"
            yield document.problem(join(path, key), what, "remove it from the scenario")
    if overlay.get(WORKLOADS) is not None:
        yield from _workloads(document, join(path, WORKLOADS), overlay[WORKLOADS], base)


def _workloads(document: Document, path: str, listed: Any, base: Document) -> Iterator[Problem]:
    if not isinstance(listed, list):
        yield document.problem(path, *list_wording(listed))
        return
    own = base.data.get(WORKLOADS)
    named = [item.get("name") for item in own if isinstance(item, dict)] if isinstance(own, list) else []
    known = [name for name in named if isinstance(name, str)]
    first: dict[str, str] = {}
    for number, item in enumerate(listed):
        here = join(path, number)
        if not isinstance(item, dict):
            yield document.problem(here, *mapping_wording(item, ("name",)))
        elif not isinstance(item.get("name"), str):
            remedy = "write `name:` with the name of the workload that the scenario changes"
            wording = ("is missing", remedy) if item.get("name") is None else text_wording(item["name"])
            yield document.problem(join(here, "name"), *wording)
        elif (name := item["name"]) in first:
            yield document.problem(
                join(here, "name"), f"{shown(name)} is already changed by {first[name]}", "join them"
            )
        else:
            first[name] = here
            if isinstance(own, list) and name not in known and "kind" not in item:
                meant = closest(name, known)
                what = f"the file has no workload {shown(name)}, and a new one needs its kind"
                yield document.problem(join(here, "name"), what, f"did you mean {meant}?" if meant else "write `kind:`")
