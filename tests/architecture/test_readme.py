"""Every ```sh block of README.md and docs/ runs as printed. Blocks that are only to be read are marked ```text.

A block runs in a copy of the project's files, with the installed `procure`. `make` does nothing there but check that
its target exists; the targets themselves run where the project is built.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.project import ROOT, project_files

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MAKE_CHECKS_ONLY = 'make() { command make --dry-run "$@" >/dev/null; }\n'


def blocks() -> list[tuple[str, str]]:
    """(`file:line`, commands) of every block."""
    found = []
    for file in project_files():
        if str(file) == "README.md" or (file.parts[0] == "docs" and file.suffix == ".md"):
            text = (ROOT / file).read_text(encoding="utf-8")
            found += [
                (f"{file}:{text.count(chr(10), 0, match.start()) + 1}", match[1]) for match in BLOCK.finditer(text)
            ]
    return found


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's files, with `.venv` leading to the running environment."""
    folder = tmp_path_factory.mktemp("copy")
    for file in project_files():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, folder / file)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def run_block(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one block as a reader would, with the running environment's programs first on the path."""
    script = f'set -euo pipefail\nexport PATH="{sys.prefix}/bin:$PATH"\n{MAKE_CHECKS_ONLY}{commands}'
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )  # fmt: skip


@pytest.mark.parametrize(("place", "commands"), [pytest.param(*block, id=block[0]) for block in blocks()])
def test_block_runs_as_printed(place: str, commands: str, copy: Path) -> None:
    done = run_block(commands, copy)
    assert done.returncode == 0, f"{place}\n{done.stdout}{done.stderr}"


def test_readme_shows_the_main_command() -> None:
    assert any(place.startswith("README.md:") and "procure plan " in commands for place, commands in blocks())


def test_an_unknown_target_or_a_failing_command_is_seen(copy: Path) -> None:
    assert run_block("make no-such-target\n", copy).returncode != 0
    assert run_block("false\ntrue\n", copy).returncode != 0
    assert run_block("make help\n", copy).returncode == 0
