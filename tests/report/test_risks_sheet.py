"""Risk sheet: facts with their figures, levels as formulas over inputs, nothing to fill in filled in."""

from pathlib import Path
from typing import Literal

import pytest

from optimizer.plan.risk.risks import risks
from optimizer.report.risk_words import risk_concerns, risk_fact, risk_name
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import formulas, row_of, values
from tests.report.sample_parts import VARIANTS, sample_plan
from tests.report.sample_plan import bought, domestic, unit_price


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_risk_has_a_row(language: Literal["zh", "en"], tmp_path: Path) -> None:
    plan = sample_plan(language=language, prices_valid_until="2026-12-10")
    write_workbook(plan, tmp_path / "x.xlsx")
    shown, live = (book(tmp_path / "x.xlsx")[label("sheet.risks", language)] for book in (values, formulas))
    for number, risk in enumerate(risks(plan), start=1):
        row = row_of(shown, risk_name(risk, language).here, column=2)
        assert shown.cell(row, 1).value == number
        assert (shown.cell(row, 4).value, shown.cell(row, 5).value) == (risk.likelihood, risk.impact)
        assert live.cell(row, 6).value == f"=$D${row}*$E${row}"
        assert shown.cell(row, 6).value == risk.level
        assert shown.cell(row, 7).value == risk_concerns(plan, risk, language).here
        assert shown.cell(row, 9).value == risk_fact(plan, risk, language).here
        assert "{" not in str(shown.cell(row, 9).value)
        assert (shown.cell(row, 15).value, shown.cell(row, 16).value) == (None, None)  # owner, due


def test_figures_in_the_facts() -> None:
    imported = unit_price("600000", quoted="USD")
    dearer = VARIANTS[0].model_copy(update={"tco_npv": sample_plan().objective.tco_npv * 2})
    plan = sample_plan(
        language="en", pools=(bought(), domestic(unit_price=imported)), prices_valid_until="2026-12-10",
        variants=(dearer, VARIANTS[1]),
    )  # fmt: skip
    facts = {each.kind: risk_fact(plan, each, "en").here for each in risks(plan)}
    assert "priced in USD at 6.95 CNY/USD (2026-10-30); a move of 10 % is 120,000 CNY" in facts["exchange_rate"]
    assert facts["validity"] == "the first on 2026-12-10, 10 days after the plan's date"
    assert "6 × 国产八卡服务器" not in facts["quantile"]  # that is p50
    assert "4 × Big 8-card server" in facts["quantile"]
    assert facts["binding"] == "one more breaks: Facility power"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_one_names_the_worst_five(language: Literal["zh", "en"], tmp_path: Path) -> None:
    plan = sample_plan(language=language)
    write_workbook(plan, tmp_path / "x.xlsx")
    sheet = values(tmp_path / "x.xlsx")[label("sheet.summary", language)]
    line = str(sheet.cell(row_of(sheet, label("summary.risks", language)), 4).value)
    assert all(f"{risk_name(risk, language).here} ({risk.level})" in line for risk in risks(plan)[:5])
    assert risk_name(risks(plan)[5], language).here not in line
