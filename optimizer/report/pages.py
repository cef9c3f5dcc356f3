"""Where printed pages end: no heading stands alone at a foot, no short table and no chart is cut."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

PAPER_PT = (841.9, 595.3)
"""A4 landscape, width and height, points (ISO 216: 297 × 210 mm)."""
MARGINS_INCH = {"left": 0.4, "right": 0.4, "top": 0.5, "bottom": 0.6}
PT_PER_INCH = 72
PT_PER_PIXEL = 0.75
"""96 pixels per inch."""
SAFETY = 0.95
"""Share of a page that is planned: programs round heights differently, and none may break earlier than planned."""
LEAST_SCALE = 0.7
"""Of a printed sheet whose texts can wrap: 10 points print as 7, and as 6 where a font is missing and the one in its
place is a fifth wider."""
LEAST_ROWS = 8
"""Rows of a long table, headings included, that start together."""


def column_pt(characters: float) -> float:
    """Width of a column in points: 7 pixels per character, in the font that columns are measured in, 5 around them."""
    return (int(characters * 7 + 0.5) + 5) * PT_PER_PIXEL


def widest_sheet_pt() -> float:
    """Width of columns, points, beyond which a page's text would be too small."""
    return _printable_pt()[0] / LEAST_SCALE


def _printable_pt() -> tuple[float, float]:
    """Width and height of a page within its margins."""
    across, down = (
        size - PT_PER_INCH * (MARGINS_INCH[first] + MARGINS_INCH[second])
        for size, first, second in zip(PAPER_PT, ("left", "top"), ("right", "bottom"), strict=True)
    )
    return across, down


def page_height_pt(widths_pt: Iterable[float]) -> float:
    """Height of sheet that one page shows when all columns are shrunk to its width, never enlarged; points."""
    width, height = _printable_pt()
    scale = max(0.1, min(1.0, int(100 * width / max(1.0, sum(widths_pt))) / 100))
    return SAFETY * height / scale


@dataclass
class Blocks:
    """What stands together on a sheet, by row."""

    starts: list[int] = field(default_factory=list)
    """Rows of the headings of tables; a table ends before the next one."""
    charts: list[tuple[int, int]] = field(default_factory=list)
    """First and last row."""

    def spans(self, end: int) -> dict[int, int]:
        """First row → row after the last of every table and chart of a sheet with `end` rows."""
        starts = sorted(self.starts)
        tables = dict(pairwise((*starts, end)))
        for first, last in self.charts:
            tables |= {start: first for start, after in tables.items() if start < first < after}
            tables[first] = last + 1
        return tables


def page_breaks(
    heights_pt: Sequence[float], blocks: Blocks, page_pt: float, repeated: tuple[int, int] | None = None
) -> list[int]:
    """Rows before which a page ends. `repeated`: first and last row printed on top of each page after their own.

    A table of up to half a page and a chart stay whole; of longer ones at least eight rows start together.
    """
    charts, spans = {first for first, _ in blocks.charts}, blocks.spans(len(heights_pt))
    breaks: list[int] = []
    used = 0.0
    for row, height in enumerate(heights_pt):
        need = height
        if row in spans:
            whole = sum(heights_pt[row : spans[row]])
            need = whole if row in charts or whole <= page_pt / 2 else sum(heights_pt[row : row + LEAST_ROWS])
        if used and height and used + need > page_pt:
            breaks.append(row)
            used = sum(heights_pt[repeated[0] : repeated[1] + 1]) if repeated and row > repeated[1] else 0.0
        used += height
    return breaks


def row_heights(last_row: int, default_pt: float, set_pt: Mapping[int, float], hidden: Iterable[int]) -> list[float]:
    """Height of every row, points; hidden ones take none."""
    nothing = dict.fromkeys(hidden, 0.0)
    return [nothing.get(row, set_pt.get(row, default_pt)) for row in range(last_row + 1)]
