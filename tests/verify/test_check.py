"""The checker refuses every decision that breaks a rule, however it came about."""

from fractions import Fraction
from typing import Any

import pytest

from optimizer.errors import ModelError
from optimizer.instance.build import build_instance
from optimizer.instance.instance import Decision, Instance
from optimizer.instance.prepare import prepare
from optimizer.instance.prepared import Prepared
from optimizer.solve.settings import Settings
from optimizer.solve.solve import solve
from optimizer.verify.check import verify
from tests.requests import request_from

TEXT = """
name: checked
workloads:
  - name: chat
    kind: inference
    model: Qwen3-32B
    traffic: {peak_requests_per_s: 12, input_tokens: 1500, output_tokens: 400}
    latency: {tpot_p95_ms: 80}
    max_context_tokens: 16384
    spare_servers: 1
site:
  it_power_kw: 100
  facility_power_kw: 200
  racks: [{name: a, count: 9, units: 42, power_kw: 12, cost_per_month: 9000}]
finance: {capex_budget: 20e6}
policy: {ecosystems: {maximum: 1}}
"""


@pytest.fixture(scope="module")
def solved() -> tuple[Prepared, Instance, Decision]:
    prepared = prepare(request_from(TEXT))
    instance = build_instance(prepared)
    decision = solve(instance, Settings()).decision
    assert decision is not None
    return prepared, instance, decision


def limited(prepared: Prepared, section: str, **change: Any) -> Prepared:
    requirements = prepared.request.requirements
    part = getattr(requirements, section).model_copy(update=change)
    request = prepared.request.model_copy(update={"requirements": requirements.model_copy(update={section: part})})
    return prepared.model_copy(update={"request": request})


def test_the_solved_plan_passes(solved: tuple[Prepared, Instance, Decision]) -> None:
    prepared, instance, decision = solved
    verified = verify(prepared, instance, decision, None)
    (offer,) = decision.counts
    assert verified.spares == {offer: 1}
    numbers = {seat.number for seat in verified.seats[offer][1]}
    assert numbers <= set(range(1, max(decision.counts[offer])))  # the last server is the spare: nobody sits on it


def test_one_server_less_or_more(solved: tuple[Prepared, Instance, Decision]) -> None:
    prepared, instance, decision = solved
    ((offer, counts),) = decision.counts.items()
    for change, word in ((-1, "do not fit"), (1, "have a use")):
        other = decision.model_copy(update={"counts": {offer: tuple(c + change for c in counts)}})
        with pytest.raises(ModelError, match=word):
            verify(prepared, instance, other, None)


def test_a_workload_left_out(solved: tuple[Prepared, Instance, Decision]) -> None:
    prepared, instance, decision = solved
    with pytest.raises(ModelError, match="chat, year 1: 0 of 12 placed"):
        verify(prepared, instance, decision.model_copy(update={"placed": ()}), None)


def test_a_rack_less(solved: tuple[Prepared, Instance, Decision]) -> None:
    prepared, instance, decision = solved
    ((key, racks),) = decision.racks.items()
    with pytest.raises(ModelError, match="its racks hold"):
        verify(prepared, instance, decision.model_copy(update={"racks": {key: racks - 1}}), None)


@pytest.mark.parametrize(
    ("section", "change", "word"),
    [
        ("site", {"it_power_kw": 1.0}, "site.it_power_kw"),
        ("site", {"facility_power_kw": 1.0}, "site.facility_power_kw"),
        ("finance", {"capex_budget": 1000}, "finance.capex_budget"),
        ("policy", {"minimum_confidence": "high"}, "not admitted"),
    ],
)
def test_limits(solved: tuple[Prepared, Instance, Decision], section: str, change: dict[str, Any], word: str) -> None:
    prepared, instance, decision = solved
    with pytest.raises(ModelError, match=word):
        verify(limited(prepared, section, **change), instance, decision, None)


def test_a_cost_that_is_not_the_objective(solved: tuple[Prepared, Instance, Decision]) -> None:
    prepared, instance, decision = solved
    dearer = tuple(o.model_copy(update={"buy_fen": o.buy_fen + 10_000}) for o in instance.offers)
    with pytest.raises(ModelError, match="cost: objective"):
        verify(prepared, instance.model_copy(update={"offers": dearer}), decision, None)


def test_capacity_below_demand_is_seen(solved: tuple[Prepared, Instance, Decision]) -> None:
    """Half the capacity per replica: the same servers no longer hold the replicas."""
    prepared, instance, decision = solved
    ((_, offer, _),) = decision.placed
    weak = {
        key: tuple(o.model_copy(update={"capacity": o.capacity * Fraction(1, 2)}) for o in options)
        for key, options in prepared.options.items()
    }
    assert offer in decision.counts
    with pytest.raises(ModelError, match="do not fit"):
        verify(prepared.model_copy(update={"options": weak}), instance, decision, None)
