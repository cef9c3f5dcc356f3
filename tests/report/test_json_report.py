"""The JSON contract: the same names for every outcome, numbers rounded as promised, sums that agree with the plan."""

import json
from decimal import Decimal
from typing import Any

import pytest

from optimizer.errors import Problem
from optimizer.plan.no_plan import ConflictMember, NoPlan
from optimizer.plan.plan import Plan
from optimizer.report.json_report import empty_json, no_plan_json, plan_json
from optimizer.sizing.option import Rejection
from tests.report.sample_parts import sample_plan
from tests.report.sample_plan import rented

TOP_LEVEL = (
    "status problems objective purchases placements totals cost_per_million_tokens cost_items limits rejections"
    " assumptions sources conflict relaxations scenarios"
)
NESTED = {
    "objective": "currency tco_npv bound gap seconds",
    "purchases": "server card ecosystem domestic year until_year count cards unit_price rented owned",
    "placements": "workload year server replicas cards tensor_parallel pipeline_parallel weight_precision capacity unit"
    " origin quantile owned concurrency ttft_p95_ms tpot_p95_ms max_context_tokens",
    "totals": "servers servers_bought servers_rented servers_owned cards it_power_kw racks capex energy_mwh"
    " domestic_share",
    "cost_per_million_tokens": "workload blended output",
    "cost_items": "item year amount present_value",
    "limits": "limit used available unit binding",
    "rejections": "workload server limit needed available unit",
    "conflict": "path file line value unit",
    "problems": "file line column path what remedy",
}
PROBLEM = Problem(
    file="r.yaml", line=3, column=5, path="site.pue", what="must be at least 1 (got 0.9)", remedy="write 1.3"
)
NO_PLAN = NoPlan(
    status="infeasible", currency="CNY", bound_fen=None, seconds=0.5,
    conflict=(ConflictMember(path="site.it_power_kw", file="r.yaml", line=12, value="5", unit="kW"),),
    rejections=(Rejection(workload="a", server="s", limit="memory", needed=80.5, available=24.0, unit="GB"),),
)  # fmt: skip


def outcomes() -> dict[str, dict[str, Any]]:
    unknown = NO_PLAN.model_copy(update={"status": "unknown", "bound_fen": 123_456_789, "conflict": ()})
    return {
        "optimal": plan_json(sample_plan()),
        "feasible": plan_json(sample_plan(status="feasible")),
        "infeasible": no_plan_json(NO_PLAN),
        "unknown": no_plan_json(unknown),
        "bad_input": empty_json("bad_input", problems=[PROBLEM]),
        "error": empty_json("error"),
    }


@pytest.mark.parametrize("status", outcomes())
def test_every_outcome_has_every_name(status: str) -> None:
    report = json.loads(json.dumps(outcomes()[status], allow_nan=False))
    assert report["status"] == status
    assert set(TOP_LEVEL.split()) <= set(report)
    assert set(report) == set(plan_json(sample_plan()))
    for name, fields in NESTED.items():
        rows = report[name] if isinstance(report[name], list) else [report[name]]
        assert all(set(fields.split()) <= set(row) for row in rows if row is not None), name


def test_what_each_outcome_says() -> None:
    report = outcomes()
    assert report["bad_input"]["problems"] == [PROBLEM.model_dump()]
    assert report["infeasible"]["conflict"][0]["line"] == 12
    assert report["infeasible"]["rejections"][0]["needed"] == 80.5
    assert report["unknown"]["objective"]["bound"] == 1_234_567.89
    assert report["error"]["objective"] is None
    assert all(report[status]["purchases"] == [] for status in ("infeasible", "unknown", "bad_input", "error"))


def test_bought_rows_span_the_horizon_and_equal_rental_years_merge() -> None:
    rows = plan_json(sample_plan())["purchases"]
    bought = rows[0]
    assert (bought["server"], bought["year"], bought["until_year"], bought["count"], bought["cards"]) == (
        "big-8",
        1,
        3,
        4,
        32,
    )
    assert (bought["unit_price"], bought["rented"], bought["owned"]) == (1_000_000.0, False, False)
    rentals = [row for row in rows if row["rented"]]
    assert [(r["year"], r["until_year"], r["count"], r["unit_price"]) for r in rentals] == [(2, 3, 2, 20.0)]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((2, 2, 2), [(1, 3, 2)]),
        ((1, 2, 2), [(1, 1, 1), (2, 3, 2)]),
        ((2, 0, 2), [(1, 1, 2), (3, 3, 2)]),
        ((0, 0, 1), [(3, 3, 1)]),
        ((3, 0, 0), [(1, 1, 3)]),
    ],
)
def test_rental_rows(counts: tuple[int, ...], expected: list[tuple[int, int, int]]) -> None:
    rows = plan_json(sample_plan(pools=(rented(counts=counts),)))["purchases"]
    assert [(row["year"], row["until_year"], row["count"]) for row in rows] == expected


def test_cost_items_add_up_over_subjects_and_are_rounded_once() -> None:
    plan = sample_plan()
    report = plan_json(plan)
    servers = [row for row in report["cost_items"] if row["item"] == "servers"]
    assert servers == [{"item": "servers", "year": 0, "amount": 5_200_000.0, "present_value": 5_200_000.0}]
    rent = [(row["year"], row["amount"]) for row in report["cost_items"] if row["item"] == "rent"]
    assert rent == [(2, 350_400.0), (3, 350_400.0)]
    total = sum(row["present_value"] for row in report["cost_items"])
    assert abs(total - report["objective"]["tco_npv"]) <= 0.005 * (len(report["cost_items"]) + 1)
    for row in report["cost_items"]:
        assert row["amount"] == round(row["amount"], 2)


def test_rates_keep_their_digits() -> None:
    report = plan_json(sample_plan(), seconds=1.23456)
    assert report["cost_per_million_tokens"][0]["blended"] == 210.578981
    assert report["objective"]["seconds"] == 1.235
    assert report["totals"]["capex_incl_vat"] == 7_427_900.0


def test_lead_times_at_risk_are_listed() -> None:
    assert plan_json(sample_plan())["lead_time_risk"] == []
    assert plan_json(sample_plan(lead_time_risk=("big-8",)))["lead_time_risk"] == ["big-8"]
    assert no_plan_json(NO_PLAN)["lead_time_risk"] == []


def test_plan_dumps_and_loads_equal() -> None:
    plan = sample_plan()
    again = Plan.model_validate_json(plan.model_dump_json())
    assert again == plan
    assert again.cost_lines[0].amount == Decimal(4_000_000)
