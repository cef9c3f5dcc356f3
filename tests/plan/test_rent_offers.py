"""Renting from the shipped offers: the cheapest by a hand sum, the term, what page and sources say of it."""

from decimal import Decimal
from pathlib import Path

import pytest

from optimizer.errors import InputError
from optimizer.inputs.load import load_request
from optimizer.instance.prepare import prepare
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings

HEAD = "name: rent\nbuy: {allowed: false}\n"
CARDS = """\
workloads:
  - name: tender
    kind: capacity
    demand: {value: 16, unit: cards}
    cards: {allowed: [h200-sxm]}
"""


def planned(folder: Path, text: str) -> Plan:
    file = folder / "request.yaml"
    file.write_text(text, encoding="utf-8")
    plan = make_plan(load_request(file), Settings())
    assert isinstance(plan, Plan)
    return plan


def test_sixteen_cards_from_the_cheapest_offer(tmp_path: Path) -> None:
    """16 H200: Verda 1 × 3.39 USD, Nebius 8 × 28, CoreWeave 8 × 50.44, AWS 8 × 63.296, Google 8 × 84.81 USD/h.

    16 × 3.39 = 54.24 < 2 × 28 = 56 USD/h; at 6.9438 CNY/USD and 8,760 h, three years, mid-year at 8 %.
    """
    plan = planned(tmp_path, HEAD + "rent: {allowed: true}\n" + CARDS)
    (pool,) = plan.pools
    assert (pool.server, pool.rented, pool.counts) == ("verda-1h200.141s.44v", True, (16, 16, 16))
    year = Decimal("3.39") * 16 * 8760 * Decimal("6.9438")
    present = sum(year / Decimal("1.08") ** (Decimal(n) - Decimal("0.5")) for n in (1, 2, 3))
    assert abs(plan.objective.tco_npv - present) < 1
    assert plan.quote_needed == ("verda-1h200.141s.44v",)


@pytest.mark.parametrize(
    ("buyer", "server", "abroad"),
    [
        ("private", "nebius-gpu-h200-sxm-8gpu", ["eu-north1"]),
        ("soe", "nebius-gpu-h200-sxm-8gpu", ["eu-north1"]),
        ("overseas", "nebius-gpu-h200-sxm-8gpu", []),
        ("private", "aws-ningxia-p4d.24xlarge", []),
    ],
)
def test_data_that_would_leave_the_country(tmp_path: Path, buyer: str, server: str, abroad: list[str]) -> None:
    rules = f"rent: {{allowed: true}}\nbuyer: {buyer}\npolicy: {{servers: {{allowed: [{server}]}}}}\n"
    plan = planned(tmp_path, HEAD + rules + CARDS.replace("[h200-sxm]", "[h200-sxm, a100-40-sxm]"))
    assert [each.region for each in plan.rented_abroad] == abroad
    assert [each.server for each in plan.rented_abroad] == [server] * len(abroad)


def test_the_source_names_provider_region_term_and_date(tmp_path: Path) -> None:
    servers = "policy: {servers: {allowed: [aws-ningxia-p4d.24xlarge]}}\n"
    text = CARDS.replace("h200-sxm", "a100-40-sxm")
    prices = {}
    for term in ("on_demand", "one_year"):
        plan = planned(tmp_path, f"{HEAD}{servers}rent: {{allowed: true, term: {term}}}\n{text}")
        (price,) = [source for source in plan.sources if source.what.startswith("price")]
        assert price.source.startswith("AWS China, cn-northwest-1: tsaol/aws-gpu")
        assert price.date == "2026-01-21"
        prices[price.what] = price.value
        assert plan.pools[0].unit_price.amount == Decimal({"on_demand": "172.873412", "one_year": "109.601338"}[term])
    assert prices == {
        "price (hourly rent, on demand, catalog, VAT unknown)": "172.87",
        "price (hourly rent, one year, catalog, VAT unknown)": "109.60",
    }


def test_an_offer_without_a_price_at_the_term_is_rejected_for_it(tmp_path: Path) -> None:
    file = tmp_path / "request.yaml"
    file.write_text(HEAD + "rent: {allowed: true, term: one_year}\n" + CARDS, encoding="utf-8")
    prepared = prepare(load_request(file))
    assert prepared.options == {}
    found = {r.server: (r.limit, r.needed, r.available, r.unit) for r in prepared.rejections}
    assert found["aws-p5en.48xlarge"] == ("price", "a one-year price", "none stated", "rent.term")
    file.write_text(HEAD + "rent: {allowed: true}\n" + CARDS, encoding="utf-8")
    found = {r.server: (r.limit, r.needed, r.available, r.unit) for r in prepare(load_request(file)).rejections}
    assert found["azure-nd96isr-h200-v5"] == ("price", "an on-demand price", "none stated", "rent.term")


def test_no_price_of_a_later_date(tmp_path: Path) -> None:
    file = tmp_path / "request.yaml"
    file.write_text(HEAD + "as_of: 2026-01-20\nrent: {allowed: true}\n" + CARDS, encoding="utf-8")
    found = {r.server: (r.limit, r.available) for r in prepare(load_request(file)).rejections}
    assert found["verda-1h100.80s.32v"] == ("card", "excluded")  # undated: admitted, then not an H200
    assert found["aws-p5.48xlarge"] == ("price", "2026-01-21")
    assert found["aws-p5en.48xlarge"] == ("price", "2026-01-21 to 2026-10-03")


def test_renting_that_is_not_allowed_is_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "request.yaml"
    file.write_text("name: buy\n" + CARDS, encoding="utf-8")
    found = {r.server: (r.needed, r.available) for r in prepare(load_request(file)).rejections}
    assert found["aws-p5en.48xlarge"] == ("to rent", "rent.allowed: false")


def test_three_years_come_later(tmp_path: Path) -> None:
    file = tmp_path / "request.yaml"
    file.write_text(HEAD + "rent: {allowed: true, term: three_year}\n" + CARDS, encoding="utf-8")
    with pytest.raises(InputError, match=r"3:23: rent\.term: three_year comes later"):
        load_request(file)
