"""Gangs that a stream of fine-tuning jobs needs at once, by hand.

A gang of four cards does 10 jobs a month: one takes 730 h / 10 = 73 h. 25 jobs a month keep 2.5 gangs busy, so 3 are
needed, two to a server of eight cards; growth 2 makes it 50 jobs and 5 gangs.
"""

from decimal import Decimal

from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.report.plan_texts import in_both
from optimizer.solve.settings import Settings
from tests.requests import request_from

OWN = """
servers:
  - id: box
    name: Box
    cards: 8
    card: {id: c, ecosystem: cuda, domestic: false}
    rent: {price_per_hour: 10, currency: CNY}
"""
REQUEST = """\
name: r
catalog: [own.yaml]
measurements: [rows.csv]
workloads:
  - {name: sft, kind: finetune, method: full, model: Qwen3-32B, jobs_per_month: 25, tokens_per_job: 50e6,
     sequence_length: 4096, max_hours_per_job: 80, growth: [1, 2]}
finance: {horizon_years: 2}
policy: {servers: {allowed: [box]}}
buy: {allowed: false}
rent: {allowed: true}
"""
ROWS = "workload,server,cards,capacity,unit,date,source\nsft,box,4,10,jobs/month,2026-05,own bench\n"


def test_gangs_at_once_follow_the_jobs_of_every_year() -> None:
    plan = make_plan(request_from(REQUEST, own_yaml=OWN, rows_csv=ROWS), Settings())
    assert isinstance(plan, Plan), plan
    assert [p.replicas for p in plan.placements] == [Decimal(3), Decimal(5)]
    assert plan.pools[0].counts == (2, 3)
    notes = [p.notes[-1] for p in plan.placements]
    assert notes == [
        "25 jobs/month × 73 h / 730 h = 2.5: 3 at once",
        "50 jobs/month × 73 h / 730 h = 5: 5 at once",
    ]
    assert in_both(notes[0], "zh").here == "每月 25 次 × 73 小时 ÷ 730 小时 = 2.5：同时 3 组"
    asked = in_both(plan.workloads[0].demand_note, "zh").here
    assert asked == "每月 25 次作业，每次 50,000,000 token，各不超过 80 小时"
