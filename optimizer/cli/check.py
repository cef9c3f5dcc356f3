"""`procure check`: is the file usable, and what would be assumed."""

import sys
from pathlib import Path

from optimizer.cli.exits import BAD_INPUT, PLAN
from optimizer.cli.output import print_problems, write_json
from optimizer.errors import InputError


def check_command(file: Path, *, allow: tuple[Path, ...], json_target: str | None) -> int:
    """0 when a plan could be attempted, 2 with all problems otherwise."""
    from optimizer.inputs.load import load_request
    from optimizer.report.json_report import empty_json

    try:
        request = load_request(file, allow=allow)
    except InputError as error:
        print_problems(error)
        write_json(json_target, empty_json("bad_input", problems=error.problems))
        return BAD_INPUT
    assumed = [a.model_dump() for a in request.assumptions]
    write_json(json_target, {"status": "ok", "problems": [], "assumptions": assumed})
    out = sys.stderr if json_target == "-" else sys.stdout
    print(f"{file}: no problems; {len(assumed)} defaults in force", file=out)
    for a in request.assumptions:
        print(f"  {a.path}: {a.value} {a.unit}".rstrip(), file=out)
    return PLAN
