"""JSON to a file or stdout, problems to stderr."""

import json
import sys
from pathlib import Path
from typing import Any

from optimizer.errors import InputError, Problem


def write_json(target: str | None, content: dict[str, Any]) -> None:
    """Write JSON to a file (whole or not at all) or, for `-`, to stdout; nothing when no target was given."""
    if target is None:
        return
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
        return
    from optimizer.report.files import write_atomically

    write_atomically(Path(target), lambda temporary: temporary.write_text(text, encoding="utf-8"))


def print_problems(error: InputError) -> None:
    """One problem per line on stderr."""
    for problem in error.problems:
        print(problem, file=sys.stderr)
    count = len(error.problems)
    print(f"procure: {count} problem{'s' if count > 1 else ''}; nothing was written", file=sys.stderr)


def unwritable(path: Path, error: OSError) -> InputError:
    """An output that cannot be written, as a problem of the command line."""
    problem = Problem(
        file=str(path),
        line=0,
        column=0,
        path="",
        what=f"cannot be written: {error.strerror or error}",
        remedy="choose another place with -o or --json",
    )
    return InputError([problem])


def print_progress(stage: str) -> None:
    """Where long work stands, on stderr."""
    print(f"procure: {stage} …", file=sys.stderr, flush=True)
