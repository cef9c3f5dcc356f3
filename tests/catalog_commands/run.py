"""Run one command line in this process."""

import json
from typing import Any

import pytest

from optimizer.cli.exits import guarded
from optimizer.cli.main import invoke


def procure(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """(exit code, stdout, stderr)."""
    code = guarded(lambda: invoke(list(arguments)))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The JSON list of a catalog command that succeeds."""
    code, out, err = procure(capsys, "catalog", *arguments, "--json", "-")
    assert (code, err) == (0, "")
    found: list[dict[str, Any]] = json.loads(out)
    return found
