"""What every console answer is made of: a stream of 80 columns, plain tables, foreign text that is never markup."""

import sys
from typing import TYPE_CHECKING

from optimizer.report.texts import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text


class Say:
    """Labels in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, key: str) -> str:
        return label(key, self.language)


def terminal(*, stderr: bool = False) -> "Console":
    """Standard output or standard error; 80 columns where it is no terminal."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else 80)


def plain_table(heads: "Sequence[tuple[str, bool]]", language: str) -> "Table":
    """A table without vertical lines; the flag says right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for key, right in heads:
        table.add_column(label(key, language), justify="right" if right else "left", overflow="fold")
    return table


def foreign(value: str) -> "Text":
    """Foreign text, never read as markup."""
    from rich.text import Text

    return Text(printable(value))


def printable(text: str) -> str:
    """Foreign text without control characters."""
    return "".join(c if c.isprintable() else " " for c in text)
