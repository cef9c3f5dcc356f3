"""`procure`: the commands. Only this module, `accuracy`, `catalog`, `rank`, `size` and `init_flags` know typer.

A command loads what it needs when it runs.
"""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from optimizer.cli.accuracy import accuracy
from optimizer.cli.catalog import catalog_app
from optimizer.cli.exits import BAD_INPUT, guarded
from optimizer.cli.init_flags import init
from optimizer.cli.rank import rank
from optimizer.cli.size import size

app = typer.Typer(
    name="procure",
    help="AI-accelerator procurement optimiser: requirements YAML in, proved purchase plan and Excel workbook out.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command()(init)
app.add_typer(catalog_app, name="catalog")

RequirementsFile = Annotated[Path, typer.Argument(metavar="FILE", help="Requirements file (YAML).")]
JsonTarget = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Also write JSON; - = stdout.")]
Allow = Annotated[
    list[Path] | None,
    typer.Option("--allow", metavar="DIR", help="Another folder that `catalog:` and `measurements:` may name."),
]
Gap = Annotated[float, typer.Option(min=0, max=1, help="Relative gap at which a plan counts as optimal.")]
TimeLimit = Annotated[
    float | None, typer.Option(min=0.001, metavar="S", help="Seconds per solve; the plan is then not repeatable.")
]
Workers = Annotated[int, typer.Option(min=1, max=64, help="Solver threads; more than 1 is not repeatable.")]
Seed = Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Random seed of the solver.")]
Language = Annotated[Literal["zh", "en"] | None, typer.Option("--lang", help="Report language; default: the file's.")]


@app.command()
def check(file: RequirementsFile, allow: Allow = None, json_target: JsonTarget = None) -> int:
    """Read a requirements file and everything it names; report every problem, or the assumptions in force."""
    from optimizer.cli.check import check_command

    return check_command(file, allow=tuple(allow or ()), json_target=json_target)


@app.command()
def plan(
    file: RequirementsFile,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT.xlsx", help="Workbook; default: reports/<name>.xlsx."),
    ] = None,
    json_target: JsonTarget = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Plan this scenario of the file.")
    ] = None,
    gap: Gap = 1e-3,
    prove: Annotated[bool, typer.Option("--prove", help="Prove the optimum exactly: the same as --gap 0.")] = False,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    lang: Language = None,
    allow: Allow = None,
    explain_plan: Annotated[
        bool, typer.Option("--explain", help="Also why not the others, what limits cost, ranges and alternatives.")
    ] = False,
    summary: Annotated[
        Path | None,
        typer.Option("--summary", metavar="DIR", help="Also one page (summary.md, summary.html) and charts (PNG)."),
    ] = None,
) -> int:
    """Find the cheapest plan and write its workbook."""
    from optimizer.cli.plan import PlanOptions, plan_command

    options = PlanOptions(
        file=file,
        output=output,
        json_target=json_target,
        gap=0.0 if prove else gap,
        time_limit_s=time_limit,
        workers=workers,
        seed=seed,
        language=lang,
        allow=tuple(allow or ()),
        scenario=None if scenario == "base" else scenario,
        explain=explain_plan,
        summary=summary,
    )
    return plan_command(options)


@app.command()
def explain(
    file: RequirementsFile,
    server: Annotated[
        list[str] | None, typer.Option("--server", metavar="ID", help="Why not this server; may be repeated.")
    ] = None,
    card: Annotated[
        list[str] | None, typer.Option("--card", metavar="ID", help="Why no server with this card; may be repeated.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every server type, each with its reason and its entry price.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="OUT.xlsx", help="Also write the plan's workbook with it.")
    ] = None,
    json_target: JsonTarget = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", metavar="NAME", help="Explain this scenario of the file.")
    ] = None,
    relaxed: Annotated[
        Path | None, typer.Option("--write-relaxed", metavar="OUT.yaml", help="The file with one change that helps.")
    ] = None,
    relax: Annotated[
        str | None, typer.Option("--relax", metavar="FIELD", help="Which change: a field that the answer names.")
    ] = None,
    lang: Language = None,
    allow: Allow = None,
) -> int:
    """Say what must give when nothing fits, else why not the others, what limits cost, and the next best plans."""
    from optimizer.cli.explain import ExplainOptions, explain_command

    options = ExplainOptions(
        file=file,
        servers=tuple(server or ()),
        cards=tuple(card or ()),
        everything=everything,
        output=output,
        json_target=json_target,
        language=lang,
        allow=tuple(allow or ()),
        scenario=None if scenario == "base" else scenario,
        relaxed=relaxed,
        relax=relax,
    )
    return explain_command(options)


@app.command()
def compare(
    file: RequirementsFile,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", metavar="NAME", help="Only this scenario; may be repeated.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT.xlsx", help="Workbook; default: reports/<name>-compare.xlsx."),
    ] = None,
    json_target: JsonTarget = None,
    gap: Gap = 1e-3,
    time_limit: TimeLimit = None,
    workers: Workers = 1,
    seed: Seed = 0,
    lang: Language = None,
    allow: Allow = None,
) -> int:
    """Solve the file and its scenarios side by side, and the cost of every domestic share."""
    from optimizer.cli.compare import compare_command
    from optimizer.cli.plan import PlanOptions

    options = PlanOptions(
        file=file,
        output=output,
        json_target=json_target,
        gap=gap,
        time_limit_s=time_limit,
        workers=workers,
        seed=seed,
        language=lang,
        allow=tuple(allow or ()),
    )
    return compare_command(options, tuple(name for name in scenario or () if name != "base"))


@app.command()
def schema(
    subject: Annotated[Literal["request", "catalog"], typer.Argument(help="Which file.")] = "request",
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Default: stdout.")] = None,
) -> int:
    """Print the JSON Schema of a requirements or catalog file, for editors that complete and check."""
    from optimizer.cli.catalog_commands import schema_command

    return schema_command(subject, output)


app.command()(rank)
app.command()(accuracy)
app.command()(size)


def run() -> None:
    """Entry point of the console script: every way to end has its exit code (docs/json.md)."""
    sys.exit(guarded(lambda: invoke(sys.argv[1:])))


def invoke(arguments: list[str]) -> int:
    """Run one command line; a wrong one is bad input, said in one line."""
    try:
        result = app(arguments, prog_name="procure", standalone_mode=False)
    except typer.Exit as done:
        return done.exit_code
    except SystemExit as gone:  # how typer leaves when the reader of a pipe has gone, and only then
        raise BrokenPipeError from gone
    except Exception as problem:
        words = getattr(problem, "format_message", None)
        if words is None:
            raise
        print(f"procure: {words()}", file=sys.stderr)
        return BAD_INPUT
    return result if isinstance(result, int) else 0
