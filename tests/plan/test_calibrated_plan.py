"""The shipped example: its runs change the plan, and the plan says what it rests on."""

from pathlib import Path

import openpyxl
import pytest

from optimizer.inputs.load import load_request
from optimizer.inputs.request import Request
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.report.evidence_words import evidence_words
from optimizer.report.plan_texts import in_both
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from optimizer.resources import resource
from optimizer.solve.settings import Settings

EXAMPLE = resource("requirements_examples") / "calibrated_service.yaml"


def solved(request: Request) -> Plan:
    found = make_plan(request, Settings())
    assert isinstance(found, Plan)
    return found


@pytest.fixture(scope="module")
def request_() -> Request:
    return load_request(EXAMPLE)


@pytest.fixture(scope="module")
def calibrated(request_: Request) -> Plan:
    return solved(request_)


def test_three_runs_change_what_is_bought(request_: Request, calibrated: Plan) -> None:
    plain = solved(request_.model_copy(update={"runs": ()}))
    assert [(pool.server, pool.count) for pool in calibrated.pools] == [("atlas_800t_a3", 2)]
    assert [(pool.server, pool.count) for pool in plain.pools] == [("atlas_800i_a2_910b3", 5)]
    assert {p.origin for p in calibrated.placements} == {"calibrated"}
    assert {p.origin for p in plain.placements} == {"modelled"}
    assert calibrated.objective.tco_npv < plain.objective.tco_npv


def test_the_plan_names_its_runs(calibrated: Plan) -> None:
    note = "calibrated by 3 rows of calibrated_service.csv, factor 1.09"
    assert calibrated.placements[0].notes[0] == note
    assert in_both(note, "en").there == "按 calibrated_service.csv 的 3 行实测校准，系数 1.09"
    runs = [s for s in calibrated.sources if s.what == "measured runs that calibrate the model"]
    assert len(runs) == 3
    assert all(s.source.startswith("vllm-project/vllm-ascend:tests/") and s.confidence == "high" for s in runs)
    assert in_both(runs[0].value, "zh").here.startswith("calibrated_service.csv 的 1 行：实测/预测 ")
    assert "calibrated_service.csv" in {file.name for file in calibrated.files}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_page_one_and_the_sheets_say_so(calibrated: Plan, language: str, tmp_path: Path) -> None:
    plan = calibrated.model_copy(update={"language": language})
    write_workbook(plan, tmp_path / "x.xlsx")
    book = openpyxl.load_workbook(tmp_path / "x.xlsx")
    text = {s.title: [str(c.value) for row in s.iter_rows() for c in row if c.value] for s in book.worksheets}
    cards = f"{float(sum(p.cards for p in plan.placements if p.year == 1)):g}"
    words = evidence_words(plan, language)
    assert cards in words
    assert words in text[label("sheet.summary", language)]
    values = openpyxl.load_workbook(tmp_path / "x.xlsx", data_only=True)[label("sheet.cover", language)]
    assert label("summary.checks_hold", language) in [cell.value for row in values.iter_rows() for cell in row]
    for sheet in ("sheet.placement", "sheet.capacity"):
        assert label("origin.calibrated", language) in text[label(sheet, language)]
