"""Storage for training, by hand: 25 jobs a month of at most 80 h, model of N parameters, two servers of a plan.

at once      ⌈25 · 80 / 730⌉ = ⌈2.74⌉ = 3
checkpoint   13 · N            data   (4.4 + 4) · 1e9 tokens = 8.4 GB            kept 3
"""

from decimal import Decimal

import pytest

from optimizer.inputs.request import Request
from optimizer.instance.build import build_instance
from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.prepare import prepare
from optimizer.instance.storage import storage_of
from optimizer.plan.conflict import conflict_paths
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.packed import solve_packed
from optimizer.plan.plan import Plan
from optimizer.report.storage_words import storage_words
from optimizer.solve.settings import Settings
from tests.requests import request_from

MACHINES = """
cards: [{id: c, vendor: V, ecosystem: cuda, domestic: false, spec: {source: test, confidence: high}}]
servers:
  - {id: box, card: c, cards: 8, spec: {source: test, confidence: high},
     site: {form: rack, rack_units: 4, max_power_w: 5000, typical_power_w: 4000, idle_power_w: 1000, cooling: air},
     rent: {price_per_hour: 10, currency: CNY}}
"""
ROWS = "workload,server,cards,capacity,unit,date,source\nsft,box,4,10,jobs/month,2026-05,test\n"
QUOTES = "item_id,currency,price,vat,date,source\nbox,CNY,100000,excluded,2026-11,test\n"
REQUEST = """\
name: r
language: en
catalog: [m.yaml]
measurements: [rows.csv]
quotes: [prices.csv]
workloads:
  - {name: sft, kind: finetune, method: METHOD, model: Qwen3-32B, jobs_per_month: 25, tokens_per_job: 1e9,
     sequence_length: 4096, max_hours_per_job: 80}
policy: {servers: {allowed: [box]}}
"""
PARAMETERS = 32_760_000_000
"""Of Qwen3-32B."""


def request(more: str = "", method: str = "full") -> Request:
    text = REQUEST.replace("METHOD", method) + more
    return request_from(text, m_yaml=MACHINES, rows_csv=ROWS, prices_csv=QUOTES)


def planned(more: str = "", method: str = "full") -> Plan:
    plan = make_plan(request(more, method), Settings())
    assert isinstance(plan, Plan), plan
    return plan


def test_capacity_of_full_jobs() -> None:
    # 3 · (3 · 13 · 32.76 GB + 8.4 GB) = 3 · (1,277.6 + 8.4) = 3,858.1 GB; / 0.8 = 4,823: 5 TB
    plan = planned()
    assert plan.storage is not None
    (use,) = plan.storage.uses
    assert use.checkpoint_bytes == 13 * PARAMETERS
    assert (use.at_once, use.checkpoints_kept, use.data_bytes) == (3, 3, 8_400_000_000)
    assert use.stored_bytes == 3 * (3 * 13 * PARAMETERS + 8_400_000_000)
    assert (plan.storage.needed_tb, plan.storage.ordered_tb) == (5, 5)
    # 13 · 32.76 GB / 40 s = 10.65 GB/s; 4 cards: 1 / (4 · 2e-5) = 12,500 h between interruptions,
    # √(2 · 40 s · 12,500 h · 3,600 s/h) = 60,000 s
    assert use.write_bytes_per_s == -(-13 * PARAMETERS // 40)
    assert use.cards == 4
    assert use.checkpoint_interval_s == pytest.approx(60_000)


def test_adapters_alone_are_stored() -> None:
    # 13 · 0.005 · 32.76e9 = 2.13 GB; 3 · (3 · 2.13 + 8.4) = 44 GB: 1 TB
    plan = planned(method="lora")
    assert plan.storage is not None
    assert plan.storage.uses[0].checkpoint_bytes == -(-13 * PARAMETERS // 200)
    assert plan.storage.ordered_tb == 1


def test_every_sample_is_stored_once_however_many_epochs() -> None:
    samples = "samples: {count: 1e6, tokens_per_sample: 1000, epochs: 5}"
    plan = make_plan(
        request_from(
            REQUEST.replace("METHOD", "full").replace("tokens_per_job: 1e9", samples),
            m_yaml=MACHINES, rows_csv=ROWS, prices_csv=QUOTES,
        ),
        Settings(),
    )  # fmt: skip
    assert isinstance(plan, Plan)
    assert plan.storage is not None
    assert plan.storage.uses[0].data_bytes == 8_400_000_000


def test_its_price_is_a_constant_of_the_objective_and_in_the_budget() -> None:
    bare = planned("site: {storage: {owned: true}}\n")
    plan = planned()
    assert plan.storage is not None
    price = 5 * plan.storage.price_per_tb
    assert [(x.item, x.subject, x.year, x.amount) for x in plan.cost_lines if x.item == "storage"] == [
        ("storage", "storage", 0, price)
    ]
    assert plan.objective.tco_npv - bare.objective.tco_npv == price
    assert plan.totals.capex_incl_vat - bare.totals.capex_incl_vat == price * Decimal("1.13")
    assert "storage" in bare.not_counted
    assert "power and maintenance of the storage" in plan.not_counted


def test_an_own_price_counts_in_the_unit_of_the_parameter() -> None:
    # 5 TB · 140 USD = 700 USD
    plan = planned("currency: USD\ncosts: {parallel_storage_price: 140}\n")
    assert [x.amount for x in plan.cost_lines if x.item == "storage"] == [Decimal(700)]


def test_objective_and_checker_agree_where_vat_is_a_cost() -> None:
    prepared = prepare(request("finance: {vat: {recoverable: false}}\n"))
    instance = build_instance(prepared)
    outcome, verified = solve_packed(prepared, instance, Settings())
    assert outcome.decision is not None
    assert verified is not None
    storage = storage_of(prepared.request)
    assert storage is not None
    assert instance.storage_fen == round(storage.ordered_tb * storage.price_per_tb * 113)
    assert abs(cost_fen(instance, outcome.decision) - verified.tco * 100) <= 10


def test_a_budget_that_the_storage_exceeds_is_said_to_conflict() -> None:
    # two servers cost 2 · (100,000 · 1.05 · 1.13 + 2,500 · 1.06) = 242,600 with VAT; 5 TB about 9,800 more
    assert isinstance(make_plan(request("finance: {capex_budget: 242700}\n"), Settings()), NoPlan)
    found = make_plan(request("finance: {capex_budget: 242700}\nsite: {storage: {owned: true}}\n"), Settings())
    assert isinstance(found, Plan), found
    tight = prepare(request("finance: {capex_budget: 5000}\n"))
    assert "finance.capex_budget" in conflict_paths(tight)


@pytest.mark.parametrize(
    ("more", "ordered", "why"),
    [
        ("site: {storage: {owned: true}}\n", 0, "owned"),
        ("site: {storage: {capacity_tb: 100}}\n", 100, None),
        ("buy: {allowed: false}\nrent: {allowed: true}\n", 0, "nothing is bought"),
    ],
)
def test_what_is_bought(more: str, ordered: int, why: str | None) -> None:
    plan = planned(more)
    assert plan.storage is not None
    assert (plan.storage.needed_tb, plan.storage.ordered_tb, plan.storage.not_bought) == (5, ordered, why)
    for language in ("zh", "en"):
        assert f"{ordered} TB" in storage_words(plan.storage, language)


def test_inference_needs_none() -> None:
    service = "name: r\nworkloads: [{name: w, kind: capacity, demand: {value: 1, unit: servers}}]\n"
    plan = make_plan(request_from(service), Settings())
    assert isinstance(plan, Plan)
    assert plan.storage is None
    assert not [line for line in plan.cost_lines if line.item == "storage"]
    assert "storage" in plan.not_counted
