"""`procure size` in this process: the JSON answer."""

import json
from typing import Any

import pytest

from tests.catalog_commands.run import procure

EXITS = {"fits": 0, "does_not_carry": 3, "too_slow": 3, "does_not_fit": 3}


def sized(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The answer; its exit code must be the one of its status."""
    code, out, err = procure(capsys, "size", *arguments, "--json", "-")
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    assert code == EXITS[found["status"]]
    return found


def changes(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Changes by kind; each kind comes once."""
    kinds = [change["kind"] for change in found["changes"]]
    assert len(kinds) == len(set(kinds))
    return {change["kind"]: change for change in found["changes"]}
