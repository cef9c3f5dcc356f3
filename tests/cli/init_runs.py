"""Run `procure init` with flags, or with somebody at the keyboard."""

import io
from pathlib import Path

import pytest

from optimizer.cli.exits import guarded
from optimizer.cli.main import invoke

LENGTHS = ("--input-tokens", "1800,6000", "--output-tokens", "450", "--tpot-ms", "80")
USERS = ("--model", "Qwen3-32B", "--headcount", "300", "--requests-per-hour", "6", *LENGTHS)


class Terminal(io.StringIO):
    """Lines that are typed."""

    def isatty(self) -> bool:
        return True


class Init:
    """`procure init` in an empty folder."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.capsys, self.monkeypatch, self.folder = capsys, monkeypatch, folder
        monkeypatch.chdir(folder)

    def __call__(self, *flags: str, typed: str | None = None, file: str = "mine.yaml") -> tuple[int, str, str]:
        """(exit code, stdout, stderr); without `typed` nobody can be asked."""
        self.monkeypatch.setattr("sys.stdin", io.StringIO() if typed is None else Terminal(typed))
        code = guarded(lambda: invoke(["init", file, *flags]))
        captured = self.capsys.readouterr()
        return code, captured.out, captured.err

    def text(self, file: str = "mine.yaml") -> str:
        """What was written."""
        return (self.folder / file).read_text(encoding="utf-8")
