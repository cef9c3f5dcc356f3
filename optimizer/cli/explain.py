"""`procure explain`: what must give, why not the others, what the limits cost; found by solving again."""

import sys
from pathlib import Path
from typing import NamedTuple

from optimizer.cli.answer import answered, guard_inputs
from optimizer.cli.exits import BAD_INPUT, INFEASIBLE, PLAN, UNKNOWN
from optimizer.cli.output import print_progress, write_json
from optimizer.errors import InputError, Problem
from optimizer.inputs.request import Request
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan


class ExplainOptions(NamedTuple):
    """The command line of `procure explain`."""

    file: Path
    servers: tuple[str, ...]
    cards: tuple[str, ...]
    everything: bool
    """Every server type by name, those ruled out before solving too, each with its entry price."""
    output: Path | None
    json_target: str | None
    language: str | None
    allow: tuple[Path, ...]
    scenario: str | None
    relaxed: Path | None
    relax: str | None


def explain_command(options: ExplainOptions) -> int:
    """0 with a plan explained, 3 with a conflict explained, 4 when no plan was found in time."""
    if (options.relaxed is None) != (options.relax is None):
        print("procure: --write-relaxed FILE and --relax FIELD belong together", file=sys.stderr)
        return BAD_INPUT
    if options.relaxed is not None and options.scenario is not None:
        print("procure: --write-relaxed changes the file itself: leave out --scenario", file=sys.stderr)
        return BAD_INPUT
    return answered(options.json_target, lambda: _run(options))


def _run(options: ExplainOptions) -> int:
    from optimizer.inputs.load import load_request
    from optimizer.plan.make_plan import make_plan
    from optimizer.plan.why.explain import Asked
    from optimizer.solve.settings import Settings

    request = load_request(options.file, allow=options.allow, scenario=options.scenario)
    if options.language:
        requirements = request.requirements.model_copy(update={"language": options.language})
        request = request.model_copy(update={"requirements": requirements})
    guard_inputs(options.file, [request], options.output, options.json_target)
    asked = Asked(servers=_servers(options, request), every_entry_price=options.everything)
    result = make_plan(request, Settings(), print_progress, asked=asked, variants=options.output is not None)
    if isinstance(result, Plan):
        return _explained(options, request, result.model_copy(update={"scenario": options.scenario}))
    return _no_plan(options, request, result)


def _servers(options: ExplainOptions, request: Request) -> tuple[str, ...] | None:
    """Ids of the servers asked about; None = all. Raises InputError with every unknown id."""
    from optimizer.inputs.known_ids import unknown_id

    catalog, problems = request.catalog, []
    for kind, names, known in (
        ("server", options.servers, catalog.servers.keys()),
        ("card", options.cards, catalog.cards.keys()),
    ):
        for name in names:
            if name not in known:
                what, remedy = unknown_id(kind, name, known)
                problems.append(Problem(file=f"--{kind}", line=0, column=0, path="", what=what, remedy=remedy))
    if problems:
        raise InputError(problems)
    if not options.servers and not options.cards:
        return None
    of_cards = [server.id for server in catalog.servers.values() if server.card in options.cards]
    return tuple(dict.fromkeys([*options.servers, *of_cards]))


def _explained(options: ExplainOptions, request: Request, plan: Plan) -> int:
    from optimizer.report.json_report import plan_json
    from optimizer.report.why_console import print_explanation
    from optimizer.report.workbook import write_workbook

    if options.relaxed is not None:
        print("procure: the file is feasible: there is nothing to relax", file=sys.stderr)
        return BAD_INPUT
    if options.output is not None:
        write_workbook(plan, options.output)
    write_json(options.json_target, plan_json(plan))
    if options.json_target != "-":
        named = _servers(options, request) or ()
        print_explanation(plan, all_reasons=options.everything or bool(named), servers=named)
    return PLAN


def _no_plan(options: ExplainOptions, request: Request, result: NoPlan) -> int:
    from optimizer.report.console import print_no_plan
    from optimizer.report.json_report import no_plan_json

    write_json(options.json_target, no_plan_json(result))
    print_no_plan(result, request.requirements.language)
    if options.relaxed is not None and result.status == "infeasible":
        _write_relaxed(options, result)
    return INFEASIBLE if result.status == "infeasible" else UNKNOWN


def _write_relaxed(options: ExplainOptions, result: NoPlan) -> None:
    """The user's file with one of the relaxations. Raises InputError when FIELD is none of them."""
    from optimizer.inputs.relaxed_file import relaxed_text
    from optimizer.report.files import write_atomically

    if options.relaxed is None:
        return
    if options.relaxed.resolve() == options.file.resolve():
        what, remedy = "would replace the requirements file", "choose another name"
        raise InputError([Problem(file=str(options.relaxed), line=0, column=0, path="", what=what, remedy=remedy)])
    offered = {change.path: each for each in result.relaxations for change in each.changes}
    chosen = offered.get(options.relax or "")
    if chosen is None:
        known = ", ".join(offered) or "none: neither one change nor a pair helps"
        what = f"{options.relax} is no change that makes the file feasible"
        raise InputError([Problem(file="--relax", line=0, column=0, path="", what=what, remedy=f"one of: {known}")])
    changes = {change.path: change.after for change in chosen.changes}
    text = relaxed_text(options.file.read_text(encoding="utf-8"), changes)
    write_atomically(options.relaxed, lambda temporary: temporary.write_text(text, encoding="utf-8"))
    print(f"procure: {options.relaxed} written with {', '.join(changes)} changed", file=sys.stderr)
