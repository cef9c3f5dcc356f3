"""`procure compare`: base and scenarios side by side, and the share curve."""

from pathlib import Path

from optimizer.cli.exits import BAD_INPUT, INFEASIBLE, PLAN, UNKNOWN
from optimizer.cli.output import print_problems, print_progress, unwritable, write_json
from optimizer.cli.plan import PlanOptions, settings_of
from optimizer.errors import InputError
from optimizer.inputs.family import Family


def compare_command(options: PlanOptions, scenarios: tuple[str, ...]) -> int:
    """0 when the base has a plan; an infeasible scenario is a column with its conflict."""
    from optimizer.inputs.load import load_family
    from optimizer.report.json_report import empty_json

    try:
        return _answer(options, load_family(options.file, allow=options.allow, only=scenarios))
    except InputError as error:
        print_problems(error)
        write_json(options.json_target, empty_json("bad_input", problems=error.problems))
        return BAD_INPUT
    except Exception:
        write_json(options.json_target, empty_json("error"))
        raise


def _answer(options: PlanOptions, family: Family) -> int:
    from optimizer.plan.compare import compare
    from optimizer.report.compare_console import print_comparison
    from optimizer.report.compare_workbook import write_comparison
    from optimizer.report.files import slug
    from optimizer.report.json_report import comparison_json

    comparison = compare(family, settings_of(options), print_progress)
    if options.language:
        comparison = comparison.model_copy(update={"language": options.language})
    workbook = options.output or Path("reports") / f"{slug(comparison.name)}-compare.xlsx"
    try:
        write_comparison(comparison, workbook)
        write_json(options.json_target, comparison_json(comparison))
    except OSError as error:
        raise unwritable(workbook, error) from error
    if options.json_target != "-":
        print_comparison(comparison, str(workbook))
    base = comparison.results[0]
    if base.plan is not None:
        return PLAN
    return INFEASIBLE if base.status == "infeasible" else UNKNOWN
