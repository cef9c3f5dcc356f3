"""p10 and p50 of a plan with training are the plans of the same file at that quantile."""

import pytest

from optimizer.plan.make_plan import make_plan
from optimizer.plan.plan import Plan
from optimizer.solve.settings import Settings
from tests.requests import request_from

RUN = """
name: run
language: en
buyer: private
workloads:
  - {name: run, kind: pretrain, model: Llama-2-7B, tokens: 300e9, sequence_length: 4096, deadline_days: 60}
site: {fabric: {kind: roce, gbps_per_card: 200}}
policy: {cards: {allowed: [h200-sxm, ascend_910b3]}}
"""


def planned(text: str) -> Plan:
    plan = make_plan(request_from(text), Settings())
    assert isinstance(plan, Plan)
    return plan


def test_variants_are_what_the_file_would_give() -> None:
    variants = {variant.kind: variant.tco_npv for variant in planned(RUN).variants}
    for quantile in ("p10", "p50"):
        stated = planned(f"{RUN}sizing: {{quantile: {quantile}}}\n")
        assert float(variants[quantile] or 0) == pytest.approx(float(stated.objective.tco_npv), rel=1e-3)
        assert {variant.kind: variant.same_servers for variant in stated.variants}[quantile]
    assert (variants["p50"] or 0) < (variants["p10"] or 0)
