"""The repository speaks of the product alone and names no place of any one machine or network."""

import re

import pytest

from tests.architecture.project import ROOT, project_files

FORBIDDEN = {
    "a path of one machine": r"(?<![\w.:/~-])/(work|home|root|tmp|opt|Users)/",
    "a package registry's host": r"(pypi|pythonhosted|deb\.debian|security\.debian|npmjs|conda|anaconda)\.(org|com)\b",
    "an index line": r"(--|PIP_)?(extra[-_])?index[-_]url\b",
    "a folder outside the repository": r"\.\./shared\b|\bshared/(data|peer_cases|design|style)",
    "how it was written": r"(?i)\b(claude|anthropic|copilot|chatgpt|sub-?agents?|co-authored-by|as an ai)\b"
    r"|\b(this|next|previous|earlier) session\b",
}
ALLOWED_IN = {
    "an index line": {"Makefile"},  # the option that keeps such lines out of the lock
    "how it was written": {"catalogs/measurements/training.csv"},  # the address of one row's source
}
OWN = "tests/architecture/test_words.py"


def findings(name: str, text: str) -> list[str]:
    """`file:line kind: match` for every forbidden word."""
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1} {kind}: {match.group()}"
        for kind, pattern in FORBIDDEN.items()
        if name not in ALLOWED_IN.get(kind, ())
        for match in re.finditer(pattern, text)
    ]


def test_no_forbidden_words() -> None:
    found = []
    for file in project_files():
        content = (ROOT / file).read_bytes()
        if b"\0" not in content and str(file) != OWN:
            found += findings(str(file), content.decode("utf-8", errors="replace"))
    assert found == []


@pytest.mark.parametrize(
    "text",
    ["see /home/someone/x", "--extra-index-url x", "from pypi" + ".org", "read ../shared/data", "Written by Claude"],
)
def test_a_forbidden_word_is_seen(text: str) -> None:
    assert len(findings("x.md", text)) == 1


@pytest.mark.parametrize(
    "text", ["#!/usr/bin/env bash", ">/dev/null", "https://example.com/opt/x", "two sessions per user", "a/work/b"]
)
def test_ordinary_text_passes(text: str) -> None:
    assert findings("x.md", text) == []
