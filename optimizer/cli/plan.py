"""`procure plan`: load, solve, verify, write. Each outcome of docs/json.md has its exit code."""

import sys
from pathlib import Path
from typing import NamedTuple

from optimizer.cli.answer import answered, guard_inputs
from optimizer.cli.exits import INFEASIBLE, PLAN, UNKNOWN
from optimizer.cli.output import print_progress, write_json
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
    explain: bool = False
    summary: Path | None = None
    """Folder of the one-page summary."""


def plan_command(options: PlanOptions) -> int:
    """Run the job; returns the exit code. Output files are whole or absent."""
    return answered(options.json_target, lambda: _run(options))


def _run(options: PlanOptions) -> int:
    from optimizer.inputs.load import load_request
    from optimizer.plan.make_plan import make_plan
    from optimizer.plan.why.explain import Asked
    from optimizer.report.files import slug

    request = load_request(options.file, allow=options.allow, scenario=options.scenario)
    if options.language:
        requirements = request.requirements.model_copy(update={"language": options.language})
        request = request.model_copy(update={"requirements": requirements})
    name = request.requirements.name + (f"-{options.scenario}" if options.scenario else "")
    workbook = options.output or Path("reports") / f"{slug(name)}.xlsx"
    guard_inputs(options.file, [request], workbook, options.json_target, summary=options.summary)
    asked = Asked() if options.explain else None
    result = make_plan(request, settings_of(options), print_progress, asked=asked)
    if isinstance(result, Plan):
        return _plan(options, result.model_copy(update={"scenario": options.scenario}), workbook)
    return _no_plan(options, request, result)


def settings_of(options: PlanOptions) -> Settings:
    """Solver settings of a command line."""
    return Settings(gap=options.gap, workers=options.workers, seed=options.seed, time_limit_s=options.time_limit_s)


def _plan(options: PlanOptions, plan: Plan, workbook: Path) -> int:
    from optimizer.report.console import print_plan
    from optimizer.report.json_report import plan_json
    from optimizer.report.why_console import print_explanation
    from optimizer.report.workbook import write_workbook

    write_workbook(plan, workbook)
    if options.summary is not None:
        _summary(plan, options.summary)
    write_json(options.json_target, plan_json(plan))
    if options.json_target != "-":
        print_plan(plan, str(workbook))
        if plan.explanation is not None:
            print_explanation(plan, all_reasons=False)
    return PLAN


def _summary(plan: Plan, folder: Path) -> None:
    from optimizer.report.brief.charts import chinese_font
    from optimizer.report.brief.write import write_brief
    from optimizer.report.texts import label

    write_brief(plan, folder)
    if plan.language == "zh" and chinese_font() is None:
        print(f"procure: {label('brief.font', 'en')}", file=sys.stderr)
    print(f"procure: {folder}/summary.html", file=sys.stderr)


def _no_plan(options: PlanOptions, request: Request, result: NoPlan) -> int:
    from optimizer.report.console import print_no_plan
    from optimizer.report.json_report import no_plan_json

    write_json(options.json_target, no_plan_json(result))
    print_no_plan(result, request.requirements.language)
    return INFEASIBLE if result.status == "infeasible" else UNKNOWN
