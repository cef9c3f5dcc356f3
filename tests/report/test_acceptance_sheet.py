"""Acceptance sheet: limits by hand, verdicts that turn when measured values are entered, the fault table."""

from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.plan.acceptance import Acceptance
from optimizer.report.acceptance.checks import checks_of
from optimizer.report.acceptance.faults import FAULTS
from optimizer.report.acceptance.methods import COMMANDS, METHODS
from optimizer.report.labels import LABELS
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.office import recalculated
from tests.report.reading import row_of, values
from tests.report.sample_parts import sample_plan

LEAST, MOST, MEASURED, VERDICT = 7, 8, 9, 10
POOLS = {"big-8": "Big 8-card server × 4 (Big 141 GB)", "home-8": "国产八卡服务器 × 2 (昇腾样卡)"}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("acceptance") / "plan.xlsx"
    write_workbook(sample_plan(language="en"), path)
    return path


def row(sheet: Worksheet, key: str, server: str = "big-8", tail: str = "") -> int:
    return row_of(sheet, label(f"accept.{key}", "en") + tail, column=1, after=row_of(sheet, POOLS[server], column=1))


def limits(sheet: Worksheet, at: int) -> tuple[object, object]:
    return sheet.cell(at, LEAST).value, sheet.cell(at, MOST).value


SPEED = " · assistant · TP4 PP1 fp8"


def test_limits_by_hand(written: Path) -> None:
    sheet = values(written)[label("sheet.acceptance", "en")]
    assert limits(sheet, row(sheet, "devices")) == (8, 8)
    assert limits(sheet, row(sheet, "memory")) == (141, "–")
    assert limits(sheet, row(sheet, "pair")) == (pytest.approx(0.6 * 450), "–")
    assert limits(sheet, row(sheet, "pair", "home-8")) == (pytest.approx(0.6 * 196 / 7), "–")
    assert limits(sheet, row(sheet, "all_reduce", "home-8")) == (pytest.approx(0.6 * 196), "–")
    assert limits(sheet, row(sheet, "nic")) == (3200, "–")  # eight cards at 400 Gbit/s
    assert limits(sheet, row(sheet, "power")) == ("–", 10)  # nameplate, kW
    assert limits(sheet, row(sheet, "stream", tail=SPEED)) == (pytest.approx(0.7 * 100), 160)
    assert limits(sheet, row(sheet, "throughput", tail=SPEED)) == (pytest.approx(0.7 * 1462.5), "–")
    assert limits(sheet, row(sheet, "ttft", tail=SPEED)) == ("–", 2000)  # the file's limit
    assert limits(sheet, row(sheet, "tpot", tail=SPEED)) == ("–", pytest.approx(41.5 / 0.7))  # the file has none


def test_rented_and_unknown_machines_are_asked_only_what_can_be_measured() -> None:
    plan = sample_plan()
    keys = {p.server: [c.key for c in checks_of(plan, p, "en")] for p in plan.pools if p.count}
    assert keys["cloud-1"] == ["devices", "firmware", "errors", "nic", "storage", "capacity"]
    assert {"power", "temperature", "throttle", "clock", "mfu"} <= set(keys["big-8"])
    assert "old-8" not in keys


def test_nothing_bought_nothing_to_accept(tmp_path: Path) -> None:
    write_workbook(sample_plan(language="en", acceptance=Acceptance()), tmp_path / "x.xlsx")
    sheet = values(tmp_path / "x.xlsx")[label("sheet.acceptance", "en")]
    assert row_of(sheet, label("accept.none", "en"), column=1)


def test_every_check_has_words_and_every_command_a_check() -> None:
    for key in METHODS:
        assert f"accept.{key}" in LABELS
    assert {key for commands in COMMANDS.values() for key in commands} <= set(METHODS)
    assert len(FAULTS) >= 10
    assert all(chinese and english for fault in FAULTS for chinese, english in fault)


@pytest.mark.office
def test_verdicts_follow_the_measured_values(written: Path, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(written)
    sheet = book[label("sheet.acceptance", "en")]
    entered: dict[int, tuple[float | str, str]] = {
        row(sheet, "memory"): (141, "pass"), row(sheet, "memory", "home-8"): (140.9, "FAIL"),
        row(sheet, "ecc"): ("yes", "pass"), row(sheet, "firmware"): ("no", "FAIL"),
        row(sheet, "stream", tail=SPEED): (161, "FAIL"), row(sheet, "throughput", tail=SPEED): (1100, "pass"),
        row(sheet, "tpot", tail=SPEED): (59.2, "pass"), row(sheet, "clock"): (0.94, "FAIL"),
        row(sheet, "temperature"): (80, "open"), row(sheet, "storage"): (5, "pass"),
    }  # fmt: skip
    for at, (value, _) in entered.items():
        sheet.cell(at, MEASURED, value)
    sheet.cell(row(sheet, "storage"), LEAST).value = 4  # the contract's; the slowdown temperature is left open
    book.save(tmp_path / "measured.xlsx")
    (path,) = recalculated([tmp_path / "measured.xlsx"], tmp_path)
    judged = values(path)[sheet.title]
    assert {at: judged.cell(at, VERDICT).value for at in entered} == {at: word for at, (_, word) in entered.items()}
    counts = [judged.cell(row_of(judged, label(f"accept.{key}", "en"), column=1), 3).value
              for key in ("passed", "failed", "open")]  # fmt: skip
    plan = sample_plan()
    total = sum(len(checks_of(plan, pool, "en")) for pool in plan.pools if pool.count)
    assert counts == [5, 4, total - 9]
