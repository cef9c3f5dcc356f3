"""Machines for sums in the head: no running costs, so a server costs its price and nothing else."""

from optimizer.inputs.request import Request
from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.plan.packed import solve_packed
from optimizer.plan.why.solved import Solved
from optimizer.solve.settings import Settings
from tests.requests import request_from

MACHINES = """
cards:
  - {id: card-a, vendor: V, ecosystem: cuda, domestic: false, spec: {source: test, confidence: high}}
  - {id: card-b, vendor: V, ecosystem: cuda, domestic: true, spec: {source: test, confidence: high}}
  - {id: card-c, vendor: V, ecosystem: cuda, domestic: false, spec: {source: test, confidence: high}}
servers:
  - {id: box-a, card: card-a, cards: 1, site: SITE, spec: {source: test, confidence: high}}
  - {id: box-b, card: card-b, cards: 1, site: SITE, spec: {source: test, confidence: high}}
  - {id: box-c, card: card-c, cards: 1, site: SITE, spec: {source: test, confidence: high}}
""".replace(
    "SITE", "{form: rack, rack_units: 1, max_power_w: 1000, typical_power_w: 1000, idle_power_w: 0, cooling: air}"
)
ROWS = """workload,server,cards,capacity,unit,date,source
w,box-a,1,10,pages/s,2026-05,test
w,box-b,1,10,pages/s,2026-05,test
w,box-c,1,20,pages/s,2026-05,test
"""
QUOTES = """item_id,currency,price,vat,date,source
box-a,CNY,100,excluded,2026-11,test
box-b,CNY,130,excluded,2026-11,test
box-c,CNY,250,excluded,2026-11,test
"""
TEXT = """
name: tiny
language: en
catalog: [machines.yaml]
measurements: [rows.csv]
quotes: [prices.csv]
workloads:
  - {name: w, kind: service, demand: {value: 35, unit: pages/s}, average_load: 0}
site: {it_power_kw: 10, electricity: {price_per_kwh: 0}}
finance: {horizon_years: 1, discount_rate: 0}
policy: {servers: {allowed: [box-a, box-b, box-c]}}
costs:
  installation_rate: 0
  spares_stock_rate: 0
  licence_per_card_year: 0
  staff_fte_year: 0
  resale_pcie: 0
  resale_domestic: 0
"""
"""35 pages/s: four of box-a (10 each) for 400, four of box-b for 520, two of box-c (20 each) for 500."""


def tiny(*, text: str = TEXT, machines: str = MACHINES) -> Request:
    return request_from(text, machines_yaml=machines, rows_csv=ROWS, prices_csv=QUOTES)


def solved(request: Request) -> Solved:
    prepared = prepare(request)
    instance = build_instance(prepared)
    outcome, _ = solve_packed(prepared, instance, Settings(gap=0.0))
    assert outcome.decision is not None
    return Solved.of(prepared, instance, outcome.decision, Settings())
