"""Where a text breaks into lines, as spreadsheet programs break it: at spaces and hyphens, anywhere between Chinese."""

import math
import re
from collections.abc import Iterator

from optimizer.report.cell_text import display_width

PIECE = re.compile(r"[!-,.-~]+-*|-+|[^!-~]")
"""What no line break divides: Latin letters, digits and signs up to a hyphen; every other character stands alone."""


WIDE_SHARE = 0.25
"""Of capitals and digits; a text with more is no prose."""


def pieces(text: str) -> Iterator[str]:
    """The parts of one line between which it may break."""
    return (match.group() for match in PIECE.finditer(text))


def is_prose(text: str) -> bool:
    """Mostly small letters and spaces, which take less room than the digits that columns are measured in.

    >>> is_prose("from the list price of the vendor"), is_prose("Supermicro SYS-821GE, Dell XE9680")
    (True, False)
    """
    return sum(c.isupper() or c.isdigit() for c in text) <= WIDE_SHARE * len(text)


def lines_of(text: str, room: float) -> int:
    """Lines that a text takes in a column of so many characters; a piece that is longer breaks where the room ends.

    >>> lines_of("four and five", 9), lines_of("算力采购", 4), lines_of("unbreakable", 4), lines_of("one" + chr(10), 4)
    (2, 2, 3, 2)
    """
    return sum(_lines(line, room) for line in text.split("\n"))


def _lines(line: str, room: float) -> int:
    if display_width(line) <= room:
        return 1
    count, used = 1, 0.0
    for piece in pieces(line):
        width = display_width(piece)
        if used + width <= room or piece == " ":
            used += width
        elif width <= room:
            count, used = count + 1, width
        else:
            begun = count if used else count - 1
            count = begun + math.ceil(width / room)
            used = width - (count - begun - 1) * room
    return count
