"""Capex, cash flow and depreciation by hand; cover, echo of the requirements and components say what they should."""

from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.plan.machines import Parts
from optimizer.plan.plan import Asked, Plan
from optimizer.report.sheets import SHEET_KEYS
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import FIRST_TIME_COLUMN, formulas, number, row_of, values
from tests.report.sample_parts import RULES, sample_plan
from tests.report.sample_plan import bought, owned, rented, unit_price

D = Decimal
TOTAL, PRESENT = 7, 8
T0, Y1, Y2, Y3, END = range(FIRST_TIME_COLUMN, FIRST_TIME_COLUMN + 5)


def written(plan: Plan, key: str, tmp_path: Path) -> Worksheet:
    write_workbook(plan, tmp_path / f"{key}.xlsx")
    return values(tmp_path / f"{key}.xlsx")[label(f"sheet.{key}", plan.language)]


def shown(sheet: Worksheet) -> list[str]:
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


def test_capex_by_item(tmp_path: Path) -> None:
    """Docstring of the sample: 5,200,000 of servers, 1,096,000 of network; 7,427,900 with VAT, 9,000,000 allowed."""
    sheet = written(sample_plan(language="en"), "capex", tmp_path)
    for key, ex_vat, rate, with_vat in (
        ("item.servers", 5_200_000, 0.13, 5_876_000),
        ("item.network", 1_096_000, 0.13, 1_238_480),
        ("item.installation", 104_000, 0.06, 110_240),
    ):
        row = row_of(sheet, label(key, "en"), column=1)
        found = [number(sheet, row, column) for column in (5, 6, 7, 8)]
        assert found == pytest.approx([ex_vat, rate, with_vat - ex_vat, with_vat])
    total = row_of(sheet, label("capex.total", "en"), column=1)
    assert number(sheet, total, 8) == 7_427_900
    assert number(sheet, row_of(sheet, label("capex.left", "en"), column=1), 8) == 9_000_000 - 7_427_900


def test_cash_flow_with_vat_that_comes_back_in_the_first_year(tmp_path: Path) -> None:
    plan = sample_plan(language="en")
    sheet = written(plan, "cash_flow", tmp_path)
    equipment = row_of(sheet, label("cash.equipment", "en"))
    assert number(sheet, equipment, T0) == -(5_200_000 + 1_096_000 + 34_000 + 52_000)
    paid, back = (row_of(sheet, label(f"cash.vat_{key}", "en")) for key in ("purchase", "returned"))
    vat = 6_382_000 * 0.13 + 204_000 * 0.06
    assert number(sheet, paid, T0) == pytest.approx(-vat)
    running = row_of(sheet, label("cash.vat_running", "en"))
    assert number(sheet, back, Y1) == pytest.approx(vat - number(sheet, running, Y1))
    assert number(sheet, back, Y2) == pytest.approx(-number(sheet, running, Y2))
    assert number(sheet, back, T0) == number(sheet, back, END) == 0
    net = row_of(sheet, label("cash.net", "en"))
    nominal = sum(line.amount for line in plan.cost_lines)
    assert number(sheet, net, TOTAL) == pytest.approx(-float(nominal))
    cost_of_waiting = vat * (1 - 1.08**-0.5)
    assert number(sheet, net, PRESENT) == pytest.approx(-float(plan.objective.tco_npv) - cost_of_waiting)
    npv = row_of(sheet, label("cash.npv", "en"))
    assert number(sheet, npv, PRESENT) == pytest.approx(number(sheet, net, PRESENT))


def test_vat_that_is_a_cost_never_comes_back(tmp_path: Path) -> None:
    plan = sample_plan(language="en", cost_rules=RULES.model_copy(update={"vat_recoverable": False}))
    sheet = written(plan, "cash_flow", tmp_path)
    back, net = (row_of(sheet, label(f"cash.{key}", "en")) for key in ("vat_returned", "net"))
    assert {number(sheet, back, column) for column in range(T0, END + 1)} == {0.0}
    assert number(sheet, net, PRESENT) == pytest.approx(-float(plan.objective.tco_npv))


def test_depreciation_over_four_years_within_a_horizon_of_three(tmp_path: Path) -> None:
    """6,586,000 · 0.95 / 4 = 1,564,175 a year; 1,893,475 left; sold for 1,320,000: a loss of 573,475."""
    plan = sample_plan(language="en")
    sheet = written(plan, "depreciation", tmp_path)
    total, left, gain = (row_of(sheet, label(f"book.{key}", "en")) for key in ("total", "carrying", "sale"))
    assert number(sheet, total, 6) == 6_586_000
    assert [number(sheet, total, c) for c in range(T0, END + 1)] == pytest.approx([0, *[1_564_175] * 3, 0])
    assert number(sheet, left, END) == pytest.approx(1_893_475)
    assert number(sheet, gain, END) == pytest.approx(4_000_000 * 0.3 + 1_200_000 * 0.1 - 1_893_475)
    cost = row_of(sheet, label("book.cost", "en"))
    assert number(sheet, cost, TOTAL) == pytest.approx(float(sum(line.amount for line in plan.cost_lines)))


def test_a_plan_that_buys_nothing_has_no_sheets_of_a_purchase(tmp_path: Path) -> None:
    for name, pools in (("rented", (rented(),)), ("owned", (owned(),))):
        plan = sample_plan(pools=pools, network=None, storage=None, placements=(), ecosystem_costs=(), quote_needed=())
        write_workbook(plan, tmp_path / f"{name}.xlsx")
        names = values(tmp_path / f"{name}.xlsx").sheetnames
        missing = {label(f"sheet.{key}", "zh") for key in ("storage", "capex", "depreciation", "break_even")}
        missing |= set() if plan.racks else {label("sheet.racks", "zh")}
        assert {label(f"sheet.{key}", "zh") for key in SHEET_KEYS} - set(names) == missing


def test_the_cover_names_every_sheet_with_what_it_holds(tmp_path: Path) -> None:
    plan = sample_plan(language="en")
    sheet = written(plan, "cover", tmp_path)
    index = row_of(sheet, label("cover.index", "en"), column=1)
    for key in set(SHEET_KEYS) - {"cover"}:
        row = row_of(sheet, label(f"sheet.{key}", "en"), column=1, after=index)
        link = sheet.cell(row, 1).hyperlink
        assert link is not None
        assert link.location == f"'{label(f'sheet.{key}', 'en')}'!A1"
        assert sheet.cell(row, 3).value == label(f"about.{key}", "en"), key
    texts = shown(sheet)
    assert {plan.name, "2026-11-30", "6.95 CNY/USD (2026-10-30)", label("cover.vat_out", "en")} <= set(texts)
    assert label("summary.checks_hold", "en") in texts


def test_requirements_show_lines_and_mark_what_was_assumed(tmp_path: Path) -> None:
    asked = (
        Asked(path="name", value="=1+1", file="request.yaml", line=1),
        Asked(path="workloads[0].traffic.users.headcount", value="600", file="request.yaml", line=9),
        Asked(path="finance.capex_budget", value="9000000", file="request.yaml", line=20),
    )
    plan = sample_plan(asked=asked)
    sheet = written(plan, "requirements", tmp_path)
    row = row_of(sheet, "workloads[0].traffic.users.headcount", column=1)
    assert [sheet.cell(row, c).value for c in (2, 4, 8, 10)] == [
        "用户数",
        "600",
        label("asked.stated", "zh"),
        "request.yaml:9",
    ]
    assumed = row_of(sheet, "finance.discount_rate", column=1)
    assert sheet.cell(assumed, 8).value == label("asked.assumed", "zh")
    assert sheet.cell(assumed, 8).fill.fgColor.rgb == "FFFFE699"
    assert assumed == row_of(sheet, "finance.capex_budget", column=1) + 1
    assert (
        formulas(tmp_path / "requirements.xlsx")[sheet.title].cell(row_of(sheet, "name", column=1), 4).data_type == "s"
    )


def test_components_are_priced_only_where_a_quote_supports_it(tmp_path: Path) -> None:
    parts = Parts(card_form="OAM", cpu="2 × CPU", host_memory_bytes=2_048 * 10**9, nics="8x400G")
    whole = bought(parts=parts)
    split = bought(
        server="split-8", server_name="Split", parts=parts, racks={},
        unit_price=unit_price("1000000", cards_amount=D(800_000)),
    )  # fmt: skip
    plan = sample_plan(language="en", pools=(whole, split), placements=(), network=None)
    sheet = written(plan, "purchases", tmp_path)
    first = row_of(sheet, label("part.cards", "en") + " · Big 8-card server")
    assert [sheet.cell(first, column).value for column in (9, 13)] == [32, label("part.included", "en")]
    cards = row_of(sheet, label("part.cards", "en") + " · Split")
    assert [sheet.cell(cards, column).value for column in (9, 13, 14)] == [32, 100_000, 3_200_000]
    rest = row_of(sheet, label("part.rest", "en") + " · Split")
    assert [sheet.cell(rest, column).value for column in (9, 13, 14)] == [4, 200_000, 800_000]
    total = row_of(sheet, label("purchases.total", "en"))
    assert number(sheet, total, 14) == float(plan.totals.capex)
    assert total < first
    assert "2,048 GB" in shown(sheet)


def test_page_one_names_alternatives_what_to_try_and_only_machines_that_can_do_nothing(tmp_path: Path) -> None:
    plan = sample_plan(language="en")
    texts = "\n".join(shown(written(plan, "summary", tmp_path)))
    assert "Next best 1: 2 × Near 8-card server; 1 × 国产八卡服务器, TCO +199,123 CNY" in texts
    assert "Not Cloud 8-card: the cheapest plan with it costs +10 CNY" in texts
    assert "Big 8-card server: try one first; assistant must reach" in texts
    assert "can carry none of the workloads" not in texts  # the sample's rejections leave each server a workload
    every = tuple(plan.rejections[0].model_copy(update={"workload": w.name, "server": "tiny"}) for w in plan.workloads)
    (tmp_path / "plain").mkdir()
    plain = sample_plan(language="en", rejections=every, explanation=None)
    texts = "\n".join(shown(written(plain, "summary", tmp_path / "plain")))
    assert label("summary.not_explained", "en") in texts
    assert "1 more server types can carry none of the workloads" in texts
