"""Console answers: everything that matters, in 80 columns, without colour, in both languages."""

import subprocess
import sys
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console

from optimizer.report.console import print_no_plan, print_plan
from tests.report.sample_parts import sample_plan
from tests.report.sample_plan import bought
from tests.report.test_json_report import NO_PLAN


@pytest.mark.parametrize("language", ["zh", "en"])
def test_plan_in_eighty_columns(language: Literal["zh", "en"]) -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        print_plan(sample_plan(language=language), "reports/x.xlsx", console)
    text = capture.get()
    assert "\x1b" not in text
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    for expected in (
        "1,000,000",
        "4,000,000",
        "7,389,480",
        "TP4",
        "fp8",
        "93%",
        "50 / 60 kW",
        "5 / 12",
        "home-8",
        "reports/x.xlsx",
        "2/1/0",
        "14,688",
        "41%",
    ):
        assert expected in text, expected
    assert ("已证最优" if language == "zh" else "optimal") in text
    assert f"{float(sample_plan().objective.tco_npv):,.0f}" in text


def test_markup_in_names_is_text() -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        print_plan(sample_plan(name="[red]x[/red]\x1b[31m", pools=(bought(server_name="[b]s[/b]"),)), "", console)
    assert "[red]x[/red]" in capture.get()
    assert "[b]s[/b]" in capture.get()
    assert "\x1b" not in capture.get()


@pytest.mark.parametrize(("language", "word"), [("zh", "冲突"), ("en", "conflict")])
def test_infeasible_names_the_users_fields(language: str, word: str) -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        print_no_plan(NO_PLAN, language, console)
    assert word in capture.get()
    assert "r.yaml:12 site.it_power_kw = 5 kW" in capture.get()
    assert "80.5 GB" in capture.get()


def test_unknown_shows_the_bound_and_is_not_called_infeasible() -> None:
    console = Console(width=80, color_system=None)
    unknown = NO_PLAN.model_copy(update={"status": "unknown", "bound_fen": 123_456_789, "conflict": ()})
    with console.capture() as capture:
        print_no_plan(unknown, "en", console)
    assert "1,234,567.89 CNY" in capture.get()
    assert "No plan within the time limit" in capture.get()
    assert "conflict" not in capture.get()


def test_rich_is_not_imported_until_something_is_printed() -> None:
    code = (
        "import optimizer.report.console, optimizer.report.json_report, sys\n"
        "print([m for m in sys.modules if m.startswith(('rich', 'xlsxwriter'))])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
