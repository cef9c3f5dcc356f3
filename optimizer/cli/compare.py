"""`procure compare`: base and scenarios side by side, and the share curve."""

from pathlib import Path

from optimizer.cli.answer import answered, guard_inputs
from optimizer.cli.exits import INFEASIBLE, PLAN, UNKNOWN
from optimizer.cli.output import print_progress, write_json
from optimizer.cli.plan import PlanOptions, settings_of


def compare_command(options: PlanOptions, scenarios: tuple[str, ...]) -> int:
    """0 when the base has a plan; an infeasible scenario is a column with its conflict."""
    return answered(options.json_target, lambda: _run(options, scenarios))


def _run(options: PlanOptions, scenarios: tuple[str, ...]) -> int:
    from optimizer.inputs.load import load_family
    from optimizer.plan.compare import compare
    from optimizer.report.compare_console import print_comparison
    from optimizer.report.compare_workbook import write_comparison
    from optimizer.report.files import slug
    from optimizer.report.json_report import comparison_json

    family = load_family(options.file, allow=options.allow, only=scenarios)
    workbook = options.output or Path("reports") / f"{slug(family.base.requirements.name)}-compare.xlsx"
    guard_inputs(options.file, [family.base, *family.scenarios.values()], workbook, options.json_target)
    comparison = compare(family, settings_of(options), print_progress)
    if options.language:
        comparison = comparison.model_copy(update={"language": options.language})
    write_comparison(comparison, workbook)
    write_json(options.json_target, comparison_json(comparison))
    if options.json_target != "-":
        print_comparison(comparison, str(workbook))
    base = comparison.results[0]
    if base.plan is not None:
        return PLAN
    return INFEASIBLE if base.status == "infeasible" else UNKNOWN
