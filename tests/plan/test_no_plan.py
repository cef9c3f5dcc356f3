"""Which fields an impossible request is told about: enough to rule every server out, and no others."""

import pytest

from optimizer.instance.prepare import prepare
from optimizer.plan import make_plan as job
from optimizer.plan.conflict import unservable
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan, with_places
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from tests.requests import OWN_CARDS, request_from

BASE = """\
name: b
language: en
workloads:
  - {name: w, kind: inference, model: Qwen3-32B, latency: {tpot_p95_ms: 80}, max_context_tokens: 32768,
     traffic: {peak_requests_per_s: 2, input_tokens: 1800, output_tokens: 450}}
policy: {servers: {allowed: [pcie-8x-l20]}}
"""
SERVICE = """\
name: ocr
catalog: [own.yaml]
measurements: [rows.csv]
workloads:
  - {name: w, kind: service, demand: {value: 4, unit: pages/s}}
"""
ROW = "workload,server,cards,capacity,unit,date,source\nw,box-a,1,2,pages/s,2026-05,own bench\n"


def conflict(text: str, **companions: str) -> dict[str, str]:
    """Path → value of the members found before solving; `w.` stands for the only workload."""
    prepared = prepare(request_from(text, **companions))
    found = {m.path.replace("workloads[0]", "w"): m.value for m in with_places(prepared, unservable(prepared))}
    assert found.pop("w") == "w"
    return found


def service(more: str = "", rows: str = ROW) -> dict[str, str]:
    return conflict(SERVICE + more, own_yaml=OWN_CARDS, rows_csv=rows)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("tpot_p95_ms: 80}", "tpot_p95_ms: 80}, memory_use: 0.01", {"w.memory_use": "0.01"}),
        # the model is too large for this server with any memory_use; larger servers are not allowed
        ("Qwen3-32B", "DeepSeek-R1, memory_use: 0.85",
         {"policy.servers": "allowed: pcie-8x-l20", "w.model": "DeepSeek-R1"}),
        # 671 B parameters in one byte: 8 × 48 GB are too few, whatever the cards may do per second
        ("Qwen3-32B", "DeepSeek-R1", {"policy.servers": "allowed: pcie-8x-l20", "w.model": "DeepSeek-R1"}),
        ("tpot_p95_ms: 80}", "tpot_p95_ms: 80}, engine: mindie",
         {"policy.servers": "allowed: pcie-8x-l20", "w.engine": "mindie"}),
        ("tpot_p95_ms: 80}", "tpot_p95_ms: 80}, weight_precision: [nvfp4]",
         {"policy.servers": "allowed: pcie-8x-l20", "w.weight_precision": "nvfp4"}),
        ("language: en", "buyer: state", {"buyer": "state", "policy.servers": "allowed: pcie-8x-l20"}),
        ("language: en", "buy: {allowed: false}\nrent: {allowed: true}",
         {"buy.allowed": "false", "policy.servers": "allowed: pcie-8x-l20"}),
        ("language: en", "site: {cooling: [liquid]}",
         {"policy.servers": "allowed: pcie-8x-l20", "site.cooling": "liquid"}),
        ("servers: {allowed: [pcie-8x-l20]}", "ecosystems: {allowed: [dtk]}, vendors: {forbidden: [Hygon]}",
         {"policy.ecosystems.allowed": "dtk", "policy.vendors": "forbidden: Hygon"}),
    ],
)  # fmt: skip
def test_inference(old: str, new: str, expected: dict[str, str]) -> None:
    assert old in BASE
    assert conflict(BASE.replace(old, new)) == expected


def test_a_service_is_only_asked_for_where_it_is_measured() -> None:
    assert service() == {"rent.allowed": "false"}
    assert service("policy: {consumer_cards: forbid, servers: {allowed: [box-b]}}\nrent: {allowed: true}\n") == {
        "policy.servers": "allowed: box-b"
    }
    assert service("rent: {allowed: true}\n", ROW.replace(",2,", ",0,")) == {"measurements": "rows.csv"}


def test_an_owned_server_is_a_way_too() -> None:
    """Purchase is closed for all, so only what is owned could serve: where the policy leaves it out, both are named."""
    nothing = "buy: {allowed: false}\nrent: {allowed: true}\npolicy: {servers: {forbidden: [hgx-h20-8x96]}}\n"
    owned = "inventory: [{server: hgx-h20-8x96, count: 4}]\n"
    rows = ROW.replace("box-a", "hgx-h20-8x96") + "w,pcie-8x-l20,1,2,pages/s,2026-05,own bench\n"
    assert service(nothing, rows) == {"buy.allowed": "false"}
    assert service(nothing + owned, rows) == {"buy.allowed": "false", "policy.servers": "forbidden: hgx-h20-8x96"}


def test_an_offer_for_rent_is_a_way_at_its_terms() -> None:
    """A three-year price alone is no way; a one-year price is one that `rent.term` may close."""
    rented = OWN_CARDS.replace("price_per_hour: 10", "PRICE: 10")
    for price, expected in (
        ("three_year_per_hour", {}),
        ("one_year_per_hour", {"rent.term": "on_demand"}),
    ):
        text = SERVICE + "rent: {allowed: true, term: on_demand}\n"
        prepared = prepare(request_from(text, own_yaml=rented.replace("PRICE", price), rows_csv=ROW))
        members = with_places(prepared, unservable(prepared))
        found = {m.path: m.value for m in members if m.path != "workloads[0]"}
        assert found == expected


@pytest.mark.parametrize(
    ("site", "path", "value", "unit"),
    [
        ("{it_power_kw: 200, reserve: {power: 0.99}}", "site.it_power_kw", "200 kW, reserve 0.99", ""),
        ("{it_power_kw: 2}", "site.it_power_kw", "2", "kW"),
        ("{racks: [{name: row, count: 3}], reserve: {racks: 0.9}}", "site.racks[0]", "3 racks, reserve 0.9", ""),
    ],
)
def test_a_limit_says_its_reserve(site: str, path: str, value: str, unit: str) -> None:
    answer = make_plan(request_from(BASE + f"site: {site}\n"), Settings())
    assert isinstance(answer, NoPlan)
    (limit,) = (m for m in answer.conflict if m.path != "workloads[0]")
    assert (limit.path, limit.value, limit.unit) == (path, value, unit)


@pytest.mark.parametrize(("status", "explained"), [("unknown", False), ("infeasible", True)])
def test_only_the_infeasible_is_explained(monkeypatch: pytest.MonkeyPatch, status: str, explained: bool) -> None:
    monkeypatch.setattr(job, "solve_packed", lambda *_: (Outcome.model_validate({"status": status}), None))
    monkeypatch.setattr(job, "conflict_paths", lambda _: ())
    stages: list[str] = []
    answer = make_plan(request_from(BASE), Settings(), stages.append)
    assert isinstance(answer, NoPlan)
    assert ("explaining" in stages) == explained
