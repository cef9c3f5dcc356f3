"""What page one says of counts that depend on the quantile, of prices without a range, and of racks nobody limits."""

from pathlib import Path

from openpyxl.worksheet.worksheet import Worksheet

from optimizer.plan.plan import Plan
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
