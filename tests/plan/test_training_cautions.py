"""What training needs around the cards, by hand: a run of Qwen3-32B on two servers of eight cards.

checkpoint   13 · 32.76e9 = 425.88 GB, 212.94 GB of each server
write rate   425.88 GB / 40 s = 10.647 GB/s = 85.176 Gbit/s, 42.588 Gbit/s of each server
fabric       200 Gbit/s per card
"""

from typing import get_args

import pytest

from optimizer.plan.caution import Caution
from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.plan.training_cautions import TrainingRule
from optimizer.report.caution_words import caution_text
from optimizer.solve.settings import Settings
from tests.requests import request_from

MACHINES = """
cards: [{id: c, vendor: V, ecosystem: cuda, domestic: false, spec: {source: test, confidence: high}}]
servers:
  - {id: box, name: Box, card: c, cards: 8, FACTSspec: {source: data sheet, confidence: high},
     site: {form: rack, rack_units: 4, max_power_w: 5000, typical_power_w: 4000, idle_power_w: 1000, cooling: air}}
"""
ROWS = "workload,server,cards,capacity,unit,date,source\nrun,box,16,1,runs,2026-05,test\n"
QUOTES = "item_id,currency,price,vat,date,source\nbox,CNY,100,excluded,2026-11,test\n"
REQUEST = """\
name: r
language: en
catalog: [m.yaml]
measurements: [rows.csv]
quotes: [prices.csv]
workloads:
  - {name: run, kind: pretrain, model: Qwen3-32B, tokens: 1e9, sequence_length: 4096, deadline_days: 30}
policy: {servers: {allowed: [box]}}
"""
FABRIC = "fabric: {kind: roce, gbps_per_card: 200}"
RULES = frozenset(get_args(TrainingRule))


def found(facts: str, site: str = FABRIC) -> dict[tuple[str, str], Caution]:
    """(rule, finding) → caution about training."""
    text = REQUEST + f"site: {{{site}}}\n"
    request = request_from(text, m_yaml=MACHINES.replace("FACTS", facts), rows_csv=ROWS, prices_csv=QUOTES)
    plan = make_plan(request, Settings(), variants=False)
    assert isinstance(plan, Plan), plan
    return {(each.rule, each.finding): each for each in plan.cautions if each.rule in RULES}


def test_a_server_short_of_everything() -> None:
    short = found("scale_out_bits_per_s_per_card: 5e9, host_memory_bytes: 200e9, ")
    assert set(short) == {
        ("storage", "ask"), ("fabric_ports", "short"), ("storage_link", "short"), ("snapshot", "short")
    }  # fmt: skip
    expected = {
        "storage": "Training storage: ask for writes of ≥ 10.647 GB/s (a checkpoint of 425.88 GB in 40 s)",
        "fabric_ports": "Fabric ports: 5 Gbit/s per card, less than the fabric's 200 Gbit/s: network cards are added, "
        "check the slots",
        "storage_link": "Storage network: the server's ports give 40 Gbit/s, writing a checkpoint takes "
        "≥ 42.588 Gbit/s (85.176 Gbit/s / 2 servers)",
        "snapshot": "Memory for a checkpoint: 200 GB on the host, less than 212.94 GB (425.88 GB / 2 servers)",
    }
    assert {rule: caution_text(each, "en") for (rule, _), each in short.items()} == expected
    assert all(each.server_name == "Box" for (rule, _), each in short.items() if rule != "storage")
    chinese = {rule: caution_text(each, "zh") for (rule, _), each in short.items()}
    assert chinese["snapshot"] == "检查点暂存：主机内存 200 GB，少于 212.94 GB（检查点 425.88 GB ÷ 2 台）"


def test_a_server_of_which_nothing_is_known() -> None:
    unknown = found("")
    assert set(unknown) == {("storage", "ask"), ("fabric_ports", "unknown"), ("storage_link", "unknown")}
    assert "≥ 42.588 Gbit/s" in caution_text(unknown["storage_link", "unknown"], "en")
    assert "42.588 Gbit/s" in caution_text(unknown["storage_link", "unknown"], "zh")


def test_a_server_that_has_enough() -> None:
    assert set(found("scale_out_bits_per_s_per_card: 200e9, host_memory_bytes: 213e9, ")) == {("storage", "ask")}


@pytest.mark.parametrize(("stated_tb", "is_short"), [(2, False), (1, True)])
def test_storage_that_exists_is_held_against_the_need(stated_tb: int, is_short: bool) -> None:
    # (3 · 425.88 + 8.4) GB / 0.8 = 1.61 TB: 2 TB
    site = f"{FABRIC}, storage: {{owned: true, capacity_tb: {stated_tb}}}"
    cautions = found("scale_out_bits_per_s_per_card: 200e9, host_memory_bytes: 213e9, ", site)
    assert (("storage", "short") in cautions) == is_short
    if is_short:
        text = caution_text(cautions["storage", "short"], "en")
        assert text == "Training storage: the file states 1 TB, training needs 2 TB"
