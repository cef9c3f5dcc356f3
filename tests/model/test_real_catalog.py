"""The MIP solver inside ortools agrees on thirty instances of the real catalog, feasible and infeasible."""

from typing import Any

import pytest

from optimizer.instance.build import build_instance
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.solve.settings import Settings
from optimizer.solve.solve import solve
from tests.model.mip import mip_optimum
from tests.requests import request_from

TEXT = """
name: two-services
buyer: private
workloads:
  - name: chat
    kind: inference
    model: Qwen3-32B
    traffic: {peak_requests_per_s: 12, input_tokens: 1500, output_tokens: 400}
    latency: {tpot_p95_ms: 80}
    max_context_tokens: 16384
    growth: [1.0, 1.6]
  - name: code
    kind: inference
    model: Qwen2.5-14B
    traffic: {peak_requests_per_s: 6, input_tokens: 2500, output_tokens: 300}
    latency: {ttft_p95_ms: 4000, tpot_p95_ms: 60}
    max_context_tokens: 16384
    spare_servers: 1
site:
  it_power_kw: 100
  racks:
    - {name: a, count: 9, units: 42, power_kw: 12, cost_per_month: 9000}
    - {name: b, count: 2, units: 42, power_kw: 30}
finance: {capex_budget: 20e6}
"""


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare(request_from(TEXT))


def changed(prepared: Prepared, **sections: dict[str, Any]) -> Prepared:
    requirements = prepared.request.requirements
    update = {name: getattr(requirements, name).model_copy(update=change) for name, change in sections.items()}
    request = prepared.request.model_copy(update={"requirements": requirements.model_copy(update=update)})
    return prepared.model_copy(update={"request": request})


@pytest.mark.parametrize("power_kw", [9, 20, 30, 50, 100])
@pytest.mark.parametrize("budget", [1.5e6, 3e6, 20e6])
@pytest.mark.parametrize("quantile", ["p10", "p50"])
def test_optimum(prepared: Prepared, power_kw: float, budget: float, quantile: str) -> None:
    limited = changed(prepared, site={"it_power_kw": power_kw}, finance={"capex_budget": int(budget)})
    instance = build_instance(limited, quantile)
    best = mip_optimum(instance)
    outcome = solve(instance, Settings(gap=0.0))
    assert outcome.status == ("infeasible" if best is None else "optimal")
    if best is not None:
        assert outcome.cost_fen == pytest.approx(best, rel=1e-6)
