"""A run sits in one pool, and consumer cards need permission.

Two servers can carry the run alone; `home` is dearer. A share rule between 0 and 1 lets services be divided over two
types: a run is not.
"""

import pytest

from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import request_from

MACHINES = """
cards:
  - {id: c, vendor: V, ecosystem: cuda, domestic: false, spec: {source: test, confidence: high}}
  - {id: d, vendor: W, ecosystem: cann, domestic: true, spec: {source: test, confidence: high}}
  - {id: game, vendor: V, ecosystem: cuda, domestic: false, market_class: consumer, ecc: "no",
     spec: {source: test, confidence: high}}
servers:
  - {id: box, card: c, cards: 8, site: SITE, spec: {source: test, confidence: high}}
  - {id: home, card: d, cards: 8, site: SITE, spec: {source: test, confidence: high}}
  - {id: gamer, card: game, cards: 8, site: SITE, spec: {source: test, confidence: high}}
""".replace(
    "SITE", "{form: rack, rack_units: 4, max_power_w: 5000, typical_power_w: 4000, idle_power_w: 1000, cooling: air}"
)
ROWS = "workload,server,cards,capacity,unit,date,source\n" + "".join(
    f"run,{server},16,1,runs,2026-05,test\n" for server in ("box", "home", "gamer")
)
QUOTES = "item_id,currency,price,vat,date,source\n" + "".join(
    f"{server},CNY,{price},excluded,2026-11,test\n" for server, price in (("box", 100), ("home", 300), ("gamer", 50))
)
REQUEST = """\
name: r
language: en
catalog: [m.yaml]
measurements: [rows.csv]
quotes: [prices.csv]
workloads:
  - {name: run, kind: pretrain, model: Qwen3-32B, tokens: 1e9, sequence_length: 4096, deadline_days: 30}
"""


def plan(policy: str) -> Plan | NoPlan:
    request = request_from(REQUEST + f"policy: {{{policy}}}\n", m_yaml=MACHINES, rows_csv=ROWS, prices_csv=QUOTES)
    return make_plan(request, Settings())


@pytest.mark.parametrize(("policy", "server"), [("", "box"), ("domestic_share: {minimum: 0.5, by: cards}, ", "home")])
def test_a_share_rule_does_not_divide_a_run(policy: str, server: str) -> None:
    found = plan(policy + "servers: {allowed: [box, home]}")
    assert isinstance(found, Plan), found
    assert {p.server for p in found.placements} == {server}
    assert [(pool.server, pool.count) for pool in found.pools] == [(server, 2)]


def test_consumer_cards_need_permission_and_ecc_forbids_them() -> None:
    only = "servers: {allowed: [gamer]}"
    refused = plan(only)
    assert isinstance(refused, NoPlan)
    assert {r.limit for r in refused.rejections if r.server == "gamer"} == {"consumer"}
    assert "policy.consumer_cards" in {member.path for member in refused.conflict}
    allowed = plan(only + ", consumer_cards: allow")
    assert isinstance(allowed, Plan), allowed
    long = plan(only + ", consumer_cards: allow, ecc_above_days: 29")
    assert isinstance(long, NoPlan)
    assert {r.limit for r in long.rejections if r.server == "gamer"} == {"ecc"}
    assert {m.path for m in long.conflict} == {"workloads[0]", "policy.servers", "policy.ecc_above_days"}
    assert [(x.path, x.after) for r in long.relaxations for x in r.changes if x.path.endswith("days")] == [
        ("policy.ecc_above_days", 30)
    ]
