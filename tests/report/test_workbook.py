"""The workbook as written: cached values are the plan's, formulas are live, consistent and plain, labels complete."""

import re
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl.cell.cell import Cell

from optimizer.plan.plan import Plan
from optimizer.report.item_order import ITEM_ORDER
from optimizer.report.sheets import SHEET_KEYS
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import (
    FIRST_TIME_COLUMN,
    formula_cells,
    formulas,
    number,
    page_one,
    planned_column,
    relative,
    row_of,
    values,
)
from tests.report.sample_parts import sample_plan
from tests.report.sample_placements import CURVES

KNOWN_FUNCTIONS = {"SUM", "SUMPRODUCT", "IF", "AND", "OR", "ABS", "MIN", "MAX", "COUNTIF", "CHOOSE", "NPV"}
NUMBERS_ALLOWED = {"0", "1"}
"""Flags and comparisons; `1 + rate` and `1 / 0` flags. Everything else is a cell."""


LINK = re.compile(r"='[^']+'!\$[A-Z]+\$\d+")
ALONG_TIME = ("cost", "opex", "cash_flow", "depreciation", "unit_cost")
"""Sheets on the time axis, in the columns of *Cost by year*."""


@pytest.fixture(scope="module", params=["zh", "en"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Path]:
    plan = sample_plan(language=request.param)
    path = tmp_path_factory.mktemp("workbook") / "plan.xlsx"
    write_workbook(plan, path)
    return plan, path


def close(a: float, b: float | Decimal) -> bool:
    return abs(a - float(b)) <= max(0.01, 1e-9 * abs(float(b)))


def test_sheets_are_in_order_and_none_is_hidden(written: tuple[Plan, Path]) -> None:
    plan, path = written
    book = values(path)
    assert book.sheetnames == [label(f"sheet.{key}", plan.language) for key in SHEET_KEYS]
    assert {sheet.sheet_state for sheet in book.worksheets} == {"visible"}


def test_cached_cost_by_item_and_year_is_the_plans(written: tuple[Plan, Path]) -> None:
    plan, path = written
    sheet = values(path)[label("sheet.cost", plan.language)]
    end = FIRST_TIME_COLUMN + plan.cost_rules.horizon_years + 1
    seen = 0
    for item in ITEM_ORDER:
        row = row_of(sheet, label(f"item.{item}", plan.language))
        for column in range(FIRST_TIME_COLUMN, end + 1):
            year = column - FIRST_TIME_COLUMN
            at_end = column == end
            expected = sum(
                line.amount
                for line in plan.cost_lines
                if line.item == item and (at_end if item == "resale" else line.year == year and not at_end)
            )
            assert close(number(sheet, row, column), expected), (item, year)
            seen += expected != 0
        assert close(number(sheet, row, 8), sum(x.present_value for x in plan.cost_lines if x.item == item))
    assert seen == len({(line.item, line.year) for line in plan.cost_lines})


def test_cached_tco_capex_and_zero_resale_are_the_plans(written: tuple[Plan, Path]) -> None:
    plan, path = written
    page = values(path)[label("sheet.summary", plan.language)]
    figures = {
        "summary.capex_incl_vat": plan.totals.capex_incl_vat,
        "summary.capex": plan.totals.capex,
        "summary.tco": plan.objective.tco_npv,
        "summary.tco_zero_resale": plan.tco_at_zero_resale,
        "summary.bound": plan.objective.bound,
    }
    for key, expected in figures.items():
        assert close(number(page, row_of(page, label(key, plan.language)), 4), expected), key
    assert plan.totals.capex_incl_vat == Decimal(7_427_900)  # by hand: docstring of sample_plan


def test_every_money_cell_of_cost_and_purchases_is_a_formula(written: tuple[Plan, Path]) -> None:
    plan, path = written
    book = formulas(path)
    cost = book[label("sheet.cost", plan.language)]
    first = row_of(cost, label("item.servers", plan.language))
    for row in range(first, cost.max_row + 1):
        for cell in cost[row][5:]:
            assert not isinstance(cell.value, int | float), cell.coordinate
    purchases = book[label("sheet.purchases", plan.language)]
    total = row_of(purchases, label("purchases.total", plan.language))
    lines = [row for row in range(7, total + 1) if purchases.cell(row, 2).value]
    assert len(lines) == 2 + 3 + 1 + 2 * 3 + 1  # pools, network, storage, installation and so on of each pool, total
    for row in lines:
        for column in (14, 16, 17):
            assert purchases.cell(row, column).data_type == "f", (row, column)


def test_formulas_are_the_same_along_each_row(written: tuple[Plan, Path]) -> None:
    plan, path = written
    compared = 0
    end = FIRST_TIME_COLUMN + plan.cost_rules.horizon_years + 1
    sheets = [formulas(path)[label(f"sheet.{key}", plan.language)] for key in ALONG_TIME]
    rows = [row for sheet in sheets for row in sheet.iter_rows(min_row=6, min_col=FIRST_TIME_COLUMN, max_col=end)]
    for row in rows:
        live = [cell for cell in row if isinstance(cell, Cell) and cell.data_type == "f"]
        forms = {relative(str(cell.value), cell.row, cell.column) for cell in live}
        if forms:
            assert len(forms) == 1, (row[0].row, forms)
            assert all(cell.data_type == "f" for cell in row), row[0].row
            compared += 1
    assert compared > 60


@pytest.mark.parametrize(
    ("key", "first", "groups"),
    [
        ("capex", 6, ((5, 7, 8),)),
        ("sensitivity", 8, ((9, 10), (11, 12))),
        ("break_even", 6, ((5, 6, 7),)),
    ],
)
def test_columns_that_mean_the_same_have_one_formula_and_rows_a_unit(
    key: str, first: int, groups: tuple[tuple[int, ...], ...], written: tuple[Plan, Path]
) -> None:
    plan, path = written
    sheet = formulas(path)[label(f"sheet.{key}", plan.language)]
    rows = [row for row in range(first, sheet.max_row + 1) if sheet.cell(row, groups[0][0]).data_type == "f"]
    assert len(rows) >= 5
    for row in rows:
        for columns in groups:
            texts = [str(sheet.cell(row, c).value) for c in columns if sheet.cell(row, c).data_type == "f"]
            if len(texts) < len(columns) or all(LINK.fullmatch(text) for text in texts):
                continue  # the ends of an input, one cell each; adaptation, which has no VAT
            forms = {relative(text, row, c) for text, c in zip(texts, columns, strict=True)}
            assert len(forms) == 1, (key, row, forms)
        assert sheet.cell(row, 1).value not in (None, ""), (key, row)
        assert sheet.cell(row, 3).value not in (None, ""), (key, row)


def test_names_are_few_and_point_at_inputs(written: tuple[Plan, Path]) -> None:
    plan, path = written
    names = formulas(path).defined_names
    assert set(names) == {"selected_case", "discount_rate", "mid_year", "vat_recoverable"}
    inputs = label("sheet.inputs", plan.language)
    assert all(inputs in name.attr_text for name in names.values())


def test_only_plain_functions_and_no_numbers_inside_formulas(written: tuple[Plan, Path]) -> None:
    _, path = written
    functions, constants = set(), set()
    for cell in formula_cells(formulas(path)):
        bare = re.sub(r"'[^']*'!|\"[^\"]*\"", "", str(cell.value))
        functions |= set(re.findall(r"([A-Z][A-Z.]+)\(", bare))
        constants |= set(re.findall(r"(?<![A-Z$\d.])\d+(?:\.\d+)?(?![\d.])", bare))
    assert functions <= KNOWN_FUNCTIONS
    assert constants <= NUMBERS_ALLOWED


def test_every_input_and_cost_row_has_both_labels_and_a_unit(written: tuple[Plan, Path]) -> None:
    plan, path = written
    book = values(path)
    for key in ("inputs", *ALONG_TIME):
        sheet = book[label(f"sheet.{key}", plan.language)]
        rows = [row for row in range(6, sheet.max_row + 1) if sheet.cell(row, 2).value]
        assert len(rows) >= 8
        for row in rows:
            assert sheet.cell(row, 3).value, (key, row)
            assert sheet.cell(row, 4).value, (key, row)


def test_inputs_are_blue_on_yellow_and_show_the_solved_value(written: tuple[Plan, Path]) -> None:
    plan, path = written
    sheet = formulas(path)[label("sheet.inputs", plan.language)]
    row = row_of(sheet, f"{label('inputs.unit_price', plan.language)} · Big 8-card server")
    planned = planned_column(plan.cost_rules.horizon_years)
    ends = [sheet.cell(row, column) for column in (planned - 1, planned, planned + 1)]
    assert [cell.value for cell in ends] == [900_000, 1_000_000, 1_200_000]
    assert sheet.cell(row, 7).value == 1_000_000
    assert values(path)[sheet.title].cell(row, 6).value == 1_000_000
    for cell in ends:
        assert (cell.font.color.rgb, cell.fill.fgColor.rgb) == ("FF0000FF", "FFFFF9DB")


def test_same_plan_same_bytes(written: tuple[Plan, Path], tmp_path: Path) -> None:
    plan, path = written
    write_workbook(plan, tmp_path / "again.xlsx")
    assert (tmp_path / "again.xlsx").read_bytes() == path.read_bytes()
    assert [p.name for p in tmp_path.iterdir()] == ["again.xlsx"]


def test_the_other_language_is_there_and_hidden(written: tuple[Plan, Path]) -> None:
    plan, path = written
    book, other = values(path), "en" if plan.language == "zh" else "zh"
    for key in SHEET_KEYS:
        sheet = book[label(f"sheet.{key}", plan.language)]
        hidden = {c for c, d in sheet.column_dimensions.items() if d.hidden}
        assert hidden, key
    cost = book[label("sheet.cost", plan.language)]
    row = row_of(cost, label("item.energy", plan.language))
    assert cost.cell(row, 3).value == label("item.energy", other)
    assert cost.column_dimensions["C"].hidden
    assert not cost.column_dimensions["B"].hidden
    assert cost.row_dimensions[4].hidden
    assert not cost.row_dimensions[5].hidden
    assert cost.cell(4, 9).value == label("axis.purchase", other)
    assert cost.cell(5, 9).value == label("axis.purchase", plan.language)


def test_sources_of_inputs_are_their_own(written: tuple[Plan, Path], tmp_path: Path) -> None:
    plan, _ = written
    told = tuple(p.model_copy(update={"source": f"source of {p.id}"}) for p in plan.parameters)
    write_workbook(plan.model_copy(update={"parameters": told}), tmp_path / "x.xlsx")
    sheet = values(tmp_path / "x.xlsx")[label("sheet.inputs", plan.language)]
    source = planned_column(plan.cost_rules.horizon_years) + 2
    for row_label, parameter in {
        f"{label('inputs.resale', plan.language)} · Big 8-card server": "resale_sxm_oam",
        f"{label('inputs.resale', plan.language)} · 国产八卡服务器": "resale_domestic",
        f"{label('inputs.facility_work', plan.language)} · Big 8-card server": "facility_work_air_per_kw",
        f"{label('inputs.facility_work', plan.language)} · 国产八卡服务器": "facility_work_liquid_per_kw",
        label("inputs.nic_price", plan.language): "nic_200g_price",
        label("inputs.switch_price", plan.language): "switch_roce_price",
        label("inputs.vat_goods", plan.language): "vat_goods",
    }.items():
        assert sheet.cell(row_of(sheet, row_label), source).value == f"source of {parameter}", row_label


def test_network_and_owned_servers_are_listed(written: tuple[Plan, Path]) -> None:
    plan, path = written
    sheet = values(path)[label("sheet.purchases", plan.language)]
    for key, quantity, subtotal in (
        ("purchases.network_cards", 16, 112_000),
        ("purchases.optics", 64, 384_000),
    ):
        row = row_of(sheet, label(key, plan.language))
        assert (sheet.cell(row, 9).value, sheet.cell(row, 14).value) == (quantity, subtotal)
    switches = label("purchases.switches", plan.language).format(leaf=2, spine=1, kind="roce")
    assert number(sheet, row_of(sheet, switches), 14) == 600_000
    owned = row_of(sheet, "Old 8-card server", after=row_of(sheet, label("purchases.owned", plan.language), column=1))
    assert (sheet.cell(owned, 9).value, sheet.cell(owned, 14).value) == (2, None)
    assert "2 / 1 / 0" in str(sheet.cell(owned, 13).value)


def test_page_setup(written: tuple[Plan, Path]) -> None:
    _, path = written
    book = values(path)
    for sheet in book.worksheets:
        assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("landscape", 9)
        fit, footer = sheet.sheet_properties.pageSetUpPr, sheet.oddFooter
        assert fit is not None
        assert fit.fitToPage
        assert sheet.page_setup.fitToWidth in (None, 1)  # absent: 1
        assert sheet.print_area
        assert footer is not None
        assert "&P" in str(footer.right.text)
    heights = {sheet.title: sheet.page_setup.fitToHeight for sheet in book.worksheets}
    for title in (page_one(book).title, label("sheet.cover", written[0].language)):
        assert heights.pop(title) is None  # absent: exactly one page; 0: as many as it takes
    assert set(heights.values()) == {0}
    with zipfile.ZipFile(path) as parts:
        assert sum(name.startswith("xl/charts/chart") for name in parts.namelist()) == 7 + len(CURVES)


def test_page_one_says_what_to_watch(written: tuple[Plan, Path]) -> None:
    plan, path = written
    shown = "\n".join(str(c.value) for row in page_one(values(path)).iter_rows() for c in row if c.value)
    for expected in (
        "国产八卡服务器 *",
        "540,000",
        "fp8",
        "bf16",
        "8,123,457",
        "site.racks[].weight_kg",
        label("summary.inputs_same", plan.language),
    ):
        assert expected in shown, expected
