"""Comparisons on the console and as JSON."""

import json
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console

from optimizer.report.compare_console import print_comparison
from optimizer.report.json_report import comparison_json, plan_json
from tests.report.sample_comparison import sample_comparison


@pytest.mark.parametrize("language", ["zh", "en"])
def test_side_by_side_in_eighty_columns(language: Literal["zh", "en"]) -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        print_comparison(sample_comparison(language=language), "reports/x.xlsx", console)
    text = capture.get()
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    expected = [
        "nvidia-only",
        "domestic-only",
        "7,140,620",
        "-21.2%",
        "policy.domestic_share.minimum",
        "reports/x.xlsx",
    ]
    expected += ["90%", "8,400,000", "6 × Big 8-card server", "2/1/0 × Old 8-card server"]
    expected += ["无可行方案", "自有"] if language == "zh" else ["infeasible", "owned"]
    for words in expected:
        assert words in text, words


def test_scenario_names_are_no_markup() -> None:
    comparison = sample_comparison()
    renamed = tuple(r.model_copy(update={"name": "[red]x[/red]\x1b[31m"}) for r in comparison.results[1:])
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        print_comparison(comparison.model_copy(update={"results": (comparison.results[0], *renamed)}), "", console)
    assert "[red]x[/red]" in capture.get()
    assert "\x1b" not in capture.get()


def test_json_has_the_base_on_top_and_the_same_names_in_every_scenario() -> None:
    comparison = sample_comparison()
    base = comparison.results[0].plan
    assert base is not None
    report = json.loads(json.dumps(comparison_json(comparison), allow_nan=False))
    alone = json.loads(json.dumps(plan_json(base)))
    assert set(report) == set(alone)
    same = set(alone) - {"scenarios", "bridges", "curve", "curve_by"}
    assert {name: report[name] for name in same} == {name: alone[name] for name in same}
    assert [s["name"] for s in report["scenarios"]] == ["nvidia-only", "more users", "domestic-only", "国产/过半?"]
    assert all(same - {"problems"} | {"demand_changed"} == set(s) for s in report["scenarios"])


def test_json_of_what_has_no_plan() -> None:
    scenarios = {s["name"]: s for s in comparison_json(sample_comparison())["scenarios"]}
    nothing = scenarios["domestic-only"]
    assert nothing["status"] == "infeasible"
    assert nothing["objective"]["tco_npv"] is None
    assert nothing["purchases"] == []
    assert [member["line"] for member in nothing["conflict"]] == [41, 20]
    assert scenarios["more users"]["demand_changed"] is True
    base_last = sample_comparison(results=sample_comparison().results[::-1], bridges=())
    assert comparison_json(base_last)["status"] == "unknown"


def test_json_bridges_and_curve_are_in_cents() -> None:
    report = comparison_json(sample_comparison())
    network = [row for row in report["bridges"] if row["category"] == "network"]
    assert network[0] == {"scenario": "nvidia-only", "category": "network", "amount": -1_096_000.0}
    assert report["curve_by"] == "spend"
    assert [point["minimum"] for point in report["curve"]] == [n / 10 for n in range(11)]
    assert (report["curve"][9]["tco_npv"], report["curve"][9]["bound"]) == (8_400_000.0, 8_399_600.0)
    assert report["curve"][10]["tco_npv"] is None
