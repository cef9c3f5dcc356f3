"""`procure plan --summary DIR`: the page beside the workbook, in its language, never over a file of the request."""

from pathlib import Path

import pytest

from optimizer.cli.exits import guarded
from optimizer.cli.main import invoke
from optimizer.report.brief.write import NAMES
from tests.requests import OWN_CARDS

REQUEST = """\
name: 机房
language: zh
catalog: [own.yaml]
measurements: [rows.csv]
workloads: [{name: w, kind: service, demand: {value: 16, unit: pages/s}}]
rent: {allowed: true}
"""
ROWS = "workload,server,cards,capacity,unit,date,source\nw,box-a,4,10,pages/s,2026-05,own bench\n"


@pytest.fixture
def request_file(tmp_path: Path) -> Path:
    for name, text in {"own.yaml": OWN_CARDS, "rows.csv": ROWS, "request.yaml": REQUEST}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "request.yaml"


def plan(file: Path, *more: str | Path) -> int:
    return guarded(lambda: invoke(["plan", str(file), "-o", str(file.parent / "plan.xlsx"), *map(str, more)]))


@pytest.mark.parametrize(
    ("language", "word"), [("zh", "建议：采购与租用"), ("en", "Recommendation: what to buy and rent")]
)
def test_page_and_pictures(request_file: Path, language: str, word: str) -> None:
    folder = request_file.parent / "made" / "here"
    assert plan(request_file, "--summary", folder, "--lang", language) == 0
    assert {path.name for path in folder.iterdir()} == set(NAMES) - {"racks.png"}
    for name in ("summary.md", "summary.html"):
        assert word in (folder / name).read_text("utf-8")


def test_nothing_of_the_request_is_replaced(request_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = request_file.parent / "summary.md"  # a strange name for a table, but the user's own
    asked.write_text(ROWS, encoding="utf-8")
    request_file.write_text(REQUEST.replace("rows.csv", "summary.md"), encoding="utf-8")
    assert plan(request_file, "--summary", request_file.parent) == 2
    assert "would replace a file of the request" in capsys.readouterr().err
    assert asked.read_text("utf-8") == ROWS
    assert not (request_file.parent / "plan.xlsx").exists()


def test_a_folder_that_cannot_be(request_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert plan(request_file, "--summary", request_file) == 2
    assert "is not a folder" in capsys.readouterr().err
    assert plan(request_file, "--summary", request_file.parent, "--json", request_file.parent / "summary.html") == 2
    assert "is named for both the JSON and the summary (summary.html)" in capsys.readouterr().err
