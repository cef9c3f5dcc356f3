"""JSON to a file or stdout, problems to stderr."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from optimizer.errors import InputError, Problem


def write_json(target: str | None, content: dict[str, Any] | list[dict[str, Any]]) -> None:
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


def check_targets(
    sources: Iterable[Path], workbook: Path | None, json_target: str | None, *, summary: Path | None = None
) -> None:
    """Raise InputError when an output would replace an input or another output, or cannot be written."""
    named = {"the workbook": workbook, "the JSON": Path(json_target) if json_target not in (None, "-") else None}
    if summary is not None:
        from optimizer.report.brief.write import NAMES

        named |= {f"the summary ({name})": summary / name for name in NAMES}
    targets = {what: path for what, path in named.items() if path}
    taken = {source.resolve() for source in sources}
    problems, seen = [], dict[Path, str]()
    for what, target in targets.items():
        place = target.resolve()
        if place in taken:
            problems.append(_problem(target, "would replace a file of the request"))
        elif reason := _not_writable(target):
            problems.append(_problem(target, f"cannot be written: {reason}"))
        if place in seen:
            problems.append(_problem(target, f"is named for both {seen[place]} and {what}"))
        seen[place] = what
    if problems:
        raise InputError(problems)


def _not_writable(target: Path) -> str | None:
    """Why a file cannot be put there; None when it can."""
    if target.is_dir():
        return "it is a folder"
    folder = target.parent
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        return f"{folder} is not a folder"
    return None if os.access(folder, os.W_OK | os.X_OK) else f"no permission in {folder}"


def _problem(target: Path, what: str) -> Problem:
    return Problem(
        file=str(target),
        line=0,
        column=0,
        path="",
        what=what,
        remedy="choose another place with -o, --json or --summary",
    )


def print_progress(stage: str) -> None:
    """Where long work stands, on stderr."""
    print(f"procure: {stage} …", file=sys.stderr, flush=True)
