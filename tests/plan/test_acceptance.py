"""What is expected at delivery, from a planned request: the machine's facts and one stream by hand.

card    facts of the catalog; a link rate is the sum of both directions
stream  bandwidth over the weights and the cache that a device reads for a token
"""

import pytest

from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import OWN_CARDS, request_from

REQUEST = """\
name: r
workloads:
  - name: chat
    kind: inference
    model: Qwen3-8B
    weight_precision: [bf16]
    traffic: {peak_requests_per_s: 1, input_tokens: 1000, output_tokens: 400}
    latency: {ttft_p95_ms: 4000, tpot_p95_ms: 80}
    max_context_tokens: 8192
policy: {servers: {allowed: [hgx-h200-oem]}}
"""
QUOTES = "item_id,currency,price,vat,date,source\nhgx-h200-oem,CNY,2000000,excluded,2026-11-20,an offer\n"


def planned(text: str, **companions: str) -> Plan:
    plan = make_plan(request_from(text, **companions), Settings(), variants=False)
    assert isinstance(plan, Plan), plan
    return plan


def test_machine_and_stream_of_a_planned_service() -> None:
    request = request_from(REQUEST + "quotes: [offer.csv]\n", offer_csv=QUOTES)
    plan = make_plan(request, Settings(), variants=False)
    assert isinstance(plan, Plan), plan
    (machine,), (speed,) = plan.acceptance.machines, plan.acceptance.speeds
    facts, placement = request.catalog.cards[plan.pools[0].card].facts, plan.placements[0]
    assert facts is not None
    assert (machine.devices, machine.memory_bytes_per_device) == (8, facts.memory_bytes)
    assert machine.link_bytes_per_s == facts.scale_up_bytes_per_s / 2
    assert (machine.link, machine.link_class, machine.ecc) == ("NVLink4", "nvlink", "yes")
    assert (speed.ttft_limit_ms, speed.tpot_limit_ms) == (4000, 80)
    assert (speed.concurrency, speed.rate_per_s) == (placement.concurrency, float(placement.capacity_per_replica))
    point = next(point for point in plan.curves[0].points if point.planned)
    assert speed.output_tokens_per_s == point.output_tokens_per_s
    # one stream reads the weights and its cache of 1,000 + 400/2 tokens from every device's own memory
    model, tensor = request.catalog.models["Qwen3-8B"], placement.tensor_parallel
    assert tensor is not None
    read = 2 * (model.total_params - model.vocab_size * model.hidden_size) / tensor
    read += 2 * 2 * model.layers * model.kv_heads * model.head_dim * 1200 / tensor
    assert speed.stream_ceiling_tokens_per_s == pytest.approx(facts.memory_bandwidth_bytes_per_s / read, rel=1e-3)
    assert 0 < speed.stream_tokens_per_s < speed.stream_ceiling_tokens_per_s
    assert plan.model_validate_json(plan.model_dump_json()) == plan


def test_measured_services_have_a_machine_and_no_modelled_speed() -> None:
    rows = "workload,server,cards,capacity,unit,date,source\nw,box-a,4,10,pages/s,2026-05,own bench\n"
    plan = planned(
        "name: r\ncatalog: [own.yaml]\nmeasurements: [rows.csv]\n"
        "workloads: [{name: w, kind: service, demand: {value: 16, unit: pages/s}}]\nrent: {allowed: true}\n",
        own_yaml=OWN_CARDS, rows_csv=rows,
    )  # fmt: skip
    (machine,) = plan.acceptance.machines
    assert (machine.server, machine.rented, machine.memory_bytes_per_device) == ("box-a", True, None)
    assert (machine.link_bytes_per_s, machine.nic_bits_per_s_per_card) == (None, None)
    assert plan.acceptance.speeds == ()
