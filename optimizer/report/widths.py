"""How wide the columns of a sheet are: as their texts and numbers want, less where the printed page is too narrow."""

from collections.abc import Collection

from optimizer.report.cell_text import display_width
from optimizer.report.pages import column_pt, widest_sheet_pt
from optimizer.report.wrapping import pieces

DEFAULT_WIDTH = 8.43
"""Characters, of a column nobody set."""
LEAST_WIDTH = 6
PADDING = 3
"""Characters that stay free beside a text: its indent and the cell's own margins."""
SHORT = 8
"""Characters of a text that is never broken."""
LONGEST_WORD = 12
"""Characters; longer words of a narrowed column break."""
MARGIN = 3
"""Characters that stay free beside a number."""
MOST_NUMBER = 24
SHOWN = {
    "money": ",.2f", "foreign_money": ",.2f", "decimal": ",.2f", "money0": ",.0f", "integer": ",.0f", "whole": ".0f",
    "tenths": ",.1f", "tariff": ",.4f", "thousandths": ",.3f", "factor": ".6f", "percent": ".2%", "share": ".0%",
}  # fmt: skip
"""Number styles in Python's terms; others show as many digits as there is room for."""


class Widths:
    """Widths of the columns, in characters."""

    def __init__(self) -> None:
        self._wanted: dict[int, float] = {}
        self._least: dict[int, float] = {}
        """What a column keeps when the page is too narrow."""
        self._fixed: set[int] = set()
        self._kept: dict[int, float] = {}

    def __getitem__(self, column: int) -> float:
        return self._wanted.get(column, DEFAULT_WIDTH)

    def set_columns(self) -> set[int]:
        """Columns whose width somebody or something asked for."""
        return set(self._wanted)

    def fix(self, column: int, width: float) -> None:
        """Exactly this width, whatever stands in the column."""
        self._wanted[column] = self._least[column] = width
        self._fixed.add(column)

    def keep(self, column: int, width: float) -> None:
        """Not narrower than this on paper, if its texts are that long."""
        self._kept[column] = width

    def text(self, column: int, value: str, most: float) -> None:
        """A text that may wrap."""
        whole = display_width(value)
        word = whole if whole <= SHORT else max(map(display_width, pieces(value)), default=0)
        self._widen(column, min(whole + PADDING, most), min(word, LONGEST_WORD) + PADDING)

    def number(self, column: int, value: float, styles: Collection[str]) -> None:
        """A number, which never wraps; there is room for its currency, a sign, and one ten times as large."""
        shown = next((SHOWN[style] for style in styles if style in SHOWN), ".7g")
        width = min(len(format(value, shown)) + MARGIN, MOST_NUMBER)
        self._widen(column, width, width)

    def fit(self, shown: Collection[int]) -> None:
        """Narrow the widest texts until the columns on show print in a size that can be read."""
        cap = max((self[column] for column in shown), default=0.0)
        while cap > LEAST_WIDTH and sum(column_pt(self[column]) for column in shown) > widest_sheet_pt():
            cap -= 1
            for column in self._wanted.keys() & set(shown):
                least = max(self._least[column], self._kept.get(column, 0))
                self._wanted[column] = min(self._wanted[column], max(least, cap))

    def _widen(self, column: int, wanted: float, least: float) -> None:
        if column not in self._fixed:
            self._wanted[column] = max(self._wanted.get(column, LEAST_WIDTH), wanted)
            self._least[column] = max(self._least.get(column, LEAST_WIDTH), min(wanted, least))
