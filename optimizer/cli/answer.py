"""Every command that answers ends here: problems and bugs leave their JSON too, and no output replaces an input."""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from optimizer.cli.exits import BAD_INPUT
from optimizer.cli.output import check_targets, print_problems, write_json
from optimizer.errors import InputError, Problem
from optimizer.inputs.request import Request


def answered(json_target: str | None, run: Callable[[], int]) -> int:
    """Run a command; bad input is printed and written as JSON, anything unforeseen leaves an `error` JSON."""
    try:
        return run()
    except InputError as error:
        print_problems(error)
        if json_target not in {problem.file for problem in error.problems}:
            _write_empty(json_target, "bad_input", error.problems)
        return BAD_INPUT
    except BrokenPipeError:
        raise
    except OSError as error:
        problem = Problem(
            file=str(error.filename or json_target or ""),
            line=0,
            column=0,
            path="",
            what=f"cannot be written: {error.strerror or error}",
            remedy="choose another place with -o or --json",
        )
        print(problem, file=sys.stderr)
        return BAD_INPUT
    except Exception:
        _write_empty(json_target, "error")
        raise


def _write_empty(
    json_target: str | None, status: Literal["bad_input", "error"], problems: Sequence[Problem] = ()
) -> None:
    from optimizer.report.json_report import empty_json  # many modules, which most answers need not wait for

    write_json(json_target, empty_json(status, problems=problems))


def guard_inputs(
    file: Path,
    requests: Iterable[Request],
    workbook: Path | None,
    json_target: str | None,
    *,
    summary: Path | None = None,
) -> None:
    """Raise InputError when an output is a file of the request, or cannot be written, before anything is solved."""
    named = [file.parent / name for request in requests for name in request.files]
    check_targets([file, *named], workbook, json_target, summary=summary)
