"""Rack sheet: sums by hand, every server in its place and in the picture, spares told apart, absent without racks."""

from pathlib import Path

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import row_of, values
from tests.report.sample_parts import sample_plan
from tests.report.sample_racks import rack

AMBER, GREY = "FFFFE699", "FFEDEDED"


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Worksheet:
    path = tmp_path_factory.mktemp("racks") / "plan.xlsx"
    write_workbook(sample_plan(language="en"), path)
    return values(path)[label("sheet.racks", "en")]


def cells(sheet: Worksheet, row: int, columns: range = range(1, 13)) -> list[object]:
    return [sheet.cell(row, column).value for column in columns]


def test_use_of_each_rack_by_hand(sheet: Worksheet) -> None:
    row = row_of(sheet, "row-a 5", column=1)  # 2 × 8 U, 2 × 5 kW, weight not known
    assert cells(sheet, row) == ["row-a 5", "国产八卡服务器", 2, 8, 16, 42, 5, 10, 12, "–", "–", 300]
    row = row_of(sheet, "row-a 6", column=1)  # 2 × 3 kW, 2 × 120 kg
    assert cells(sheet, row, range(7, 13)) == [3, 6, 12, 120, 240, 300]


def test_every_server_has_a_place_and_what_it_carries(sheet: Worksheet) -> None:
    start = row_of(sheet, label("racks.servers", "en"), column=1)
    rows = [cells(sheet, r, range(1, 8)) for r in range(start + 3, sheet.max_row + 1) if sheet.cell(r, 1).value]
    assert [row[:4] for row in rows] == [
        *(["row-a " + str(n), "Big 8-card server", n, "U1–U8"] for n in range(1, 5)),
        ["row-a 5", "国产八卡服务器", 1, "U1–U8"], ["row-a 5", "国产八卡服务器", 2, "U9–U16"],
        ["row-a 6", "Old 8-card server", 1, "U1–U8"], ["row-a 6", "Old 8-card server", 2, "U9–U16"],
    ]  # fmt: skip
    assert [row[6] for row in rows][2:5] == ["load · assistant", "spare", "load · 票据识别"]


def test_the_picture_has_every_unit_and_marks_spares(sheet: Worksheet) -> None:
    top = row_of(sheet, "U42", column=2)
    assert sheet.cell(top + 41, 2).value == "U1"
    fills = {n: [sheet.cell(top + 42 - u, 2 + n).fill.fgColor.rgb for u in range(1, 43)] for n in range(1, 7)}
    assert fills[1] == [GREY] * 8 + ["00000000"] * 34
    assert fills[4] == [AMBER] * 8 + ["00000000"] * 34  # the last of four is the spare
    assert fills[5] == [GREY] * 16 + ["00000000"] * 26
    assert (sheet.cell(top + 34, 7).value, sheet.cell(top + 26, 7).value) == ("#1", "#2")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_without_racks_seats_say_so(language: str, tmp_path: Path) -> None:
    limits = tuple(use for use in sample_plan().limits if not use.path.startswith("site.racks"))
    write_workbook(sample_plan(language=language, racks=(), limits=limits), tmp_path / "x.xlsx")  # type: ignore[arg-type]
    book = values(tmp_path / "x.xlsx")
    assert label("sheet.racks", language) not in book.sheetnames
    seats = book[label("sheet.seats", language)]
    assert row_of(seats, label("racks.none", language), column=1)


def test_limits_the_file_leaves_out(tmp_path: Path) -> None:
    open_rack = rack(1, "big-8", 1, 2, 3, 4, units=None, power_w=None, weight_kg=None)
    write_workbook(sample_plan(language="en", racks=(open_rack,)), tmp_path / "x.xlsx")
    sheet = values(tmp_path / "x.xlsx")[label("sheet.racks", "en")]
    row = row_of(sheet, "row-a 1", column=1)
    assert cells(sheet, row, range(5, 13)) == [32, "–", 10, 40, "–", 120, 480, "–"]
