"""Console answers: everything that matters, in 80 columns, without colour, in both languages."""

import subprocess
import sys
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console

from optimizer.plan.plan import Plan
from optimizer.report.console import print_no_plan, print_plan
from optimizer.report.plan_words import fullest_year
from tests.report.sample_parts import D, sample_plan
from tests.report.sample_placements import WORKLOADS, placement
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
        "7,427,900",
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
    assert "bound so far: 1,234,567.89 CNY" in capture.get()
    assert "Time spent: 0.5 s" in capture.get()
    assert all(way in capture.get() for way in ("--time-limit", "fewer workloads", "max_server_types: 1"))
    assert "card memory" not in capture.get()  # a table of rejections would read as a reason
    assert "No plan within the time limit" in capture.get()
    assert "conflict" not in capture.get()


def shown(plan: Plan) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        print_plan(plan, "", console)
    return capture.get()


def test_the_table_of_placements_is_of_the_fullest_year_and_says_which() -> None:
    # cards: 20 in year 1, 36 in year 2, 28 in year 3
    rows = [placement(year, cards=D(cards)) for year, cards in ((1, 20), (2, 36), (3, 28))]
    text = shown(sample_plan(language="en", placements=rows))
    assert "Placement in year 2, with most cards" in text
    table = text[text.index("Placement in year") : text.index("TCO, present value")]
    assert " 36 " in table
    assert " 28 " not in table
    alike = shown(sample_plan(language="en", placements=[placement(year) for year in (1, 2, 3)]))
    assert "Placement, the same in every year" in alike


def test_of_years_with_equal_cards_the_one_with_most_load_is_shown() -> None:
    # 20 cards of capacity 10 in every year: load 50 %, 90 %, 70 %
    rows = [placement(y, cards=D(20), demand=D(d), capacity=D(10)) for y, d in ((1, 5), (2, 9), (3, 7))]
    assert fullest_year(sample_plan(placements=rows)) == 2


def test_no_load_where_none_was_sized_and_no_price_where_no_rate_is_known() -> None:
    fits = WORKLOADS[0].model_copy(update={"demand_note": "fit: one request of max_context_tokens; no load was sized"})
    text = shown(sample_plan(language="en", workloads=(fits,), placements=[placement(1)], cost_per_million_tokens=()))
    assert "assistant: no load was sized" in text
    assert "93%" not in text
    assert "Cost per million" not in text
    text = shown(sample_plan(language="en", workloads=(WORKLOADS[0],), cost_per_million_tokens=()))
    assert "Cost per million tokens, assistant: not known" in text


def test_lead_times_at_risk_and_other_counts_of_the_same_servers() -> None:
    text = shown(sample_plan(language="en", pools=(bought(),), lead_time_risk=("big-8",)))
    assert "Lead-time risk: Big 8-card server" in text
    assert "7,012,346 CNY, same servers, as many of each" in text
    assert "8,123,457 CNY, same server types, 6 instead of 4" in text


def test_rich_is_not_imported_until_something_is_printed() -> None:
    code = (
        "import optimizer.report.console, optimizer.report.json_report, sys\n"
        "print([m for m in sys.modules if m.startswith(('rich', 'xlsxwriter'))])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
