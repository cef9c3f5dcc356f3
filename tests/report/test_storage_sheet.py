"""Storage in the workbook, on the console and in JSON: what is bought, and why where none is."""

from pathlib import Path
from typing import Literal

import pytest

from optimizer.plan.storage import Storage
from optimizer.report.json_report import empty_json, plan_json
from optimizer.report.storage_words import storage_quote, storage_words
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import row_of, values
from tests.report.sample_parts import sample_plan
from tests.report.sample_storage import STORAGE

OWNED = STORAGE.model_copy(update={"ordered_tb": 0, "not_bought": "owned", "stated_tb": 30})


@pytest.mark.parametrize("language", ["zh", "en"])
def test_bought_storage_is_on_its_sheet_in_the_purchases_and_the_price_basis(
    language: Literal["zh", "en"], tmp_path: Path
) -> None:
    write_workbook(sample_plan(language=language), tmp_path / "x.xlsx")
    book = values(tmp_path / "x.xlsx")
    sheet = book[label("sheet.storage", language)]
    shown = [cell.value for cell in sheet[7] if cell.value is not None]
    assert shown == ["pretrain", "pretrain", 91, 3, 15_000, 1, pytest.approx(15.273), pytest.approx(2.275), 24,
                     pytest.approx(408.25)]  # fmt: skip
    line = label("purchases.storage", language).format(rate="2.28")
    row = row_of(book[label("sheet.purchases", language)], line)
    cells = [cell.value for cell in book[label("sheet.purchases", language)][row]]
    assert {20, 1700, 34_000} <= set(cells)
    basis = book[label("sheet.price_basis", language)]
    row = row_of(basis, f"{label('item.storage', language)} (TB)")
    assert {1000, 1700, 2800} <= {cell.value for cell in basis[row]}


def test_storage_that_exists_is_shown_and_costs_nothing(tmp_path: Path) -> None:
    plan = sample_plan(language="en", storage=OWNED)
    write_workbook(plan, tmp_path / "x.xlsx")
    book = values(tmp_path / "x.xlsx")
    column = [row[0].value for row in book["Training storage"].iter_rows()]
    assert label("storage.not_bought.owned", "en") in column
    assert label("storage.stated", "en") in column
    assert not [line for line in plan.cost_lines if line.item == "storage"]
    assert storage_quote(plan, "en") == ""
    assert storage_words(OWNED, "en").startswith("20 TB to order, 0 TB bought")


def test_a_plan_without_training_has_no_such_sheet(tmp_path: Path) -> None:
    write_workbook(sample_plan(language="en", storage=None), tmp_path / "x.xlsx")
    assert "Training storage" not in values(tmp_path / "x.xlsx").sheetnames


def test_in_json() -> None:
    found = plan_json(sample_plan())["storage"]
    assert set(found) == set(Storage.model_fields)
    assert (found["ordered_tb"], found["price_per_tb"], found["uses"][0]["workload"]) == (20, 1700, "pretrain")
    assert plan_json(sample_plan(storage=None))["storage"] is None
    assert empty_json("bad_input")["storage"] is None
