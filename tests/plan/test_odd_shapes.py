"""Replicas and demands that do not come in round numbers."""

from decimal import Decimal

import pytest

from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import request_from

RATES = "workload,server,cards,capacity,unit,date,source\n"
HEAD = "name: odd\ncatalog: [cards.yaml]\nmeasurements: [rates.csv]\nrent: {allowed: true}\n"
HEAD += "finance: {discount_rate: 0, horizon_years: 1}\n"


def box(name: str, cards: int, confidence: str = "high") -> str:
    return (
        f"  - {{id: {name}, cards: {cards}, card: {{id: {name}-card, ecosystem: cuda, domestic: false}},"
        f" rent: {{price_per_hour: 10, currency: CNY}}, spec: {{source: test, confidence: {confidence}}}}}\n"
    )


def services(**demands: float) -> str:
    rows = "".join(f"  - {{name: {n}, kind: service, demand: {{value: {d}, unit: u}}}}\n" for n, d in demands.items())
    return f"workloads:\n{rows}"


def planned(text: str, cards: str, rates: str) -> Plan:
    plan = make_plan(request_from(text, cards_yaml="servers:\n" + cards, rates_csv=RATES + rates), Settings(gap=0.0))
    assert isinstance(plan, Plan)
    return plan


def test_five_three_and_two_cards_of_ten() -> None:
    """5 + 3 + 2 and 3 + 2 + 2 + 2 fill two servers of ten."""
    rates = "a,s,5,1,u,2026,t\nb,s,3,1,u,2026,t\nc,s,2,1,u,2026,t\n"
    plan = planned(HEAD + services(a=1, b=2, c=4), box("s", 10), rates)
    assert plan.totals.servers == 2


def test_cards_that_add_up_but_do_not_pack() -> None:
    """15 + 2·10 + 4·6 = 59 of 60 cards, but 15 leaves 15: 10 or two 6; a third server is needed, and no fourth."""
    rates = "a,s,15,1,u,2026,t\nb,s,10,1,u,2026,t\nc,s,6,1,u,2026,t\n"
    plan = planned(HEAD + services(a=1, b=2, c=4), box("s", 30), rates)
    assert plan.totals.servers == 3
    seated: dict[int, int] = {}
    for seat in plan.seating[0].seats:
        seated[seat.number] = seated.get(seat.number, 0) + seat.devices
    assert max(seated.values()) <= 30
    assert sum(seated.values()) == 59


@pytest.mark.parametrize("sharing", ["shares_cards: true", "max_server_types: any", "shares_cards: false"])
def test_a_part_of_a_replica_needs_the_room_of_a_whole_one(sharing: str) -> None:
    """One replica spans two servers of four cards: three tenths of its capacity need both."""
    text = HEAD + f"workloads: [{{name: a, kind: service, demand: {{value: 300, unit: u}}, {sharing}}}]\n"
    plan = planned(text, box("s", 4), "a,s,8,1000,u,2026,t\n")
    assert plan.totals.servers == 2


def test_sharers_do_not_take_cards_from_others() -> None:
    """Two cards for a alone; b shares, but its replica has four cards: not the other two of that server."""
    text = HEAD + "workloads:\n  - {name: a, kind: service, demand: {value: 1, unit: u}}\n"
    text += "  - {name: b, kind: service, demand: {value: 0.4, unit: u}, shares_cards: true}\n"
    plan = planned(text, box("s", 4), "a,s,2,1,u,2026,t\nb,s,4,1,u,2026,t\n")
    assert plan.totals.servers == 2


def test_sharers_share() -> None:
    """0.5 + 0.5 of one card: one server of one card; 0.5 + 0.6: two."""
    two = "workloads:\n" + "".join(
        f"  - {{name: {n}, kind: service, demand: {{value: {d}, unit: u}}, shares_cards: true}}\n"
        for n, d in (("a", 0.5), ("b", "{b}"))
    )
    rates = "a,s,1,1,u,2026,t\nb,s,1,1,u,2026,t\n"
    assert planned(HEAD + two.replace("{b}", "0.5"), box("s", 1), rates).totals.servers == 1
    assert planned(HEAD + two.replace("{b}", "0.6"), box("s", 1), rates).totals.servers == 2


def test_many_replicas_take_no_time() -> None:
    plan = planned(HEAD + services(a=40_000), box("s", 8), "a,s,1,1,u,2026,t\n")
    assert plan.totals.servers == 5_000


def test_measured_capacity_in_flight_tells_no_token_cost() -> None:
    text = """
name: flight
measurements: [rates.csv]
workloads:
  - name: w
    kind: inference
    model: Qwen3-32B
    traffic: {concurrent_requests: 64, input_tokens: 1800, output_tokens: 450}
    latency: {tpot_p95_ms: 80}
    max_context_tokens: 32768
policy: {servers: {allowed: [pcie-8x-l20]}}
"""
    request = request_from(text, rates_csv=RATES + "w,pcie-8x-l20,2,20,requests in flight,2026-11-01,bench\n")
    plan = make_plan(request, Settings())
    assert isinstance(plan, Plan)
    assert plan.totals.servers == 1  # four replicas of two cards
    assert plan.cost_per_million_tokens == ()


def test_a_daily_volume_is_the_volume_of_the_token_cost() -> None:
    """250e6 tokens a day for three years at 8 %: the levelised cost is the TCO over their present value."""
    text = """
name: daily
workloads:
  - name: w
    kind: inference
    model: Qwen3-32B
    traffic:
      tokens_per_day: {input: 200e6, output: 50e6, busy_hours: 8, peak_factor: 2}
      input_tokens: 2000
      output_tokens: 500
    latency: {tpot_p95_ms: 80}
    max_context_tokens: 32768
policy: {servers: {allowed: [pcie-8x-l20, hgx-h20-8x96]}}
"""
    plan = make_plan(request_from(text), Settings())
    assert isinstance(plan, Plan)
    tokens = sum(Decimal("250e6") * 365 / Decimal("1.08") ** (year - Decimal("0.5")) for year in (1, 2, 3))
    (cost,) = plan.cost_per_million_tokens
    assert float(cost.blended) == pytest.approx(float(plan.objective.tco_npv / tokens * 10**6))
    assert float(cost.output) == pytest.approx(float(cost.blended) * 5)
    assert plan.workloads[0].average_load == pytest.approx(8 / 24 / 2)


@pytest.mark.parametrize(
    ("rule", "confidence"), [("buyer: state\n", "high"), ("policy: {minimum_confidence: high}\n", "low")]
)
def test_rules_that_hold_for_rent_too(rule: str, confidence: str) -> None:
    request = request_from(
        HEAD + rule + services(a=1),
        cards_yaml="servers:\n" + box("s", 1, confidence),
        rates_csv=RATES + "a,s,1,1,u,2026,t\n",
    )
    answer = make_plan(request, Settings())
    assert isinstance(answer, NoPlan)
    assert answer.status == "infeasible"


def test_licensed_cards_carry_their_risk() -> None:
    text = """
name: late
workloads:
  - name: w
    kind: inference
    model: Qwen3-32B
    traffic: {peak_requests_per_s: 2, input_tokens: 1800, output_tokens: 450}
    latency: {tpot_p95_ms: 80}
    max_context_tokens: 32768
policy: {servers: {allowed: [hgx-h20-8x96]}}
"""
    plan = make_plan(request_from(text), Settings())
    assert isinstance(plan, Plan)
    assert plan.lead_time_risk == ("hgx-h20-8x96",)
