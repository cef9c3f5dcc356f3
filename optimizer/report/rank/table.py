"""Cells of several lines in a table without vertical lines, 80 columns wide."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from optimizer.report.terminal import foreign

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


class Column(NamedTuple):
    """Lines of the head, and how many characters a cell may take before it is folded."""

    head: tuple[str, ...]
    width: int | None = None
    right: bool = True


Cell = tuple[str, ...]
"""Its lines, empty ones left out."""


def table(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> "Table":
    """The table; every text is foreign."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
    for column in columns:
        justify, width = "right" if column.right else "left", column.width
        made.add_column(_lines(column.head), justify=justify, width=width, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        made.add_row(*(_lines(cell) for cell in row))
    return made


def _lines(cell: Cell) -> "Text":
    from rich.text import Text

    return Text("\n").join(foreign(line) for line in cell if line)
