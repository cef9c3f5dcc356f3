"""What page one says of counts that depend on the quantile, of prices without a range, and of racks nobody limits."""

from pathlib import Path

from openpyxl.worksheet.worksheet import Worksheet
from rich.console import Console

from optimizer.plan.caution import Caution
from optimizer.plan.plan import Plan
from optimizer.report.console import print_plan
from optimizer.report.json_report import plan_json
from optimizer.report.labels import LABELS
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import row_of, values
from tests.report.sample_parts import VARIANTS, sample_plan
from tests.report.sample_plan import bought


def page(plan: Plan, folder: Path, name: str = "summary") -> Worksheet:
    path = folder / f"{name}{len(list(folder.iterdir()))}.xlsx"
    write_workbook(plan, path)
    sheet = values(path)[label(f"sheet.{name}", plan.language)]
    assert isinstance(sheet, Worksheet)
    return sheet


def test_other_counts_at_p10_are_marked_and_named(tmp_path: Path) -> None:
    more = VARIANTS[0].model_copy(update={"purchases": ("5 × Big 8-card server",)})
    sheet = page(sample_plan(language="en", pools=(bought(),), variants=(more,)), tmp_path)
    text = sheet.cell(row_of(sheet, label("summary.counts_differ", "en")), 4).value
    assert "5 instead of 4" in str(text)
    marked = sheet.cell(row_of(sheet, label("variant.p10", "en")), 6).fill.fgColor.rgb
    assert marked == "FFFFE699"


def test_equal_counts_at_p10_are_not(tmp_path: Path) -> None:
    sheet = page(sample_plan(language="en", pools=(bought(),), variants=VARIANTS[:1]), tmp_path)
    labels = [sheet.cell(row, 2).value for row in range(1, sheet.max_row + 1)]
    assert label("summary.counts_differ", "en") not in labels


def test_a_single_price_has_no_range_and_quotes_can_name_the_server(tmp_path: Path) -> None:
    pool = bought()
    only = pool.unit_price.model_copy(update={"low": pool.unit_price.amount, "high": pool.unit_price.amount})
    plan = sample_plan(pools=(pool.model_copy(update={"unit_price": only}),), quote_needed=("big-8",))
    sheet = page(plan, tmp_path, "price_basis")
    row = row_of(sheet, "big-8", column=3)
    assert [sheet.cell(row, column).value for column in (8, 9, 10)] == [
        "单一来源，无区间", float(pool.unit_price.amount), "–",
    ]  # fmt: skip
    front = page(plan, tmp_path)
    assert "单一来源，无区间" in str(front.cell(row_of(front, label("summary.quote_needed", "zh")), 4).value)


def test_racks_without_a_limit_are_not_counted_and_pieces_have_no_decimals(tmp_path: Path) -> None:
    plan = sample_plan()
    sheet = page(plan, tmp_path)
    racks = row_of(sheet, "机柜 row-a", column=7)
    assert sheet.cell(racks, 9).number_format.startswith("#,##0;")
    budget = row_of(sheet, LABELS["limit.capex_budget"][0], column=7)
    assert sheet.cell(budget, 10).number_format.startswith('"¥"#,##0;')
    free = tuple(use for use in plan.limits if not use.path.startswith("site.racks"))
    sheet = page(sample_plan(limits=free), tmp_path)
    assert sheet.cell(row_of(sheet, label("summary.racks", "zh"), column=7), 9).value == "未计算"


CAUTIONS = (
    Caution(rule="ups", finding="ask", factor=1.5, base=6500, needed=9750, available=None, unit="W", source="a rule"),
    Caution(rule="psu", finding="ask", server="big-8", server_name="=BIG()", factor=1.5, base=8000, needed=12000,
            available=None, unit="W", source="seed practice"),
    Caution(rule="weight", finding="unchecked", server="big-8", server_name="=BIG()", place="row-a", factor=1, base=0,
            needed=0, available=1000, unit="kg", source="the requirements file"),
)  # fmt: skip


def test_machine_cautions_are_one_line_on_page_one_and_whole_on_the_limits_sheet(tmp_path: Path) -> None:
    plan = sample_plan(language="en", cautions=CAUTIONS)
    front = page(plan, tmp_path)
    row = row_of(front, label("summary.cautions", "en"))
    said = "3 to look at (UPS, PSU, weight): numbers and sources on sheet Limits."
    assert front.cell(row, 4).value == said
    sheet = page(plan, tmp_path, "limits")
    head = row_of(sheet, label("limits.cautions", "en"), column=1)
    rows = [(sheet.cell(r, 1).value, sheet.cell(r, 3).value) for r in range(head + 1, head + 7)]
    assert rows[0] == ("Site", "UPS: ask for ≥ 9.75 kW (1.5 × 6.5 kW IT power) [a rule]")
    assert rows[1] == (None, "UPS：要求容量 ≥ 9.75 kW（1.5 × IT 功率 6.5 kW） [a rule]")
    assert sheet.row_dimensions[head + 2].hidden
    assert rows[2][0] == "=BIG()"
    assert str(rows[2][1]).startswith("PSU: ask for ≥ 12 kW (1.5 × 8 kW sustained)")
    assert "the 1,000 kg of rack row-a are not checked" in str(rows[4][1])
    none = page(sample_plan(language="en"), tmp_path, "limits")
    assert none.cell(row_of(none, label("limits.cautions", "en"), column=1) + 1, 1).value == "–"
    quiet = page(sample_plan(language="en"), tmp_path)
    assert label("summary.cautions", "en") not in [quiet.cell(r, 2).value for r in range(1, quiet.max_row + 1)]


def test_machine_cautions_on_the_console_and_in_json() -> None:
    plan = sample_plan(language="zh", cautions=CAUTIONS)
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        print_plan(plan, "", console)
    assert "UPS：要求容量 ≥ 9.75 kW（1.5 × IT 功率 6.5 kW）" in capture.get()
    assert "=BIG(): 电源：要求额定容量 ≥ 12 kW" in capture.get()
    first = plan_json(plan)["cautions"][0]
    assert first == {
        "rule": "ups", "finding": "ask", "server": "", "server_name": "", "place": "", "factor": 1.5, "base": 6500.0,
        "needed": 9750.0, "available": None, "unit": "W", "source": "a rule",
        "text": "UPS：要求容量 ≥ 9.75 kW（1.5 × IT 功率 6.5 kW）",
    }  # fmt: skip
