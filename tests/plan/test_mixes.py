"""NVIDIA and domestic cards side by side: share rules, buyers, inventory, rent, tenders, overrides, networks."""

import tempfile
from decimal import Decimal
from pathlib import Path

import pytest

from optimizer.errors import InputError
from optimizer.inputs.load import load_family
from optimizer.inputs.request import Request
from optimizer.instance.prepare import prepare
from optimizer.plan.compare import compare
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import OWN_CARDS, request_from

SERVICE = """
name: mix
workloads:
  - name: assistant
    kind: inference
    model: Qwen3-32B
    traffic: {peak_requests_per_s: 20, input_tokens: 1500, output_tokens: 400}
    latency: {tpot_p95_ms: 80}
    max_context_tokens: 16384
"""
FEW = "servers: {allowed: [hgx-h200-oem, hgx-h20-8x96, atlas_800i_a2_910b4_64g, atlas_800t_a2_910b3, pcie-4x-l20]}"
RATES = "workload,server,cards,capacity,unit,date,source\n"


def planned(request: Request) -> Plan:
    plan = make_plan(request, Settings())
    assert isinstance(plan, Plan)
    return plan


def test_an_only_service_under_a_half_rule_is_split_and_says_so() -> None:
    request = request_from(SERVICE + f"policy:\n  domestic_share: {{minimum: 0.5, by: spend}}\n  {FEW}\n")
    plan = planned(request)
    share = plan.totals.domestic_share.spend
    assert share is not None
    assert 0.5 <= share < 1
    assert plan.split_note == ("assistant",)
    assert {p.domestic for p in plan.pools} == {True, False}
    assert any("max_server_types" in a.path and "2" in a.value for a in plan.assumptions)
    carried = {p.year: Decimal(0) for p in plan.placements}
    for placement in plan.placements:
        carried[placement.year] += placement.demand
        assert placement.demand >= Decimal("0.3") * 20
    assert set(carried.values()) == {Decimal(20)}


@pytest.mark.parametrize("by", ["spend", "cards", "servers", "compute"])
def test_every_measure_holds_at_an_exact_fraction(by: str) -> None:
    """67.5 % = 27/40, with a spare in every pool."""
    text = SERVICE + "    spare_servers: 1\npolicy:\n"
    plan = planned(request_from(text + f"  domestic_share: {{minimum: 0.675, by: {by}}}\n  {FEW}\n"))
    found = getattr(plan.totals.domestic_share, by)
    assert found >= 0.675 - 1e-9
    assert all(pool.spares == 1 for pool in plan.pools)


def test_buyers_may_have_different_machines() -> None:
    admitted = {}
    for buyer in ("state", "soe", "private", "overseas"):
        prepared = prepare(request_from(SERVICE.replace("name: mix", f"name: mix\nbuyer: {buyer}")))
        admitted[buyer] = {o.id for o in prepared.offers}
        refused = [r for r in prepared.rejections if r.limit == "availability"]
        assert all(str(r.available) for r in refused)
        if buyer == "state":
            assert all(o.card.domestic for o in prepared.offers)
            assert any("domestic" in str(r.available) for r in refused)
    assert admitted["state"] < admitted["soe"] < admitted["private"]
    assert "hgx-h200-oem" in admitted["private"] - admitted["soe"]
    assert "hgx-h100-oem" in admitted["overseas"] - admitted["private"]


COMPARED = (
    SERVICE
    + f"policy:\n  domestic_share: {{minimum: 0.5, by: cards}}\n  {FEW}\n"
    + """
scenarios:
  nvidia-only: {policy: {ecosystems: {allowed: [cuda]}, domestic_share: null}}
  domestic-only: {policy: {domestic_share: {minimum: 1.0, by: cards}}}
  tiny-site: {site: {it_power_kw: 1}}
"""
)


def test_scenarios_side_by_side() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "request.yaml"
        file.write_text(COMPARED, encoding="utf-8")
        comparison = compare(load_family(file), Settings())
    results = {r.name: r for r in comparison.results}
    assert list(results) == ["base", "nvidia-only", "domestic-only", "tiny-site"]
    assert results["tiny-site"].status == "infeasible"
    assert {m.path for m in results["tiny-site"].conflict} == {"workloads[0]", "site.it_power_kw"}
    line = next(m for m in results["tiny-site"].conflict if m.path == "site.it_power_kw").line
    assert "tiny-site" in COMPARED.splitlines()[line - 1]
    base, abroad, home = (results[n].plan for n in ("base", "nvidia-only", "domestic-only"))
    assert base is not None
    assert abroad is not None
    assert home is not None
    for plan in (base, abroad, home):
        assert plan.objective.gap <= 1e-3
    parts = sum(item.amount for item in comparison.bridges if item.scenario == "nvidia-only")
    assert float(parts) == pytest.approx(float(abroad.objective.tco_npv - base.objective.tco_npv), abs=0.01)
    costs = [float(p.tco_npv or 0) for p in comparison.curve]
    assert [float(p.minimum) for p in comparison.curve] == [tenth / 10 for tenth in range(11)]
    assert costs == sorted(costs)
    assert all(p.gap is not None and p.gap <= 1e-3 for p in comparison.curve)
    assert costs[-1] == pytest.approx(float(home.objective.tco_npv), rel=1e-3)
    assert costs[0] <= float(abroad.objective.tco_npv) * 1.001
    assert costs[5] == pytest.approx(float(base.objective.tco_npv), rel=1e-3)


def test_what_is_owned_is_used_first() -> None:
    """Six owned H20 servers carry the service: nothing is bought, the share is null, only running cost is paid."""
    text = SERVICE + "inventory: [{server: hgx-h20-8x96, count: 6, year_bought: 2025}]\n"
    text += "policy: {servers: {allowed: [hgx-h20-8x96]}}\n"
    plan = planned(request_from(text))
    assert plan.no_acquisition
    assert plan.totals.domestic_share.cards is None
    assert plan.totals.servers_owned == 5  # the sixth stays off
    assert plan.totals.capex == 0
    assert {line.item for line in plan.cost_lines} <= {"energy", "licences", "staff", "maintenance"}
    assert plan.totals.it_power_kw == pytest.approx(6.5 * plan.totals.servers_owned)
    assert all(p.owned for p in plan.placements)


def test_owned_and_bought_servers_share_a_pool() -> None:
    """One owned server is not enough: more of the type are bought, and the owned one is in use."""
    text = SERVICE.replace("peak_requests_per_s: 20", "peak_requests_per_s: 60")
    text += "inventory: [{server: hgx-h20-8x96, count: 1}]\npolicy: {servers: {allowed: [hgx-h20-8x96]}}\n"
    plan = planned(request_from(text))
    (pool,) = plan.pools
    assert pool.owned == (1, 1, 1)
    assert pool.count >= 1
    assert plan.totals.servers == pool.count + 1


def test_rent_only_and_at_most_a_share() -> None:
    """Ten pages/s: boxes of 4 cards doing 20 a box at 10/h. Rent alone is 8,760 · 10 a year."""
    text = """
name: rent
catalog: [cards.yaml]
measurements: [rates.csv]
workloads: [{name: ocr, kind: service, demand: {value: 10, unit: pages/s}}]
finance: {discount_rate: 0, horizon_years: 1}
buy: {allowed: false}
rent: {allowed: true}
"""
    files = {"cards_yaml": OWN_CARDS, "rates_csv": RATES + "ocr,box-a,1,5,pages/s,2026,test\n"}
    assert planned(request_from(text, **files)).objective.tco_npv == 87_600
    with pytest.raises(InputError, match=r"rent\.maximum_share"):
        request_from(text.replace("allowed: true}", "allowed: true, maximum_share: 0.5}"), **files)


def test_a_tender_in_its_own_unit() -> None:
    """10 PFLOPS of FP16: an H200 server has 8 × 0.9894 = 7.9152, so two; L20 servers have 0.478 each."""
    text = """
name: tender
workloads: [{name: phase-1, kind: capacity, demand: {value: 10, unit: pflops, precision: fp16}}]
policy: {servers: {allowed: [hgx-h200-oem]}}
"""
    plan = planned(request_from(text))
    assert plan.totals.servers_bought == 2
    cards = text.replace("{value: 10, unit: pflops, precision: fp16}", "{value: 17, unit: cards}")
    assert planned(request_from(cards)).totals.servers_bought == 3


def test_own_quotes_and_costs_win() -> None:
    text = (
        SERVICE
        + "quotes: [quotes.csv]\ncosts: {installation_rate: 0.1}\npolicy: {servers: {allowed: [hgx-h20-8x96]}}\n"
    )
    quotes = "item_id,currency,price,vat,date,source\nhgx-h20-8x96,CNY,1130000,included,2020-01-01,offer 7\n"
    plan = planned(request_from(text, quotes_csv=quotes))
    (pool,) = plan.pools
    assert pool.unit_price.amount == 1_000_000
    assert pool.unit_price.basis == "own quote"
    installation = next(line for line in plan.cost_lines if line.item == "installation")
    assert installation.amount == 100_000 * pool.count


def test_groups_over_servers_buy_switches() -> None:
    """R1 in W8A8 needs two 910B servers: 16 cards at 200G on eight 400G ports, one switch, 2 · 8 transceivers."""
    text = """
name: wide
workloads:
  - name: r1
    kind: inference
    model: DeepSeek-R1
    weight_precision: [w8a8]
    traffic: {concurrent_requests: 8, input_tokens: 1000, output_tokens: 500}
    latency: {tpot_p95_ms: 200}
    max_context_tokens: 8192
site: {fabric: {kind: roce, gbps_per_card: 200}}
policy: {servers: {allowed: [atlas_800t_a2_910b3]}}
"""
    plan = planned(request_from(text))
    assert plan.totals.servers_bought % 2 == 0
    network = plan.network
    assert network is not None
    assert network.ports == plan.totals.cards / 2
    assert (network.leaf_switches, network.spine_switches) == (1, 0)
    assert network.optics == 2 * network.ports
    assert network.nics_added == 0
    paid = next(line.amount for line in plan.cost_lines if line.item == "network")
    assert paid == network.switch_price + network.optics * network.optic_price
    without = text.replace("site: {fabric: {kind: roce, gbps_per_card: 200}}\n", "")
    answer = make_plan(request_from(without), Settings())
    assert isinstance(answer, NoPlan)
    assert {r.limit for r in answer.rejections if r.server == "atlas_800t_a2_910b3"} == {"fabric"}


def test_cards_without_a_peak_do_not_pass_under_a_rule_by_compute() -> None:
    """Box A and B state no peak: their compute is unknown, so neither is admitted, and the field is named."""
    text = """
name: unknown-compute
catalog: [cards.yaml]
measurements: [rates.csv]
workloads: [{name: ocr, kind: service, demand: {value: 10, unit: pages/s}}]
buy: {allowed: false}
rent: {allowed: true}
policy: {domestic_share: {minimum: 1.0, by: compute}}
"""
    rates = RATES + "ocr,box-a,1,5,pages/s,2026,test\nocr,box-b,1,1,pages/s,2026,test\n"
    answer = make_plan(request_from(text, cards_yaml=OWN_CARDS, rates_csv=rates), Settings())
    assert isinstance(answer, NoPlan)
    refused = {r.server: r.unit for r in answer.rejections if r.server in ("box-a", "box-b")}
    assert set(refused.values()) == {"policy.domestic_share.by"}
    cards = make_plan(request_from(text.replace("compute", "cards"), cards_yaml=OWN_CARDS, rates_csv=rates), Settings())
    assert isinstance(cards, Plan)
    assert cards.totals.domestic_share.cards == 1.0


def test_too_little_owned_and_nothing_to_buy_names_both() -> None:
    text = SERVICE.replace("peak_requests_per_s: 20", "peak_requests_per_s: 200")
    text += "inventory: [{server: hgx-h20-8x96, count: 1}]\nbuy: {allowed: false}\n"
    answer = make_plan(request_from(text), Settings())
    assert isinstance(answer, NoPlan)
    assert {"buy.allowed", "inventory"} <= {m.path for m in answer.conflict}
