"""`procure size --train` in this process, and arithmetic as a reader does it again."""

import json
import re
from typing import Any

import pytest

from tests.catalog_commands.run import procure

EXITS = {"fits": 0, "tight": 0, "too_slow": 3, "does_not_fit": 3}
UNIT = re.compile(r" (FLOP/s|FLOP|B/s|B|s)(?![A-Za-z0-9])")
GB = 10**9


def trained(capsys: pytest.CaptureFixture[str], how: str, *arguments: str) -> dict[str, Any]:
    """The answer; its exit code must be the one of its status."""
    code, out, err = procure(capsys, "size", *arguments, "--train", how, "--json", "-")
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    assert code == EXITS[found["status"]]
    return found


def done_again(arithmetic: str) -> float:
    """What a line of arithmetic comes to.

    >>> done_again("2 B × 6.738e9 / 4"), done_again("(1 + 2 × 0) × 1,000 FLOP / 2e3 FLOP/s")
    (3369000000.0, 0.5)
    """
    plain = UNIT.sub("", arithmetic).replace(",", "").replace("×", "*").replace("−", "-")
    assert re.fullmatch(r"[0-9.e+*/() -]+", plain), plain
    return float(eval(plain, {"__builtins__": {}}))


def line(part: dict[str, Any], name: str) -> dict[str, Any]:
    """One line of memory or time."""
    return next(each for each in part["lines"] if each["name"] == name)
