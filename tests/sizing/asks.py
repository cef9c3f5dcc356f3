"""Requests on the shipped catalog, and small made-up cards, servers and models with round numbers."""

import datetime
from decimal import Decimal
from typing import Any

from optimizer.inputs.catalog import Card, CardFacts, Catalog, LanguageModel, Provenance, Server
from optimizer.inputs.prices import PriceBooks
from optimizer.inputs.request import MeasuredCapacity, MeasuredRows, Request
from optimizer.inputs.requirements import Fabric, Policy, Requirements, Site, SizingRules
from optimizer.inputs.workload import (
    CapacityWorkload,
    FinetuneWorkload,
    InferenceWorkload,
    PretrainWorkload,
    ServiceWorkload,
    Workload,
)
from optimizer.sizing.engines import ENGINES, layer_seconds
from optimizer.sizing.families import EFFICIENCY
from optimizer.sizing.links import link_of
from optimizer.sizing.option import Option, Rejection
from optimizer.sizing.precision import BYTES_PER_WEIGHT, arithmetic
from optimizer.sizing.shape import shape_of
from optimizer.sizing.size import size
from optimizer.sizing.throughput import Replica, replica
from tests.catalog.shipped import book, catalog

CHAT: dict[str, Any] = {
    "peak_requests_per_s": 10.0,
    "input_tokens": {"mean": 1000.0, "p95": 4000.0},
    "output_tokens": {"mean": 300.0, "p95": 900.0},
}
LIMITS: dict[str, Any] = {"ttft_p95_ms": 2000.0, "tpot_p95_ms": 60.0}


def inference(model: str, traffic: Any = None, latency: Any = None, **rest: Any) -> InferenceWorkload:
    """A chat service with limits, overridden as asked."""
    return InferenceWorkload.model_validate(
        {
            "name": "chat",
            "kind": "inference",
            "model": model,
            "traffic": CHAT if traffic is None else traffic,
            "latency": LIMITS if latency is None else latency,
            "max_context_tokens": 8192,
            **rest,
        }
    )


def service() -> ServiceWorkload:
    return ServiceWorkload.model_validate(
        {"name": "ocr", "kind": "service", "demand": {"value": 40.0, "unit": "pages/s"}}
    )


def pretrain(model: str = "Llama-2-13B", **rest: Any) -> PretrainWorkload:
    """300e9 tokens in 45 days, overridden as asked."""
    numbers = {"tokens": 300 * 10**9, "sequence_length": 4096, "deadline_days": 45.0}
    return PretrainWorkload.model_validate({"name": "run", "kind": "pretrain", "model": model, **numbers, **rest})


def finetune(method: str, model: str = "Llama-2-70B", **rest: Any) -> FinetuneWorkload:
    """Eight jobs of 50e6 tokens a month, each within a day, overridden as asked."""
    numbers = {"jobs_per_month": 8.0, "tokens_per_job": 50 * 10**6, "sequence_length": 4096, "max_hours_per_job": 24.0}
    return FinetuneWorkload.model_validate(
        {"name": "sft", "kind": "finetune", "method": method, "model": model, **numbers, **rest}
    )


def tender(unit: str, precision: str = "fp16") -> CapacityWorkload:
    """A thousand of the unit."""
    demand = {"value": 1000.0, "unit": unit, "precision": precision}
    return CapacityWorkload.model_validate({"name": "lot", "kind": "capacity", "demand": demand})


def request(
    workload: Workload,
    *,
    with_catalog: Catalog | None = None,
    rules: SizingRules | None = None,
    measured: tuple[MeasuredCapacity, ...] = (),
    rows: MeasuredRows | None = None,
    fabric_gbps: float | None = None,
    policy: Policy | None = None,
) -> Request:
    fabric = Fabric(kind="roce", gbps_per_card=fabric_gbps) if fabric_gbps else None
    requirements = Requirements(
        name="r", workloads=(workload,), sizing=rules or SizingRules(), site=Site(fabric=fabric),
        policy=policy or Policy(),
    )  # fmt: skip
    return Request(
        file="r.yaml",
        requirements=requirements,
        as_of=datetime.date(2026, 11, 30),
        catalog=with_catalog or catalog(),
        book=PriceBooks(layers=(book(),)),
        measured=measured,
        measured_rows=rows or MeasuredRows(by_card={}, by_family={}),
        places={},
    )


def sized(workload: Workload, server_id: str, **rest: Any) -> tuple[Option, ...] | Rejection:
    """`size` on a server of the shipped catalog."""
    asked = request(workload, **rest)
    return size(asked, workload, asked.catalog.servers[server_id])


def options(workload: Workload, server_id: str, **rest: Any) -> tuple[Option, ...]:
    found = sized(workload, server_id, **rest)
    assert isinstance(found, tuple), found
    return found


def rejected(workload: Workload, server_id: str, **rest: Any) -> Rejection:
    found = sized(workload, server_id, **rest)
    assert isinstance(found, Rejection), found
    return found


def measured_row(
    workload: str, server: str, capacity: str, *, cards: int = 1, unit: str = "pages/s"
) -> MeasuredCapacity:
    return MeasuredCapacity(
        workload=workload, server=server, cards=cards, capacity=Decimal(capacity), unit=unit, date="2026-10-01",
        source="own bench", file="bench.csv", line=2,
    )  # fmt: skip


def card(**facts: Any) -> Card:
    """1 TB/s, 100 TFLOPS, 100 GB, NVLink 900 GB/s, no measured row."""
    numbers = {
        "performance_family": "no_data", "memory_bytes": 10**11, "memory_bandwidth_bytes_per_s": 10**12,
        "bf16_flops": 10**14, "fp16_flops": 10**14, "tdp_w": 300, "scale_up_bytes_per_s": 9 * 10**11,
        "host_link_bytes_per_s": 64 * 10**9,
    }  # fmt: skip
    return Card(id="round", ecosystem="cuda", domestic=False, facts=CardFacts.model_validate({**numbers, **facts}))


def server(cards: int = 8, **rest: Any) -> Server:
    link = {"scale_up_domain_cards": cards, "scale_up_link": "NVLink"}
    return Server.model_validate({"id": "round-server", "card": "round", "cards": cards, **link, **rest})


def dense_model(**rest: Any) -> LanguageModel:
    """10e9 body + 1e9 head + 1e9 embedding (vocabulary 125,000 × 8,000); 10 layers, 80 heads, 8 KV heads of 100."""
    numbers = {
        "id": "round-12B", "total_params": 12 * 10**9, "active_params": 12 * 10**9, "layers": 10, "hidden_size": 8000,
        "attention": "GQA", "attention_heads": 80, "kv_heads": 8, "head_dim": 100, "vocab_size": 125_000,
        "max_context_tokens": 131_072, "native_precision": "bf16",
        "spec": Provenance(source="made up", confidence="low"),
    }  # fmt: skip
    return LanguageModel.model_validate({**numbers, **rest})


def moe_model(**rest: Any) -> LanguageModel:
    """The same with 16 experts of 4e9, 2 per token: 8 + 64 + 2 = 74e9 in all, 18e9 active."""
    numbers = {
        "id": "round-moe", "total_params": 74 * 10**9, "active_params": 18 * 10**9, "experts": 16,
        "experts_per_token": 2,
    }  # fmt: skip
    return dense_model(**{**numbers, **rest})


def build(
    model: LanguageModel,
    layout: tuple[int, int, int] = (1, 1, 1),
    on: Card | None = None,
    *,
    precision: str = "bf16",
    engine: str = "vllm",
) -> Replica:
    """A replica of a model on a made-up card in a linked server of eight."""
    used = on or card()
    assert used.facts is not None
    return replica(
        shape_of(model), layout=layout, bytes_per_weight=BYTES_PER_WEIGHT[precision], bytes_per_cached_value=2.0,
        bandwidth_bytes_per_s=used.facts.memory_bandwidth_bytes_per_s,
        arithmetic=arithmetic(used, engine, precision), efficiency=EFFICIENCY[used.facts.performance_family],
        engine=ENGINES[engine], layer_s=layer_seconds(ENGINES[engine], used.ecosystem),
        link=link_of(used.facts, "NVLink", 8, layout[1]),
    )  # fmt: skip
