"""`procure init`: a requirements file from questions, from flags, or from a shipped example."""

import sys
import tempfile
from functools import partial
from pathlib import Path

from optimizer.cli.exits import BAD_INPUT, PLAN
from optimizer.cli.output import print_problems
from optimizer.errors import InputError
from optimizer.report.files import write_atomically
from optimizer.resources import resource

EXAMPLES = "requirements_examples"
SCHEMA_FILE = "request.schema.json"
"""Written beside the file; its first line names it, so that editors complete and check."""


def init_command(file: Path, example: str | None, given: dict[str, str], *, force: bool) -> int:
    """Write `file` and what it needs beside it; nothing is written when anything is wrong or in the way."""
    if example is not None and given:
        return _refuse(["--example copies a file as it is; leave out the flags that answer questions"])
    if example is not None:
        return _copy(file, example, force=force)
    if refused := _in_the_way([file], force=force):
        return _refuse([refused])
    try:
        text = _asked_for(file, given)
    except InputError as error:
        print_problems(error)
        return BAD_INPUT
    return PLAN if text is not None and _write(file, {file: text}, force=force) else BAD_INPUT


def _asked_for(file: Path, given: dict[str, str]) -> str | None:
    """The file's text, which `procure check` takes; None after saying which flags are wrong or missing."""
    from optimizer.cli.init_answers import Incomplete, collect
    from optimizer.cli.init_file import request_text
    from optimizer.inputs.load import load_request
    from optimizer.inputs.shipped import shipped_files, shipped_models

    terminal, named = sys.stdin.isatty(), {"name": file.stem} | given
    try:
        answers = collect(named, shipped_models(shipped_files()), terminal=terminal, ask_all=not given)
    except Incomplete as incomplete:
        _refuse(list(incomplete.lines))
        return None
    text = request_text(answers)
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "request.yaml"
        trial.write_text(text, encoding="utf-8")
        load_request(trial)
    return text


def _copy(file: Path, example: str, *, force: bool) -> int:
    folder = resource(EXAMPLES)
    names = sorted(path.stem for path in folder.glob("*.yaml"))
    if example == "list":
        print("\n".join(names))
        return PLAN
    if example not in names:
        return _refuse([f"no example '{example}'; one of: {', '.join(names)}"])
    texts = {file: (folder / f"{example}.yaml").read_text(encoding="utf-8")}
    for companion in sorted(folder.glob(f"{example}.*")):
        if companion.suffix != ".yaml":
            texts[file.parent / companion.name] = companion.read_text(encoding="utf-8")
    return PLAN if _write(file, texts, force=force) else BAD_INPUT


def _write(file: Path, texts: dict[Path, str], *, force: bool) -> bool:
    """All files and the schema, or none; a schema that is there already and the same stays."""
    schema, path = (resource(EXAMPLES) / SCHEMA_FILE).read_text(encoding="utf-8"), file.parent / SCHEMA_FILE
    if not (path.is_file() and path.read_bytes() == schema.encode()):
        texts = {**texts, path: schema}
    if refused := _in_the_way(list(texts), force=force):
        _refuse([refused])
        return False
    for target, text in texts.items():
        write_atomically(target, partial(Path.write_text, data=text, encoding="utf-8"))
        print(f"wrote {target}")
    print(f"next: procure plan {file}")
    return True


def _in_the_way(targets: list[Path], *, force: bool) -> str | None:
    if targets[0].name == SCHEMA_FILE:
        return f"{targets[0]} is the name of the schema; choose another one"
    if not targets[0].parent.is_dir():
        return f"folder {targets[0].parent} does not exist; create it first"
    for path in targets:
        if path.is_dir():
            return f"{path} is a folder; choose a file name"
        if path.exists() and not force:
            return f"{path} exists; choose another name or add --force"
    return None


def _refuse(lines: list[str]) -> int:
    for line in lines:
        print(f"procure: {line}", file=sys.stderr)
    return BAD_INPUT
