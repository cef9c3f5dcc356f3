"""Help of the commands that look at the market: nothing cut off, every flag explained, and in the docs."""

import re

import pytest

from tests.architecture.project import ROOT
from tests.catalog_commands.run import procure

COMMANDS = [
    ("catalog", "list"),
    ("catalog", "show"),
    ("catalog", "compare"),
    ("catalog", "check"),
    ("rank",),
    ("size",),
]
PAGES = ("catalog.md", "size.md")
FLAG = re.compile(r"--[a-z][a-z-]+")
OPTION = re.compile(r"^  (?:-\w, )?(--[a-z][a-z-]+)(.*(?:\n {6,}.*)*)", re.MULTILINE)
ARGUMENT = re.compile(r"^  (\S+) <.*(?:\n {6,}.*)*", re.MULTILINE)


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def help_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    code, out, err = procure(capsys, *command, "--help")
    assert (code, err) == (0, "")
    return out


def test_the_lists_of_commands_are_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    listed = help_of(capsys, "catalog").split("Commands:")[1].strip().splitlines()
    ranked = [line for line in help_of(capsys).splitlines() if line.startswith(("  rank ", "  size "))]
    assert len(listed) == 4
    assert len(ranked) == 2
    assert [line for line in [*listed, *ranked] if not line.endswith(".") or line.endswith("...")] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_flag_and_argument_is_explained(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    text = help_of(capsys, *command)
    options = OPTION.findall(text)
    assert len(options) >= 2
    silent = [name for name, rest in options if not re.search(r"[A-Za-z].*\.", rest)]
    assert silent == []
    arguments = text.split("Arguments:")[1].split("Options:")[0] if "Arguments:" in text else ""
    described = [match[0] for match in ARGUMENT.finditer(arguments)]
    assert [each for each in described if "." not in each] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_flag_is_in_the_docs(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    pages = [(ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES]
    documented = {flag for page in pages for flag in FLAG.findall(page)}
    flags = {flag for line in help_of(capsys, *command).splitlines() for flag in FLAG.findall(line.split("  With")[0])}
    assert flags - documented - {"--help"} == set()
