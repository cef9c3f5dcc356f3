"""One worksheet being filled: text that stays text, formulas with cached values, widths that suit Chinese and Latin."""

import math
from collections.abc import Sequence

from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from optimizer.report.cell_text import MAX_TEXT, display_width, plain, shortened
from optimizer.report.cells import Cell, Expr, cell_at
from optimizer.report.pages import (
    MARGINS_INCH,
    PT_PER_PIXEL,
    Blocks,
    column_pt,
    page_breaks,
    page_height_pt,
    row_heights,
)
from optimizer.report.styles import Styles
from optimizer.report.texts import Words, both
from optimizer.report.widths import Widths
from optimizer.report.wrapping import is_prose, lines_of

LINE_HEIGHT, TITLE_HEIGHT = 15.0, 28.0
"""Points."""
TITLE_SCALE = 2.0
"""Width of a title's characters in those of a column: 18 points and bold, against 10."""
NOT_INDENTED = frozenset({"center", "right", "head", "head2"})
"""Texts that keep their place; all others stand off the line, and off the number beside them."""
BOLD, BOLD_SCALE = frozenset({"bold", "total", "head", "warn", "good", "alert"}), 1.1
"""Styles whose texts are wider, and how much."""
PROSE, PROSE_SCALE = 30, (1.1, 1.2)
"""Characters of a column from which on a line's letters average less than a digit; how many more it holds where some
are Chinese, and where none is."""
TAKE_NO_ROOM = frozenset({"title", "subtitle", "section", "section2", "head2"})
"""Texts that no column is widened for."""
MAX_LINES = 26
"""Longer text is all in the cell but not all on show."""


class Sheet:
    """Writes cells and remembers what it needs to set widths and heights at the end. Positions are zero-based."""

    def __init__(self, worksheet: Worksheet, styles: Styles, language: str) -> None:
        self.worksheet, self.styles, self.language = worksheet, styles, language
        self.name = str(worksheet.get_name())
        self.widest = 36
        """Characters a text column grows to before its text wraps."""
        self.cut_texts = 0
        """Cells that hold less than their text."""
        self.last_row, self.last_column = 0, 0
        self._widths = Widths()
        self._hidden_columns: set[int] = set()
        self._hidden_rows: set[int] = set()
        self._wraps: list[tuple[int, int, int, str, bool]] = []
        """Row, first and last column, text, whether bold."""
        self._heights: dict[int, float] = {}
        self._blocks = Blocks()
        self._charts: list[tuple[int, int]] = []
        """First column and width, pixels."""
        worksheet.set_default_row(LINE_HEIGHT + 1)
        worksheet.hide_gridlines(2)

    def text(self, row: int, column: int, value: str, *style: str, last_column: int | None = None) -> None:
        """Foreign or own text, over merged columns up to `last_column`; never a formula, number or link."""
        value = shortened(whole := plain(value), MAX_TEXT)
        self.cut_texts += value != whole
        if last_column is None and "cell" in style and "wrap" not in style:
            style = (*style, "wrap")
        if "cell" in style and not NOT_INDENTED & set(style):
            style = (*style, "indented")
        form = self.styles(*style)
        if last_column is not None and last_column > column:
            self.worksheet.merge_range(row, column, row, last_column, "", form)
        if value:
            self.worksheet.write_string(row, column, value, form)
        else:
            self.worksheet.write_blank(row, column, None, form)
        self._seen(row, last_column or column)
        if "wrap" in style:
            self._wraps.append((row, column, last_column or column, value, bool(BOLD & set(style))))
        if last_column is None and not TAKE_NO_ROOM & set(style):
            self._widths.text(column, value, self.widest)

    def other_language(self, *columns: int) -> None:
        """Columns that hold the other language: hidden, and shown by whoever wants to read or print it."""
        self._hidden_columns |= set(columns)

    def is_other_language(self, column: int) -> bool:
        """Whether a column was given to the other language."""
        return column in self._hidden_columns

    def title(self, key: str, subtitle: str = "") -> None:
        """Heading and remark in the first two rows; the third, hidden, has both in the other language."""
        words = both(key, self.language)
        remark = both(subtitle, self.language) if subtitle else Words("", "")
        self.text(0, 0, words.here, "title")
        self.text(1, 0, remark.here, "subtitle")
        self.hidden_text(2, 0, f"{words.there} · {remark.there}" if subtitle else words.there, "subtitle")
        self.height(0, TITLE_HEIGHT)

    def long_title(self, row: int, first: int, last: int, value: str, style: str = "title") -> None:
        """A heading or remark with foreign names in it, over columns of fixed widths, on as many lines as it takes."""
        self.text(row, first, value, style, "wrap", last_column=last)
        widths = (self._widths[c] for c in range(first, last + 1) if c not in self._hidden_columns)
        scale, line = (TITLE_SCALE, TITLE_HEIGHT) if style == "title" else (1.0, LINE_HEIGHT)
        self.height(row, line * math.ceil(scale * display_width(plain(value)) / sum(widths)))

    def hidden_text(self, row: int, column: int, value: str, *style: str, last_column: int | None = None) -> None:
        """A text in the other language that takes a row of its own: the row is hidden."""
        self.text(row, column, value, *style, last_column=last_column)
        self._hidden_rows.add(row)

    def label(self, row: int, column: int, key: str, *style: str) -> None:
        """A label in the plan's language, and in the other one in the next column."""
        self.words(row, column, both(key, self.language), *style)

    def words(self, row: int, column: int, words: Words, *style: str) -> None:
        """A text in the plan's language, and in the other one in the next column."""
        self.text(row, column, words.here, *style)
        self.text(row, column + 1, words.there, *style, "second")

    def number(self, row: int, column: int, value: float, *style: str) -> Cell:
        """A constant."""
        self.worksheet.write_number(row, column, value, self.styles(*style))
        self._number_seen(row, column, value, style)
        return cell_at(self.name, row, column, value)

    def formula(self, row: int, column: int, formula: Expr, *style: str) -> Cell:
        """A live formula with its cached value."""
        text = formula.text.replace(f"'{self.name}'!", "")
        self.worksheet.write_formula(row, column, f"={text}", self.styles(*style), formula.value)
        self._number_seen(row, column, formula.value, style)
        return cell_at(self.name, row, column, formula.value)

    def message(
        self, row: int, column: int, formula: str, value: str, *style: str, last_column: int | None = None
    ) -> None:
        """A formula that gives text."""
        text, form = formula.replace(f"'{self.name}'!", ""), self.styles(*style)
        if last_column is not None:
            self.worksheet.merge_range(row, column, row, last_column, "", form)
        self.worksheet.write_formula(row, column, f"={text}", form, value)
        self._seen(row, last_column or column)

    def link(self, row: int, column: int, sheet: str) -> None:
        """A link to another sheet of the workbook, shown by its name."""
        place = "internal:'" + sheet.replace("'", "''") + "'!A1"
        self.worksheet.write_url(row, column, place, self.styles("cell", "jump", "indented"), sheet)
        self._seen(row, column)

    def section(self, row: int, first: int, last: int, key: str) -> None:
        """A band with a heading; the other language stands in the last of the hidden columns it spans."""
        self.section_words(row, first, last, both(key, self.language))

    def section_words(self, row: int, first: int, last: int, words: Words) -> None:
        """The same with a heading that has figures in it."""
        others = [column for column in range(first + 1, last + 1) if column in self._hidden_columns]
        self._blocks.starts.append(row)
        for column in range(first, last + 1):
            self.text(row, column, words.there if column in others[-1:] else "", "section")
        self.text(row, first, words.here, "section")

    def head(self, row: int, column: int, keys: Sequence[str]) -> None:
        """Column headings: the other language in a hidden row, the plan's in the next one.

        `head.other_label` names the column of the other language.
        """
        for offset, key in enumerate(keys):
            if key == "head.other_label":
                key = "head.english" if self.language == "zh" else "head.chinese"
            self.heading(row, column + offset, both(key, self.language))

    def heading(self, row: int, column: int, words: Words, last_column: int | None = None) -> None:
        """One column heading: two rows, of which the first is hidden."""
        self.hidden_text(row, column, words.there, "cell", "head2", last_column=last_column)
        self.text(row + 1, column, words.here, "cell", "head", "wrap", last_column=last_column)

    def width(self, column: int, width: float) -> None:
        """Fix a column's width, characters."""
        self._widths.fix(column, width)

    def keep_width(self, column: int, width: float) -> None:
        """What a column keeps, if its texts are that long, where the page is too narrow for all."""
        self._widths.keep(column, width)

    def height(self, row: int, height_pt: float) -> None:
        """Fix a row's height, points."""
        self._heights[row] = height_pt

    def chart(self, first: int, last: int, column: int = 0, width_px: int = 0) -> None:
        """A chart stands on these rows from a column on: print all of it, on one page."""
        self._seen(last, column)
        self._blocks.charts.append((first, last))
        self._charts.append((column, width_px))

    def address(self, row: int, column: int, *, row_fixed: bool = False, column_fixed: bool = False) -> str:
        """A1 address within this sheet."""
        return str(xl_rowcol_to_cell(row, column, row_fixed, column_fixed))

    def finish(self, *, repeat: tuple[int, int] | None = None, pages_tall: int = 0) -> None:
        """Widths, heights, print set-up: A4 landscape, one page wide, footer with page numbers."""
        self._widths.fit(self._shown())
        self.last_column = max([self.last_column, *(self._reached(*chart) for chart in self._charts)])
        for column in sorted(self._widths.set_columns() | self._hidden_columns):
            options = {"hidden": column in self._hidden_columns}
            self.worksheet.set_column(column, column, self._widths[column], None, options)
        heights = self._set_heights()
        for row, height_pt in heights.items():
            self.worksheet.set_row(row, height_pt)
        for row in sorted(self._hidden_rows):
            self.worksheet.set_row(row, LINE_HEIGHT, None, {"hidden": True})
        page = "第 &P 页 / 共 &N 页" if self.language == "zh" else "Page &P of &N"
        self.worksheet.set_landscape()
        self.worksheet.set_paper(9)
        self.worksheet.set_margins(**MARGINS_INCH)
        self.worksheet.fit_to_pages(1, pages_tall)
        self.worksheet.set_footer(f"&L&A&R{page}")
        self.worksheet.print_area(0, 0, self.last_row, self.last_column)
        if repeat:
            self.worksheet.repeat_rows(*repeat)
        if not pages_tall:
            page_pt = page_height_pt(column_pt(self._widths[column]) for column in self._shown())
            rows = row_heights(self.last_row, LINE_HEIGHT + 1, heights, self._hidden_rows)
            self.worksheet.set_h_pagebreaks(page_breaks(rows, self._blocks, page_pt, repeat))

    def row_below(self, row: int, height_pt: float) -> int:
        """The first row that starts so far below the top of another; asked when the widths between them are fixed."""
        heights = self._set_heights() | dict.fromkeys(self._hidden_rows, 0.0)
        while height_pt > 0:
            height_pt -= heights.get(row, LINE_HEIGHT + 1)
            row += 1
        return row

    def _shown(self) -> list[int]:
        """Columns that are printed."""
        return [column for column in range(self.last_column + 1) if column not in self._hidden_columns]

    def _reached(self, column: int, width_px: float) -> int:
        """The column in which something ends that starts in another and is so wide."""
        while width_px > 0:
            if column not in self._hidden_columns:
                width_px -= column_pt(self._widths[column]) / PT_PER_PIXEL
            column += 1
        return column - 1

    def _set_heights(self) -> dict[int, float]:
        """Rows that are not of the common height."""
        return {row: LINE_HEIGHT * count + 2 for row, count in self._lines().items() if count > 1} | self._heights

    def _lines(self) -> dict[int, int]:
        """Lines that the wrapped texts on show need, by row."""
        lines: dict[int, int] = {}
        for row, first, last, value, bold in self._wraps:
            on_show = [column for column in range(first, last + 1) if column not in self._hidden_columns]
            if on_show:
                room = max(4.0, sum(self._widths[column] for column in on_show) - 1.5)
                prose = PROSE_SCALE[value.isascii()] if room > PROSE and is_prose(value) else 1.0
                needed = lines_of(value, room * prose / (BOLD_SCALE if bold else 1))
                lines[row] = max(lines.get(row, 1), min(MAX_LINES, needed))
        return lines

    def _number_seen(self, row: int, column: int, value: float, style: tuple[str, ...]) -> None:
        self._widths.number(column, value, style)
        self._seen(row, column)

    def _seen(self, row: int, column: int) -> None:
        self.last_row, self.last_column = max(self.last_row, row), max(self.last_column, column)
