"""Version sheet: everything the plan was made from by content, and a log that nobody filled in yet."""

from pathlib import Path
from typing import Literal, get_args

import pytest

from optimizer.inputs.requirements import Requirements
from optimizer.plan.data_version import data_versions
from optimizer.report.texts import known, label
from optimizer.report.workbook import write_workbook
from tests.report.hostile import texts_of
from tests.report.reading import row_of, values
from tests.report.sample_parts import sample_plan
from tests.requests import request_from

REQUEST = "name: r\nworkloads: [{name: c, kind: capacity, demand: {value: 8, unit: cards}}]\n"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_the_plan_was_made_from(language: Literal["zh", "en"], tmp_path: Path) -> None:
    write_workbook(sample_plan(language=language), tmp_path / "x.xlsx")
    book = values(tmp_path / "x.xlsx")
    sheet = book[label("sheet.version", language)]
    catalog = row_of(sheet, label("version.catalog_own", language).format(names="servers.box"), column=1)
    assert [sheet.cell(catalog, c).value for c in (3, 4, 5)] == [200, "–", "a" * 64]
    prices = row_of(sheet, label("version.price_book", language).format(name="china-2026"), column=1)
    assert [sheet.cell(prices, c).value for c in (3, 4, 5)] == [90, "2026-11-01", "b" * 64]
    request = row_of(sheet, "request.yaml", column=1)
    assert sheet.cell(request, 5).value == "0" * 64
    log = row_of(sheet, label("head.revision", language), column=1)
    assert [sheet.cell(log + 1, c).value for c in (1, 3, 5, 6, 7)] == [
        "1", "2026-11-30", label("version.first", language), None, None
    ]  # fmt: skip
    assert {"0.1.0", "6.95 CNY/USD (2026-10-30)"} <= texts_of(book)


def test_another_price_or_card_is_another_hash() -> None:
    plain, again = data_versions(request_from(REQUEST)), data_versions(request_from(REQUEST))
    assert plain == again
    assert [each.kind for each in plain] == ["catalog", "price_book"]
    own = "cards:\n  - {id: new, ecosystem: cuda, domestic: false}\n"
    changed = data_versions(request_from(REQUEST + "catalog: [own.yaml]\n", own_yaml=own))
    assert (changed[0].name, changed[0].entries) == ("cards.new", plain[0].entries + 1)
    assert changed[0].sha256 != plain[0].sha256
    assert changed[1] == plain[1]


def test_every_buyer_has_a_name() -> None:
    assert all(known(f"buyer.{each}") for each in get_args(Requirements.model_fields["buyer"].annotation))
