"""`procure check`: is the file usable, and what would be assumed."""

import sys
from pathlib import Path

from optimizer.cli.answer import answered, guard_inputs
from optimizer.cli.exits import PLAN
from optimizer.cli.output import write_json


def check_command(file: Path, *, allow: tuple[Path, ...], json_target: str | None) -> int:
    """0 when a plan could be attempted, 2 with all problems otherwise."""
    return answered(json_target, lambda: _run(file, allow, json_target))


def _run(file: Path, allow: tuple[Path, ...], json_target: str | None) -> int:
    from optimizer.inputs.load import load_family
    from optimizer.sizing.calibrate import refuse_unusable_runs

    family = load_family(file, allow=allow)
    request = family.base
    for each in (request, *family.scenarios.values()):
        refuse_unusable_runs(each)
    guard_inputs(file, [request], None, json_target)
    assumed = [a.model_dump() for a in request.assumptions]
    write_json(json_target, {"status": "ok", "problems": [], "assumptions": assumed})
    out = sys.stderr if json_target == "-" else sys.stdout
    print(f"{file}: no problems; {len(assumed)} defaults in force", file=out)
    for a in request.assumptions:
        print(f"  {a.path}: {a.value} {a.unit}".rstrip(), file=out)
    return PLAN
