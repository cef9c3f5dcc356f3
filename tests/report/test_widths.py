"""Widths and line breaks by hand, and every sheet of a plan wide enough to hold its text and narrow enough to print."""

from pathlib import Path
from typing import Literal

import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.report.pages import column_pt, widest_sheet_pt
from optimizer.report.widths import DEFAULT_WIDTH, Widths
from optimizer.report.workbook import write_workbook
from optimizer.report.wrapping import lines_of
from tests.report.reading import values
from tests.report.sample_parts import sample_plan

OWN = 5 / 7
"""Characters that the file adds to a column's width for its margins."""


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("four and five", 9, 2),
        ("four and five", 13, 1),
        ("eight-card server", 11, 2),  # after the hyphen
        ("算力采购方案", 4, 3),
        ("unbreakable", 4, 3),
        ("a unbreakable b", 4, 5),  # a, unbr, eaka, ble, b
        ("one\n\nthree", 9, 3),
        ("", 4, 1),
    ],
)
def test_a_text_breaks_at_spaces_and_hyphens(text: str, room: float, lines: int) -> None:
    assert lines_of(text, room) == lines


def test_a_column_is_as_wide_as_its_text_or_number() -> None:
    widths = Widths()
    widths.text(0, "twelve chars", 36)
    widths.text(1, "x" * 50, 36)
    widths.number(2, 1234.5, ("cell", "money"))
    widths.number(3, 0.25, ("cell", "percent"))
    assert [widths[column] for column in range(5)] == [15, 36, len("1,234.50") + 3, len("25.00%") + 3, DEFAULT_WIDTH]


def test_texts_give_way_before_numbers_and_kept_widths() -> None:
    widths = Widths()
    for column in range(9):
        widths.text(column, "some words of a text " * 3, 60)
    widths.keep(8, 40)
    widths.fix(9, 10)
    for column in range(10, 14):
        widths.number(column, 1_234_567.89, ("money",))
    widths.fit(range(14))
    # 1,120 points; numbers 4 × 15 characters, kept 40 and fixed 10 leave 8 columns of 11
    assert {widths[column] for column in range(8)} == {11}
    assert [widths[column] for column in (8, 9, 10)] == [40, 10, 15]
    assert sum(column_pt(widths[column]) for column in range(14)) <= widest_sheet_pt()


def shown_widths(sheet: Worksheet) -> list[float]:
    """Widths of the printed columns in characters."""
    known = {c: d for d in sheet.column_dimensions.values() for c in range(d.min or 0, (d.max or 0) + 1)}
    last = sheet.print_area.rpartition("$")[0].rpartition("$")[2]
    columns = range(1, sheet.max_column + 1)
    wide = [known.get(c) for c in columns if get_column_letter(c) <= last or len(get_column_letter(c)) < len(last)]
    return [d.width - OWN if d else DEFAULT_WIDTH for d in wide if d is None or not d.hidden]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_sheet_prints_in_a_size_that_can_be_read(language: Literal["zh", "en"], tmp_path: Path) -> None:
    write_workbook(sample_plan(language=language), tmp_path / "x.xlsx")
    for sheet in values(tmp_path / "x.xlsx").worksheets:
        printed = sum(map(column_pt, shown_widths(sheet)))
        assert printed <= 1.08 * widest_sheet_pt(), (sheet.title, printed)  # at 65 % ten points print as 6.5
