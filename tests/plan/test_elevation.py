"""Racks of a plan: every server once, no two in one U, within each limit, as many racks as the plan counts.

box    10 U, 4 kW, 50 kg: a rack of 42 U, 9 kW, 120 kg holds min(4, 2, 2) = 2
"""

from hypothesis import given
from hypothesis import strategies as st

from optimizer.plan.elevation import spread
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import request_from

OWN = """
servers:
  - id: box
    name: Box
    cards: 1
    card: {id: c, ecosystem: cuda, domestic: false}
    site: {form: rack, rack_units: 10, max_power_w: 4000, typical_power_w: 3000, idle_power_w: 500, cooling: air,
           weight_kg: 50}
"""
REQUEST = """\
name: r
catalog: [own.yaml]
quotes: [offer.csv]
measurements: [rows.csv]
workloads: [{name: w, kind: service, spare_servers: 1, demand: {value: 40, unit: pages/s}}]
policy: {servers: {allowed: [box]}}
site:
  racks: [{name: a, count: 2, units: 42, power_kw: 9, weight_kg: 120}, {name: b, count: 9, units: 12}]
"""
QUOTES = "item_id,currency,price,vat,date,source\nbox,CNY,100000,excluded,2026-11-20,an offer\n"
ROWS = "workload,server,cards,capacity,unit,date,source\nw,box,1,10,pages/s,2026-05,own bench\n"


def test_a_plan_stands_in_the_racks_it_counts() -> None:
    # four boxes carry 40 pages/s, one is spare: two in each rack of a, one in b
    plan = make_plan(request_from(REQUEST, own_yaml=OWN, offer_csv=QUOTES, rows_csv=ROWS), Settings(), variants=False)
    assert isinstance(plan, Plan), plan
    (pool,) = plan.pools
    assert (pool.standing, plan.totals.racks) == (5, len(plan.racks))
    by_group = {group: [r for r in plan.racks if r.group == group] for group in pool.racks}
    assert {group: len(racks) for group, racks in by_group.items()} == pool.racks
    assert sorted(each.number for rack in plan.racks for each in rack.servers) == [1, 2, 3, 4, 5]
    for rack in plan.racks:
        assert len(rack.servers) * 4000 <= (rack.power_w or 1e9)
        assert len(rack.servers) * 50 <= (rack.weight_kg or 1e9)
        lowest = [each.lowest_unit for each in rack.servers]
        assert lowest == [1 + 10 * place for place in range(len(lowest))]
        assert rack.units is not None
        assert 10 * len(lowest) <= rack.units
    for racks in by_group.values():
        assert [rack.number for rack in racks] == list(range(1, len(racks) + 1))


@given(st.integers(0, 60), st.lists(st.integers(0, 9), max_size=12))
def test_servers_are_spread_evenly_within_the_fits(servers: int, fits: list[int]) -> None:
    counts = spread(servers, fits)
    assert (counts is None) == (servers > sum(fits))
    if counts is not None:
        assert sum(counts) == servers
        assert all(count <= fit for count, fit in zip(counts, fits, strict=True))
        roomy = [count for count, fit in zip(counts, fits, strict=True) if count < fit]
        assert all(max(counts) - count <= 1 for count in roomy)  # whoever has room is not left behind
