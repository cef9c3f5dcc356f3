"""`procure init`: a shipped example, with the files it names, as a start."""

import sys
from functools import partial
from pathlib import Path

from optimizer.cli.exits import BAD_INPUT, PLAN
from optimizer.report.files import write_atomically
from optimizer.resources import resource


def init_command(file: Path, example: str, *, force: bool) -> int:
    """Write `file` and the example's companion files beside it; nothing is written when anything is in the way."""
    folder = resource("requirements_examples")
    names = sorted(path.stem for path in folder.glob("*.yaml"))
    if example == "list":
        print("\n".join(names))
        return PLAN
    if example not in names:
        print(f"procure: no example '{example}'; one of: {', '.join(names)}", file=sys.stderr)
        return BAD_INPUT
    texts = {file: (folder / f"{example}.yaml").read_text(encoding="utf-8")}
    for companion in sorted(folder.glob(f"{example}.*")):
        if companion.suffix != ".yaml":
            texts[file.parent / companion.name] = companion.read_text(encoding="utf-8")
    if taken := [path for path in texts if path.exists() and not force]:
        print(f"procure: {taken[0]} exists; choose another name or add --force", file=sys.stderr)
        return BAD_INPUT
    if not file.parent.is_dir():
        print(f"procure: folder {file.parent} does not exist; create it first", file=sys.stderr)
        return BAD_INPUT
    for path, text in texts.items():
        write_atomically(path, partial(Path.write_text, data=text, encoding="utf-8"))
        print(f"wrote {path}")
    print(f"next: procure plan {file}")
    return PLAN
