"""Plans whose cost fits on a napkin."""

from decimal import Decimal

import pytest

from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import OWN_CARDS, request_from

RATES = "workload,server,cards,capacity,unit,date,source\n"
HEAD = "name: napkin\ncatalog: [cards.yaml]\nmeasurements: [rates.csv]\n"


def planned(text: str, cards: str, rates: str) -> Plan:
    plan = make_plan(request_from(HEAD + text, cards_yaml=cards, rates_csv=RATES + rates), Settings(gap=0.0))
    assert isinstance(plan, Plan)
    return plan


def test_rented_servers_follow_demand() -> None:
    """Box A: 5/s a card, 4 cards at 10/h. 10/s is 2 cards, 1 server; doubled, 4 cards, still 1; tripled, 6: 2 servers.

    Box B would need 10, 20, 30 servers at 3/h. So 8,760 · 10 · (1 + 1 + 2), undiscounted.
    """
    plan = planned(
        """
workloads:
  - {name: ocr, kind: service, demand: {value: 10, unit: pages/s}, growth: [1, 2, 3]}
finance: {discount_rate: 0}
rent: {allowed: true}
""",
        OWN_CARDS,
        "ocr,box-a,1,5,pages/s,2026,test\nocr,box-b,1,1,pages/s,2026,test\n",
    )
    assert plan.objective.tco_npv == 8760 * 10 * 4
    assert plan.pools[0].counts == (1, 1, 2)
    assert plan.totals.servers_rented == 2
    assert plan.totals.it_power_kw == 0


BOUGHT = """
servers:
  - id: heater
    name: Ten kilowatts
    cards: 5
    card: {id: heater-card, ecosystem: cuda, domestic: false, form_factor: PCIe, launch_year: 2025}
    site: {form: rack, rack_units: 4, max_power_w: 10000, typical_power_w: 10000, idle_power_w: 10000, cooling: air}
"""


def test_energy_of_ten_kilowatts() -> None:
    """10 kW all year at 0.7 CNY/kWh and PUE 1: 61,320 CNY a year, from a book with one price."""
    plan = planned_with_price(
        """
site: {pue: {air: 1.0}, electricity: {price_per_kwh: 0.7}}
finance: {discount_rate: 0, horizon_years: 1}
"""
    )
    energy = {line.year: line.amount for line in plan.cost_lines if line.item == "energy"}
    assert energy == {1: Decimal("61320")}


def test_every_item_of_one_server() -> None:
    """One server of 100,000 CNY over one year: +2.5 % installation, +5 % spares stock, +5 × 2,000 licences,
    +200,000/75 staff, −0.25^(1/3) resale; energy 61,320; nothing discounted."""
    plan = planned_with_price(
        """
site: {pue: {air: 1.0}, electricity: {price_per_kwh: 0.7}}
finance: {discount_rate: 0, horizon_years: 1}
"""
    )
    by_item = {line.item: line.amount for line in plan.cost_lines}
    assert by_item["servers"] == 100_000
    assert by_item["installation"] == 2_500
    assert by_item["spares_stock"] == 5_000
    assert by_item["licences"] == 10_000
    assert float(by_item["staff"]) == pytest.approx(200_000 / 75)
    assert float(by_item["resale"]) == pytest.approx(-100_000 * 0.25 ** (1 / 3))
    assert plan.objective.tco_npv == sum(by_item.values())
    assert plan.totals.capex == 107_500
    assert plan.totals.capex_incl_vat == Decimal("105000") * Decimal("1.13") + Decimal("2500") * Decimal("1.06")


def test_discounting_and_maintenance() -> None:
    """Five years at 10 %: maintenance of 8 % only in years 4 and 5, running costs at mid-year, resale at the end."""
    plan = planned_with_price("finance: {discount_rate: 0.1, horizon_years: 5}\n")
    maintenance = {line.year: line for line in plan.cost_lines if line.item == "maintenance"}
    assert set(maintenance) == {4, 5}
    assert maintenance[4].amount == 8_000
    assert float(maintenance[4].present_value) == pytest.approx(8_000 / 1.1**3.5)
    (resale,) = [line for line in plan.cost_lines if line.item == "resale"]
    assert float(resale.present_value) == pytest.approx(float(resale.amount) / 1.1**5)
    staff = next(line for line in plan.cost_lines if line.item == "staff" and line.year == 1)
    assert float(staff.present_value) == pytest.approx(200_000 / 75 / 1.1**0.5)


def test_end_year_timing_costs_less_today() -> None:
    mid = planned_with_price("finance: {discount_rate: 0.1}\n").objective.tco_npv
    end = planned_with_price("finance: {discount_rate: 0.1, timing: end_year}\n").objective.tco_npv
    assert end < mid


def test_vat_that_is_not_recovered_is_a_cost() -> None:
    plan = planned_with_price("finance: {discount_rate: 0, horizon_years: 1, vat: {recoverable: false}}\n")
    by_item = {line.item: line.amount for line in plan.cost_lines}
    assert by_item["servers"] == 113_000
    assert by_item["installation"] == Decimal("2650")
    assert by_item["licences"] == 10_600
    assert float(by_item["staff"]) == pytest.approx(200_000 / 75)


def planned_with_price(rest: str) -> Plan:
    """One heater at 100,000 CNY serves everything."""
    book = "id: test-book\nname: Test\nmarket: test\nsnapshot: 2026-11-30\nusd_cny: 7\nimport_margin: 0\n"
    book += "usd_cny_spec: {source: test, confidence: high}\n"
    quotes = "item_id,unit,currency,low,typical,high,date,vat,source,confidence,notes\n"
    quotes += "heater,server,CNY,,100000,,2026-11,excluded,test,high,\n"
    text = HEAD + "price_book: book/\n"
    text += "workloads:\n  - {name: ocr, kind: service, demand: {value: 1, unit: pages/s}, average_load: 1}\n" + rest
    request = request_from(
        text,
        cards_yaml=BOUGHT,
        rates_csv=RATES + "ocr,heater,5,1,pages/s,2026,test\n",
        **{"book/book_yaml": book, "book/quotes_csv": quotes},
    )
    plan = make_plan(request, Settings(gap=0.0))
    assert isinstance(plan, Plan)
    return plan
