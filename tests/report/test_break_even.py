"""Own against rent: the closed form by hand, the curve through it, and what is said where nothing compares."""

from decimal import Decimal
from pathlib import Path

import pytest

from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.reading import number, row_of, values
from tests.report.sample_parts import RULES, sample_plan
from tests.report.sample_plan import bought, owned

D = Decimal
LOW, MIDDLE, HIGH = 5, 6, 7


def test_the_closed_form_by_hand(tmp_path: Path) -> None:
    """No discount. F: pool less energy plus idle energy; V: 6 kW × 4 × 8.76 × 1.3 × 0.65 × 3 = 532,923.84 …"""
    rules = RULES.model_copy(update={"discount_rate": D(0)})
    plan = sample_plan(
        language="en", cost_rules=rules, pools=(bought(price_per_kwh=D("0.65")),), network=None, rack_rents=()
    )
    write_workbook(plan, tmp_path / "x.xlsx")
    sheet = values(tmp_path / "x.xlsx")[label("sheet.break_even", "en")]

    def at(key: str, column: int = MIDDLE) -> float:
        return number(sheet, row_of(sheet, label(key, "en"), column=1), column)

    lines = [line for line in plan.cost_lines if line.subject == "big-8"]
    other = float(sum(line.amount for line in lines if line.item != "energy"))
    kwh_of_a_kw = 8.76 * 1000 * 1.3 * 0.65 * 3
    fixed, load = other + 4 * 2 * kwh_of_a_kw, 4 * 6 * kwh_of_a_kw
    assert at("break.fixed") == pytest.approx(fixed, abs=0.01)
    assert at("break.load") == pytest.approx(load, abs=0.01)
    for column, price in ((LOW, 12), (MIDDLE, 15), (HIGH, 30)):
        rent = price * 32 * 8760 * 3
        assert at("break.rent", column) == pytest.approx(rent, abs=0.01)
        label_ = "Break-even utilisation U* = F / (R − V)"
        assert number(sheet, row_of(sheet, label_, column=1), column) == pytest.approx(fixed / (rent - load), rel=1e-9)
    busy = float(sum(plan.pools[0].busy_cards)) / (32 * 3)
    assert at("break.planned") == pytest.approx(busy)
    assert at("break.saved") == pytest.approx((15 * 32 * 8760 * 3 - load) * busy - fixed, abs=0.01)
    half = next(r for r in range(1, 60) if sheet.cell(r, 1).value == 0.5)
    assert number(sheet, half, 3) == pytest.approx(fixed + load / 2, abs=0.01)
    assert number(sheet, half, HIGH) == pytest.approx(30 * 32 * 8760 * 3 / 2, abs=0.01)


def test_no_offer_and_owned_servers_are_said(tmp_path: Path) -> None:
    plan = sample_plan(language="zh", rent_offers=())
    write_workbook(plan, tmp_path / "x.xlsx")
    sheet = values(tmp_path / "x.xlsx")[label("sheet.break_even", "zh")]
    texts = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value]
    assert texts.count(label("break.no_offer", "zh")) == 2
    mixed = sample_plan(pools=(bought(owned=(1, 0, 2), owned_in_warranty=(True, True, True)),), network=None)
    write_workbook(mixed, tmp_path / "y.xlsx")
    sheet = values(tmp_path / "y.xlsx")[label("sheet.break_even", "zh")]
    assert label("break.owned", "zh") in [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value]
    write_workbook(sample_plan(pools=(owned(),), network=None, ecosystem_costs=()), tmp_path / "z.xlsx")
    assert label("sheet.break_even", "zh") not in values(tmp_path / "z.xlsx").sheetnames
