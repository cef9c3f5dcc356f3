"""The checkout under test."""

import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def project_files() -> list[Path]:
    """Files that belong to the project: tracked, or new and not ignored. Relative to ROOT, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    return sorted(Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file())


def python_files(*folders: str) -> list[Path]:
    """The project's Python files below the given top-level folders, relative to ROOT."""
    return [file for file in project_files() if file.suffix == ".py" and file.parts[0] in folders]


def distribution_name() -> str:
    """Name of the distribution in pyproject.toml."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"])
