"""`procure plan`: load, solve, verify, write. Each outcome of docs/json.md has its exit code."""

import sys
from pathlib import Path
from typing import NamedTuple

from optimizer.cli.exits import BAD_INPUT, INFEASIBLE, PLAN, UNKNOWN
from optimizer.cli.output import print_problems, unwritable, write_json
from optimizer.errors import InputError
from optimizer.inputs.request import Request
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan


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


def plan_command(options: PlanOptions) -> int:
    """Run the job; returns the exit code. Output files are whole or absent."""
    from optimizer.inputs.load import load_request
    from optimizer.report.json_report import empty_json

    try:
        request = load_request(options.file, allow=options.allow)
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
    from optimizer.solve.settings import Settings

    settings = Settings(gap=options.gap, workers=options.workers, seed=options.seed, time_limit_s=options.time_limit_s)
    result = make_plan(request, settings, progress=lambda stage: print(f"procure: {stage} …", file=sys.stderr))
    return _plan(options, result) if isinstance(result, Plan) else _no_plan(options, request, result)


def _plan(options: PlanOptions, plan: Plan) -> int:
    from optimizer.report.console import print_plan
    from optimizer.report.files import slug
    from optimizer.report.json_report import plan_json
    from optimizer.report.workbook import write_workbook

    workbook = options.output or Path("reports") / f"{slug(plan.name)}.xlsx"
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
