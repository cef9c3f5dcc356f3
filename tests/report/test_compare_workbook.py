"""The workbook of a comparison: values are the plans', differences are formulas, what has no plan says why."""

import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.errors import ModelError
from optimizer.plan.comparison import CATEGORY_ITEMS, BridgeItem, Comparison
from optimizer.report.compare_workbook import MAX_SHEET_NAME, sheet_name, write_comparison
from optimizer.report.texts import label
from tests.report.hostile import BROKEN, HOSTILE, texts_of
from tests.report.reading import formula_cells, formulas, number, row_of, values
from tests.report.sample_comparison import sample_comparison

BASE, NVIDIA, MORE, DOMESTIC, UNKNOWN = range(5, 10)
"""Columns of the scenarios, 1-based."""


@pytest.fixture(scope="module", params=["zh", "en"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Comparison, Path]:
    comparison = sample_comparison(language=request.param)
    path = tmp_path_factory.mktemp("comparison") / "compare.xlsx"
    write_comparison(comparison, path)
    return comparison, path


def named(sheet: Worksheet, key: str, language: str) -> int:
    return row_of(sheet, label(key, language), column=1)


def test_sheets_and_hidden_columns(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    book, language = values(path), comparison.language
    assert book.sheetnames == [
        *(label(f"sheet.{key}", language) for key in ("scenarios", "cost_chart", "bridge", "curve")),
        f"0 {label('compare.base', language)}", "1 nvidia-only", "2 more users", "3 domestic-only", "4 国产-过半-",
        label("sheet.notes", language),
    ]  # fmt: skip
    for sheet in book.worksheets:
        is_chart = sheet.title == label("sheet.cost_chart", language)
        assert is_chart or any(d.hidden for d in sheet.column_dimensions.values()), sheet.title
        assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("landscape", 9)
    with zipfile.ZipFile(path) as parts:
        assert sum(name.startswith("xl/charts/chart") for name in parts.namelist()) == 3


def test_the_whole_cost_chart_is_printed(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    area = str(values(path)[label("sheet.cost_chart", comparison.language)].print_area)
    assert area.endswith("$A$1:$V$26")  # 1380 px = 21.6 columns of 64; the chart starts in row 4, covers 22


def test_columns_hold_the_plans(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    sheet, language = values(path).worksheets[0], comparison.language
    for column, result in enumerate(comparison.results[:3], start=BASE):
        plan = result.plan
        assert plan is not None
        for key, expected in {
            "summary.tco": plan.objective.tco_npv,
            "compare.tco_solved": plan.objective.tco_npv,
            "proof.bound": plan.objective.bound,
            "summary.capex_incl_vat": plan.totals.capex_incl_vat,
            "item.servers": sum(x.present_value for x in plan.cost_lines if x.item == "servers"),
            "item.energy": sum(x.present_value for x in plan.cost_lines if x.item == "energy"),
            "share.spend": plan.totals.domestic_share.spend or 0,
        }.items():
            assert abs(number(sheet, named(sheet, key, language), column) - float(expected)) < 0.01, key
        assert sheet.cell(named(sheet, "compare.check", language), column).value == 1


def test_differences_are_formulas_against_the_base(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    shown, live, language = values(path).worksheets[0], formulas(path).worksheets[0], comparison.language
    row, total = (named(shown, key, language) for key in ("compare.difference", "summary.tco"))
    expected = number(shown, total, NVIDIA) - number(shown, total, BASE)
    assert abs(number(shown, row, NVIDIA) - expected) < 0.01
    assert live.cell(row, NVIDIA).value == f"=F{total}-$E${total}"
    assert str(live.cell(total, NVIDIA).value).startswith("=SUM(F")


def test_what_has_no_plan_says_why(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    book, language = values(path), comparison.language
    sheet = book.worksheets[0]
    status = named(sheet, "head.status", language)
    assert sheet.cell(status, DOMESTIC).value == label("status.infeasible", language)
    assert sheet.cell(status, UNKNOWN).value == label("status.unknown", language)
    conflict = str(sheet.cell(named(sheet, "compare.conflict", language), DOMESTIC).value)
    assert "policy.domestic_share.minimum" in conflict
    assert "request.yaml:41" in conflict
    assert "60 kW" in conflict
    assert sheet.cell(named(sheet, "summary.tco", language), DOMESTIC).value == "–"
    demand = named(sheet, "compare.demand", language)
    assert sheet.cell(demand, MORE).value == label("compare.demand_changed", language)
    assert {"site.it_power_kw", "policy.domestic_share.minimum"} <= texts_of(book) | {
        str(cell.value) for row in book["3 domestic-only"].iter_rows() for cell in row
    }


def test_bridge_adds_up_to_the_difference(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    sheet, language = values(path).worksheets[2], comparison.language
    base = number(sheet, named(sheet, "bridge.base", language), NVIDIA)
    rows = [named(sheet, f"category.{category}", language) for category in CATEGORY_ITEMS]
    total = number(sheet, named(sheet, "bridge.scenario", language), NVIDIA)
    assert abs(base + sum(number(sheet, row, NVIDIA) for row in rows) - total) < 0.01
    network = number(sheet, named(sheet, "category.network", language), NVIDIA)
    assert network == -1_096_000  # by hand: docstring of sample_plan
    shares = [number(sheet, row + rows[-1] - rows[0] + 5, NVIDIA) for row in rows]
    assert abs(sum(shares) - 1) < 1e-9


def test_curve_leaves_a_hole_where_there_is_no_plan(written: tuple[Comparison, Path]) -> None:
    comparison, path = written
    sheet, language = values(path).worksheets[3], comparison.language
    rows = list(sheet.iter_rows(min_row=6, max_row=16))
    assert [row[0].value for row in rows] == [n / 10 for n in range(11)]
    assert rows[10][3].value is None
    assert rows[10][1].value == label("status.infeasible", language)
    assert (rows[9][3].value, rows[9][4].value) == (8_400_000, 400_000)
    assert abs(number(sheet, 15, 8) - 400 / 8_400_000) < 1e-12
    assert all(row[3].data_type == "n" for row in formulas(path).worksheets[3].iter_rows(min_row=6, max_row=15))


def test_same_comparison_same_bytes(written: tuple[Comparison, Path], tmp_path: Path) -> None:
    comparison, path = written
    write_comparison(comparison, tmp_path / "again.xlsx")
    assert (tmp_path / "again.xlsx").read_bytes() == path.read_bytes()


def test_a_bridge_that_differs_from_its_plans_is_not_written(tmp_path: Path) -> None:
    comparison = sample_comparison()
    first, *rest = comparison.bridges
    wrong = first.model_copy(update={"amount": first.amount + 1})
    with pytest.raises(ModelError, match="against base"):
        write_comparison(comparison.model_copy(update={"bridges": (wrong, *rest)}), tmp_path / "x.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_foreign_text_stays_text(tmp_path: Path) -> None:
    plain = sample_comparison()
    results = tuple(
        result.model_copy(update={"name": "base" if number_ == 0 else text})
        for number_, (result, text) in enumerate(zip(plain.results, ("", *HOSTILE[:4]), strict=True))
    )
    bridges = tuple(
        item.model_copy(update={"scenario": {"nvidia-only": HOSTILE[0], "more users": HOSTILE[1]}[item.scenario]})
        for item in plain.bridges
    )
    paths = tmp_path / "plain.xlsx", tmp_path / "hostile.xlsx"
    for path, comparison in zip(
        paths, (plain, plain.model_copy(update={"results": results, "bridges": bridges})), strict=True
    ):
        write_comparison(comparison, path)
    counts = [sum(1 for _ in formula_cells(formulas(path))) for path in paths]
    assert counts[0] == counts[1]
    assert set(HOSTILE[:4]) <= texts_of(formulas(paths[1]))
    with zipfile.ZipFile(paths[1]) as parts:
        assert not any(b"<hyperlink" in parts.read(name) for name in parts.namelist())


@pytest.mark.parametrize("name", [*HOSTILE, *BROKEN, "[x]:*?/\\'", "长" * 60, "", "History"])
def test_sheet_names_are_ones_that_excel_takes(name: str) -> None:
    result = sample_comparison().results[1].model_copy(update={"name": name})
    made = sheet_name(3, result, "zh")
    assert made.startswith("3")
    assert len(made) <= MAX_SHEET_NAME
    assert not set(made) & set("[]:*?/\\'\r\n\t\0")


def test_a_cost_per_million_tokens_that_is_not_known_is_said_to_be(tmp_path: Path) -> None:
    comparison = sample_comparison(language="en")
    base, nvidia, *others = comparison.results
    assert nvidia.plan is not None
    unknown = nvidia.model_copy(update={"plan": nvidia.plan.model_copy(update={"cost_per_million_tokens": ()})})
    results = (base, unknown, *others)
    write_comparison(comparison.model_copy(update={"results": results}), tmp_path / "c.xlsx")
    sheet = values(tmp_path / "c.xlsx").worksheets[0]
    row = row_of(sheet, f"{label('summary.per_million', 'en')} · assistant", column=1)
    assert base.plan is not None
    assert number(sheet, row, BASE) == pytest.approx(float(base.plan.cost_per_million_tokens[0].blended), rel=1e-12)
    assert (sheet.cell(row, NVIDIA).value, sheet.cell(row, DOMESTIC).value) == ("not known", "–")


def test_a_scenario_with_a_long_name_keeps_its_heading_on_the_page(tmp_path: Path) -> None:
    base = sample_comparison(language="en").results[0]
    results = (base, base.model_copy(update={"name": "nvidia-only " * 16}))
    bridges = tuple(BridgeItem(scenario=results[1].name, category=c, amount=Decimal(0)) for c in CATEGORY_ITEMS)
    write_comparison(sample_comparison(language="en", results=results, bridges=bridges), tmp_path / "c.xlsx")
    sheet = values(tmp_path / "c.xlsx").worksheets[5]
    assert str(sheet["A1"].value).startswith("Scenario · nvidia-only")
    assert sheet["A1"].alignment.wrap_text
    assert (sheet.row_dimensions[1].height or 0) > 28
    hidden, shown = (int(row.strip("$")) for row in str(sheet.print_title_rows).split(":"))
    assert sheet.row_dimensions[hidden].hidden
    assert sheet.cell(shown, 1).value == label("head.workload", "en")


def test_a_comparison_without_any_plan_is_written(tmp_path: Path) -> None:
    without = tuple(result for result in sample_comparison(language="en").results if result.plan is None)
    assert without
    comparison = sample_comparison(language="en", results=without, bridges=(), curve=())
    write_comparison(comparison, tmp_path / "c.xlsx")
    assert label("sheet.cost_chart", "en") in values(tmp_path / "c.xlsx").sheetnames
