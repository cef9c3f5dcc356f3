"""Tests whose program is absent: deselected with one line, or failed when everything is required."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.project import ROOT

TESTS = """
import pytest

@pytest.mark.browser
def test_page(): pass

@pytest.mark.office
def test_workbook(): pass

def test_plain(): pass
"""


def outcome(folder: Path, *options: str, require_all: str) -> list[str]:
    """Lines of a pytest run over TESTS in an environment without any program."""
    (folder / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    (folder / "test_marked.py").write_text(TESTS)
    markers = "markers=office browser server".replace(" ", "\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", markers, *options, "test_marked.py"]
    environment = {**os.environ, "PATH": str(folder), "REQUIRE_ALL": require_all}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout.splitlines()


@pytest.mark.parametrize("options", [(), ("-n1",)])
def test_absent_programs_are_named_in_one_line(tmp_path: Path, options: tuple[str, ...]) -> None:
    lines = outcome(tmp_path, *options, require_all="")
    told = "tests not run: 1 browser (Chromium is absent), 1 office (LibreOffice (soffice) is absent)"
    assert [line for line in lines if "is absent" in line] == [told]
    assert "1 passed" in lines[-1]


def test_absence_fails_when_everything_is_required(tmp_path: Path) -> None:
    lines = outcome(tmp_path, require_all="1")
    assert any("REQUIRE_ALL=1 and Chromium is absent" in line for line in lines)
    assert "1 passed" in lines[-1]
    assert "2 errors" in lines[-1]
