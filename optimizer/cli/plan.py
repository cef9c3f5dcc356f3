"""`procure plan`: load, solve, verify, write. Each outcome of docs/json.md has its exit code."""

from pathlib import Path
from typing import NamedTuple

from optimizer.cli.exits import BAD_INPUT, INFEASIBLE, PLAN, UNKNOWN
from optimizer.cli.output import print_problems, print_progress, unwritable, write_json
from optimizer.errors import InputError
from optimizer.inputs.request import Request
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings


class PlanOptions(NamedTuple):
    """The command line of `procure plan`."""

    file: Path
    output: Path | None
    json_target: str | None
    gap: float
    time_limit_s: float | None
    workers: int
    seed: int
    language: str | None
    allow: tuple[Path, ...]
    scenario: str | None = None


def plan_command(options: PlanOptions) -> int:
    """Run the job; returns the exit code. Output files are whole or absent."""
    from optimizer.inputs.load import load_request
    from optimizer.report.json_report import empty_json

    try:
        request = load_request(options.file, allow=options.allow, scenario=options.scenario)
        if options.language:
            update = {"language": options.language}
            requirements = request.requirements.model_copy(update=update)
            request = request.model_copy(update={"requirements": requirements})
        return _answer(options, request)
    except InputError as error:
        print_problems(error)
        write_json(options.json_target, empty_json("bad_input", problems=error.problems))
        return BAD_INPUT
    except Exception:
        write_json(options.json_target, empty_json("error"))
        raise


def _answer(options: PlanOptions, request: Request) -> int:
    from optimizer.plan.make_plan import make_plan

    result = make_plan(request, settings_of(options), print_progress)
    if isinstance(result, Plan):
        return _plan(options, result.model_copy(update={"scenario": options.scenario}))
    return _no_plan(options, request, result)


def settings_of(options: PlanOptions) -> Settings:
    """Solver settings of a command line."""
    return Settings(gap=options.gap, workers=options.workers, seed=options.seed, time_limit_s=options.time_limit_s)


def _plan(options: PlanOptions, plan: Plan) -> int:
    from optimizer.report.console import print_plan
    from optimizer.report.files import slug
    from optimizer.report.json_report import plan_json
    from optimizer.report.workbook import write_workbook

    name = f"{plan.name}-{plan.scenario}" if plan.scenario else plan.name
    workbook = options.output or Path("reports") / f"{slug(name)}.xlsx"
    try:
        write_workbook(plan, workbook)
        write_json(options.json_target, plan_json(plan))
    except OSError as error:
        raise unwritable(workbook, error) from error
    quiet = options.json_target == "-"
    if not quiet:
        print_plan(plan, str(workbook))
    return PLAN


def _no_plan(options: PlanOptions, request: Request, result: NoPlan) -> int:
    from optimizer.report.console import print_no_plan
    from optimizer.report.json_report import no_plan_json

    write_json(options.json_target, no_plan_json(result))
    print_no_plan(result, request.requirements.language)
    return INFEASIBLE if result.status == "infeasible" else UNKNOWN
