"""LibreOffice recalculates every formula: as written it gives the plan, with changed inputs what the formulas say."""

from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.inputs.load import load_request
from optimizer.plan.comparison import CATEGORY_ITEMS, Comparison
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.report.compare_workbook import write_comparison
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from optimizer.resources import resource
from optimizer.solve.settings import Settings
from tests.report.changed_file import change_cells
from tests.report.office import recalculated
from tests.report.reading import formula_cells, formulas, number, page_one, planned_column, row_of, values
from tests.report.sample_changes import CHANGES, FROM_CNY, FROM_USD, MILLION, at_price, by_load, changed
from tests.report.sample_comparison import sample_comparison
from tests.report.sample_parts import RULES, sample_plan
from tests.report.sample_plan import bought, domestic, owned, rented

pytestmark = pytest.mark.office
VALUE_COLUMN = 6


VARIED: dict[str, Plan] = {
    "sample": sample_plan(),
    FROM_USD: at_price(MILLION, "USD"),
    FROM_CNY: by_load("0.4", quoted="CNY"),
    "english, five years": sample_plan(
        language="en",
        cost_rules=RULES.model_copy(update={"horizon_years": 5, "discount_rate": Decimal("0.0375")}),
        pools=(
            bought(
                counts=(4,) * 5,
                busy_cards=tuple(Decimal(n) / 3 for n in range(5)),
                resale_factor=Decimal("0.1343"),
            ),
            rented(counts=(1, 0, 2, 2, 3), busy_cards=(Decimal(0),) * 5),
        ),
        placements=(),
        network=None,
    ),
    "one year, bought alone, VAT is a cost": sample_plan(
        cost_rules=RULES.model_copy(update={"horizon_years": 1, "vat_recoverable": False, "timing": "end_year"}),
        pools=(domestic(counts=(2,), busy_cards=(Decimal("1.23456789"),)),),
        placements=(),
        rack_rents=(),
        network=None,
    ),
    "rented alone": sample_plan(
        pools=(rented(),), placements=(), rack_rents=(), limits=(), quote_needed=(), network=None
    ),
    "owned alone": sample_plan(
        pools=(owned(),), quote_needed=(), ecosystem_costs=(), network=None, no_acquisition=True
    ),
    "owned beside bought of one type": sample_plan(
        pools=(bought(owned=(1, 0, 2), owned_in_warranty=(False, False, True)),), network=None
    ),
}
COMPARED: dict[str, Comparison] = {
    "comparison": sample_comparison(),
    "comparison in English, base without a plan": sample_comparison(
        language="en", results=sample_comparison().results[::-1], bridges=(), curve=()
    ),
}
WITHIN_RANGE = "a price within its range"
OTHER_END = "the low of an input that had no range"
BROKEN_LIMIT = "dearer than the budget"
SHIPPED = "company_service"
"""An example as shipped."""


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Name → (as written or changed, recalculated)."""
    folder = tmp_path_factory.mktemp("office")
    written: dict[str, Path] = {}
    for number_, (name, plan) in enumerate(VARIED.items()):
        written[name] = folder / f"plan{number_}.xlsx"
        write_workbook(plan, written[name])
    for number_, (name, comparison) in enumerate(COMPARED.items()):
        written[name] = folder / f"comparison{number_}.xlsx"
        write_comparison(comparison, written[name])
    shipped = make_plan(load_request(resource("requirements_examples", f"{SHIPPED}.yaml")), Settings())
    assert isinstance(shipped, Plan)
    written[SHIPPED] = folder / "shipped.xlsx"
    write_workbook(shipped, written[SHIPPED])
    inputs = {name: (change.base, change.inputs) for name, change in CHANGES.items()}
    inputs[WITHIN_RANGE] = ("sample", {"单价 · Big 8-card server": 1_050_000})
    inputs[BROKEN_LIMIT] = ("sample", {"单价 · Big 8-card server": 2_000_000})
    for number_, (name, (base, rows)) in enumerate(inputs.items()):
        written[name] = folder / f"changed{number_}.xlsx"
        sheet = values(written[base])[label("sheet.inputs", "zh")]
        cells = {input_cell(sheet, row_label): value for row_label, value in rows.items()}
        change_cells(written[base], written[name], sheet.title, cells)
    written[OTHER_END] = folder / "end.xlsx"
    sheet = values(written["sample"])[label("sheet.inputs", "zh")]
    low = sheet.cell(row_of(sheet, label("inputs.discount_rate", "zh")), planned_column(3) - 1).coordinate
    change_cells(written["sample"], written[OTHER_END], sheet.title, {low: 0.05})
    results = recalculated(list(written.values()), folder)
    return {name: (path, result) for (name, path), result in zip(written.items(), results, strict=True)}


def input_cell(sheet: Worksheet, row_label: str) -> str:
    """Where one types another value: among the planned ones, or the value itself where there is no range."""
    row = row_of(sheet, row_label)
    planned = sheet.cell(row, planned_column(3))
    return (sheet.cell(row, VALUE_COLUMN) if planned.value is None else planned).coordinate


def tco(book: Workbook, language: str) -> float:
    page = book[label("sheet.summary", language)]
    return number(page, row_of(page, label("summary.tco", language)), 4)


def first_page(book: Workbook) -> set[str]:
    return {str(c.value) for row in page_one(book).iter_rows() for c in row if c.value is not None}


@pytest.mark.parametrize("name", [*VARIED, *COMPARED, SHIPPED])
def test_recalculation_gives_every_cached_value(name: str, books: dict[str, tuple[Path, Path]]) -> None:
    written, result = books[name]
    cached, again, checked = values(written), values(result), 0
    for cell in formula_cells(formulas(written)):
        before = cached[cell.parent.title][cell.coordinate].value
        after = again[cell.parent.title][cell.coordinate].value
        if isinstance(before, str):
            assert after == before, (cell.parent.title, cell.coordinate)
        else:
            assert abs(after - before) <= max(0.01, 1e-9 * abs(before)), (cell.parent.title, cell.coordinate)
            if abs(before) < 10:  # factors, flags, shares: 0.01 would be too coarse
                assert after == pytest.approx(before, rel=1e-9, abs=1e-9), (cell.parent.title, cell.coordinate)
        checked += 1
    assert checked > (25 if name in COMPARED else 100)


def test_recalculated_bridges_add_up(books: dict[str, tuple[Path, Path]]) -> None:
    sheet = values(books["comparison"][1])[label("sheet.bridge", "zh")]
    row = row_of(sheet, label("bridge.check", "zh"), column=1)
    assert [sheet.cell(row, column).value for column in (6, 7)] == [1, 1]
    base = number(sheet, row_of(sheet, label("bridge.base", "zh"), column=1), 6)
    parts = [number(sheet, row_of(sheet, label(f"category.{c}", "zh"), column=1), 6) for c in CATEGORY_ITEMS]
    plan = COMPARED["comparison"].results[1].plan
    assert plan is not None
    assert abs(base + sum(parts) - float(plan.objective.tco_npv)) < 0.01


@pytest.mark.parametrize("name", VARIED)
def test_recalculated_tco_is_the_plans_and_all_checks_hold(name: str, books: dict[str, tuple[Path, Path]]) -> None:
    plan, book = VARIED[name], values(books[name][1])
    assert abs(tco(book, plan.language) - float(plan.objective.tco_npv)) <= max(
        0.01, 1e-9 * float(plan.objective.tco_npv)
    )
    assert {label(f"summary.{key}", plan.language) for key in ("checks_hold", "inputs_same")} <= first_page(book)


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_input_changes_the_tco_as_the_cost_function_says(
    name: str, books: dict[str, tuple[Path, Path]]
) -> None:
    change, book = CHANGES[name], values(books[name][1])
    expected = float(change.plan.objective.tco_npv)
    assert abs(expected - float(VARIED[change.base].objective.tco_npv)) > 100
    assert abs(tco(book, "zh") - expected) <= max(0.01, 1e-9 * expected)
    page = book[label("sheet.summary", "zh")]
    capex = number(page, row_of(page, label("summary.capex_incl_vat", "zh")), 4)
    assert abs(capex - float(change.plan.totals.capex_incl_vat)) <= 0.01


@pytest.mark.parametrize("name", CHANGES)
def test_page_one_says_what_was_changed(name: str, books: dict[str, tuple[Path, Path]]) -> None:
    shown = first_page(values(books[name][1]))
    is_price = not name.startswith(("discount", "VAT", "load"))
    expected, other = ("prices_changed", "inputs_changed") if is_price else ("inputs_changed", "prices_changed")
    if name in ("unit price", "the high case"):  # up to 1.1 million the plan stays the cheapest
        expected = "out_of_range"
    assert label(f"summary.{expected}", "zh") in shown
    assert label(f"summary.{other}", "zh") not in shown
    broken = name == "the high case"  # the budget
    assert label("summary.checks_fail" if broken else "summary.checks_stale", "zh") in shown
    assert label("summary.checks_hold", "zh") not in shown
    assert label("status.optimal", "zh") not in shown
    page = values(books[name][1])[label("sheet.summary", "zh")]
    gap = row_of(page, label("proof.gap", "zh"))
    assert [page.cell(gap, column).value for column in (4, 6)] == [label("summary.stale", "zh")] * 2


def test_a_price_within_its_range_asks_for_no_other_plan(books: dict[str, tuple[Path, Path]]) -> None:
    assert label("summary.in_range", "zh") in first_page(values(books[WITHIN_RANGE][1]))


def test_a_low_that_the_buyer_states_enters_the_tornado_alone(books: dict[str, tuple[Path, Path]]) -> None:
    book = values(books[OTHER_END][1])
    sheet = book[label("sheet.sensitivity", "zh")]
    row = row_of(sheet, label("inputs.discount_rate", "zh"), column=1)
    expected = changed(rules={"discount_rate": Decimal("0.05")}).objective.tco_npv
    assert number(sheet, row, 9) == pytest.approx(float(expected), abs=0.01)
    assert tco(book, "zh") == pytest.approx(float(VARIED["sample"].objective.tco_npv), abs=0.01)
    assert {label("summary.checks_hold", "zh"), label("summary.inputs_same", "zh")} <= first_page(book)


def test_a_broken_limit_fails_the_master_check(books: dict[str, tuple[Path, Path]]) -> None:
    shown = first_page(values(books[BROKEN_LIMIT][1]))
    assert label("summary.checks_fail", "zh") in shown  # 12.0 million CNY against a budget of 9
