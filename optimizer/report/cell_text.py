"""Foreign text as cells, titles and sheet names can hold it, and how wide it is."""

import re
import unicodedata

MAX_TEXT = 32_767
"""Characters a cell holds (Excel specifications and limits), in UTF-16."""
NOT_IN_A_CELL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters but the line feed, lone surrogates, and what XML 1.0 forbids."""


def plain(text: str) -> str:
    """Foreign text without what no cell may hold: each such character becomes a space."""
    return NOT_IN_A_CELL.sub(" ", text)


def clean(text: str) -> str:
    """Foreign text as a cell can hold it; too long a text ends in an ellipsis."""
    return shortened(plain(text), MAX_TEXT)


def shortened(text: str, most: int) -> str:
    """At most so many characters as spreadsheets count them: emoji and rare scripts count two (UTF-16).

    >>> shortened("abcdef", 4), len(shortened("😀" * 9, 7))
    ('abc…', 4)
    """
    if len(text) <= most // 2 or len(text.encode("utf-16-le")) <= 2 * most:
        return text
    return text.encode("utf-16-le")[: 2 * most - 2].decode("utf-16-le", "ignore") + "…"


def display_width(text: str) -> int:
    """Columns the longest line takes: wide and full-width characters count two."""
    if text.isascii():
        return max(map(len, text.split("\n")))
    return max(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line) for line in text.split("\n"))
