"""On paper: column headings on every page, names of any length on page one, what is not known said so."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Literal

import openpyxl
import pytest

from optimizer.report.sheets import SHEET_KEYS
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.office import convert
from tests.report.reading import page_one, row_of, values
from tests.report.sample_parts import sample_plan
from tests.report.sample_placements import WORKLOADS, placement
from tests.report.sample_plan import bought

HEADS = {
    "purchases": "head.unit_price", "price_basis": "head.basis", "placement": "head.load", "capacity": "head.notes",
    "seats": "head.devices", "cost": "head.present", "limits": "head.available", "rejections": "head.needed",
    "limit_values": "value.saved", "alternatives": "alt.difference",
    "capex": "head.vat_rate", "opex": "head.present", "cash_flow": "head.present", "depreciation": "head.constant",
    "unit_cost": "head.total", "sensitivity": "sense.span", "break_even": "break.middle",
    "requirements": "head.stated", "checks": "head.compared", "inputs": "head.solved",
    "sources": "head.confidence", "proof": "head.file",
    "storage": "head.checkpoint_gb",
    "racks": "head.role", "acceptance": "head.accept_rule", "risks": "head.mitigation", "version": "head.file",
}  # fmt: skip
"""A heading of the longest table of each sheet."""
FIT = "fit: one request of max_context_tokens; no load was sized"


def test_every_sheet_repeats_the_headings_of_its_longest_table(tmp_path: Path) -> None:
    asked = [WORKLOADS[0].model_copy(update={"name": f"service {n}"}) for n in range(8)]
    rows = [placement(year, workload=w.name) for year in range(1, 11) for w in asked]
    plan = sample_plan(language="en", workloads=asked, placements=rows)
    write_workbook(plan, tmp_path / "x.xlsx")
    book = values(tmp_path / "x.xlsx")
    assert set(HEADS) == set(SHEET_KEYS) - {"summary", "cover"}
    for key, head in HEADS.items():
        sheet = book[label(f"sheet.{key}", "en")]
        hidden, shown = (int(row.strip("$")) for row in str(sheet.print_title_rows).split(":"))
        assert sheet.row_dimensions[hidden].hidden, key
        assert label(head, "en") in [cell.value for cell in sheet[shown]], key
    placed = book[label("sheet.placement", "en")]
    breaks = [page.id for page in placed.row_breaks.brk]  # 1-based row above the break
    first = row_of(placed, label("head.workload", "en"), column=1, after=14)
    assert breaks
    assert all(row > first + 1 for row in breaks)


@pytest.mark.parametrize(("name", "lines"), [("plan", 1), ("算" * 200, 3)])
def test_a_long_name_wraps_on_page_one(name: str, lines: int, tmp_path: Path) -> None:
    # 40 + 38 + 15 + 16 + 30 + 4 × 16 = 203 characters on show; a title's take two, Chinese ones four:
    # 2 × (400 + 3 + 16) / 203 = 4.1 lines
    write_workbook(sample_plan(name=name), tmp_path / "x.xlsx")
    sheet = page_one(values(tmp_path / "x.xlsx"))
    assert sheet.cell(1, 2).alignment.wrap_text
    height = sheet.row_dimensions[1].height
    assert height is not None
    assert height >= 27.75 * lines
    assert (height > 28) == (lines > 1)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_one_says_what_is_not_known_or_at_risk(language: Literal["zh", "en"], tmp_path: Path) -> None:
    asked = (
        WORKLOADS[0].model_copy(update={"name": "in flight"}),
        WORKLOADS[0].model_copy(update={"name": "chat", "demand_note": FIT, "demand": Decimal(1)}),
    )
    rows = [placement(1, workload="chat", demand=Decimal(15)), placement(1, workload="in flight")]
    plan = sample_plan(
        language=language, workloads=asked, placements=rows, cost_per_million_tokens=(), lead_time_risk=("big-8",)
    )
    write_workbook(plan, tmp_path / "x.xlsx")
    book = values(tmp_path / "x.xlsx")
    page, per_million = page_one(book), label("summary.per_million_live", language)
    row = row_of(page, f"{per_million} · in flight")
    assert page.cell(row, 4).value == label("word.not_known", language)
    shown = [str(cell.value) for line in page.iter_rows() for cell in line if cell.value]
    assert f"{per_million} · chat" not in shown
    assert label("summary.not_sized_text", language).format(names="chat") in shown
    assert label("summary.lead_time_text", language).format(names="Big 8-card server") in shown
    placed = book[label("sheet.placement", language)]
    loads = [placed.cell(placed.max_row - 1 + n, 19).value for n in range(2)]
    assert loads == ["–", pytest.approx(14 / 15)]


@pytest.mark.office
def test_page_one_prints_on_one_page(tmp_path: Path) -> None:
    many = tuple(bought(server=f"s{i}", server_name=f"A rather long name of server number {i}") for i in range(12))
    path = tmp_path / "many.xlsx"
    write_workbook(sample_plan(pools=many, quote_needed=tuple(p.server for p in many)), path)
    book = openpyxl.load_workbook(path)
    for sheet in book.worksheets:
        if sheet.title != page_one(book).title:
            sheet.print_area = "A1:A1"
    book.save(path)
    pdf = convert([path], tmp_path, "pdf")[0].read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == len(book.worksheets)
