"""Load curves on their sheet with a chart of each, stated factors on page one, both in JSON and on the console."""

import re
import zipfile
from pathlib import Path

import pytest
from openpyxl.utils import get_column_letter
from rich.console import Console

from optimizer.plan.load_curves import StatedFactor
from optimizer.plan.plan import Plan
from optimizer.report.console import print_plan
from optimizer.report.json_report import plan_json
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import cells, row_of, values
from tests.report.sample_parts import sample_plan
from tests.report.sample_placements import CURVES, POINTS

FACTORS = (
    StatedFactor(workload="assistant", kind="speculation", factor=1.3, source="own test 2026-10"),
    StatedFactor(workload="=1+1", kind="disaggregation", factor=1.25, source=""),
)


@pytest.fixture(scope="module", params=["zh", "en"])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Path]:
    plan = sample_plan(language=request.param, stated_factors=FACTORS)
    path = tmp_path_factory.mktemp("curves") / "plan.xlsx"
    write_workbook(plan, path)
    return plan, path


def test_every_point_has_a_row_and_the_planned_one_is_marked(written: tuple[Plan, Path]) -> None:
    plan, path = written
    sheet = values(path)[label("sheet.capacity", plan.language)]
    title = row_of(sheet, label("curve.title", plan.language), column=1)
    rows = [
        [cell.value for cell in row if not sheet.column_dimensions[get_column_letter(cell.column or 0)].hidden]
        for row in sheet.iter_rows(min_row=title + 5, max_row=title + 4 + 2 * len(POINTS), max_col=14)
    ]
    for row, (curve, expected) in zip(rows, [(c, p) for c in CURVES for p in POINTS], strict=True):
        mark = "planned" if expected.planned else "full" if expected.full else "within"
        assert [row[0], row[1], row[3], row[4]] == [
            curve.workload, expected.concurrency, label(f"curve.{mark}", plan.language), "fp8",
        ]  # fmt: skip
        assert row[5:10] == [
            expected.requests_per_s, expected.output_tokens_per_s, expected.total_tokens_per_s, expected.ttft_mean_ms,
            expected.tpot_mean_ms,
        ]  # fmt: skip


def test_a_chart_of_each_curve_reads_its_own_rows(written: tuple[Plan, Path]) -> None:
    plan, path = written
    name = label("sheet.capacity", plan.language)
    sheet = values(path)[name]
    first = row_of(sheet, label("curve.title", plan.language), column=1) + 5
    with zipfile.ZipFile(path) as book:
        charts = [book.read(part).decode() for part in book.namelist() if part.startswith("xl/charts/chart")]
    texts = [re.sub(r"&amp;", "&", chart) for chart in charts if "logBase" in chart]
    assert len(texts) == len(CURVES)
    for number, chart in enumerate(texts):
        top = first + number * len(POINTS)
        for low, high in ((top, top + 3), (top + 2, top + 2)):  # the whole curve, the planned point
            assert f"!$B${low}:$B${high}<" in chart or (low == high and f"!$B${low}<" in chart)
        assert "scatterChart" in chart


def test_page_one_prints_what_the_file_states(written: tuple[Plan, Path]) -> None:
    plan, path = written
    sheet = values(path)[label("sheet.summary", plan.language)]
    text = str(sheet.cell(row_of(sheet, label("summary.stated", plan.language)), 4).value)
    assert "1.3" in text
    assert "own test 2026-10" in text
    assert f"=1+1{'：' if plan.language == 'zh' else ':'}" in text
    assert label("stated.no_source", plan.language) in text
    assert all(cell.data_type != "f" for cell in cells(sheet) if "1+1" in str(cell.value))


def test_console_and_json(written: tuple[Plan, Path]) -> None:
    plan, _ = written
    console = Console(width=200, record=True)
    print_plan(plan, console=console)
    shown = console.export_text()
    assert label("summary.stated", plan.language) in shown
    assert "own test 2026-10" in shown
    found = plan_json(plan)
    assert [curve["server"] for curve in found["curves"]] == ["big-8", "home-8"]
    assert found["curves"][0]["points"][2]["planned"] is True
    assert found["stated_factors"][1] == {"workload": "=1+1", "kind": "disaggregation", "factor": 1.25, "source": ""}


def test_a_plan_without_curves_has_no_such_section(tmp_path: Path) -> None:
    write_workbook(sample_plan(language="en", curves=()), tmp_path / "plain.xlsx")
    sheet = values(tmp_path / "plain.xlsx")[label("sheet.capacity", "en")]
    assert label("curve.title", "en") not in {cell.value for cell in cells(sheet)}
    assert label("summary.stated", "en") not in {
        cell.value for cell in cells(values(tmp_path / "plain.xlsx")[label("sheet.summary", "en")])
    }
