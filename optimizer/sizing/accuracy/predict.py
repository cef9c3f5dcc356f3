"""What the throughput model says to a measured case, in the row's own unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from optimizer.sizing.engines import engine_of, layer_seconds
from optimizer.sizing.families import efficiency_of
from optimizer.sizing.fitted import FITTED, Parameters
from optimizer.sizing.links import link_of
from optimizer.sizing.memory import LEAST_FREE_SHARE, cache_bytes_per_token, free_bytes, weight_bytes
from optimizer.sizing.precision import BYTES_PER_WEIGHT, Arithmetic, arithmetic
from optimizer.sizing.throughput import Replica, prefill_s, replica, requests_per_s, step_s

if TYPE_CHECKING:
    from optimizer.sizing.accuracy.case import Case
    from optimizer.sizing.engines import Engine

MEMORY_USE = 0.9
SERVER_FACTOR = 0.9
"""Latency-bound server runs; assumed, fits MLPerf server."""


class Setting(NamedTuple):
    """A case's replica and what it holds."""

    replica: Replica
    replicas: float
    most: float
    """Sequences that memory holds and the engine takes, at least 1."""


def setting_of(case: Case, fitted: Parameters = FITTED) -> Setting:
    """The replica that a row was measured on."""
    engine = engine_of(case.engine_class, fitted)
    r = _replica(case, engine, fitted)
    replicas = max(1.0, case.devices / (r.group * r.pipeline))
    return Setting(r, replicas, max(1.0, min(_fits(case, r, engine), engine.sequence_cap * r.ranks)))


def predict(case: Case, fitted: Parameters = FITTED) -> float:
    """The row's quantity by the model, in the row's unit."""
    r, replicas, most = setting_of(case, fitted)
    batch = max(1.0, min(case.in_flight / replicas, most))
    prefill = prefill_s(r, case.input_tokens, batch)
    step = step_s(r, batch, case.input_tokens + case.output_tokens / 2)
    if case.metric == "prefill_tok_s":
        return replicas * case.input_tokens / prefill
    if case.pure_decode:
        return _in_unit(case, replicas * batch / step)
    rate = replicas * requests_per_s(prefill, step, case.output_tokens, batch)
    rate *= SERVER_FACTOR if case.scenario == "server" else 1.0
    return _in_unit(case, rate * case.output_tokens)


def _in_unit(case: Case, output_tokens_per_s: float) -> float:
    """From output tokens/s through requests/s to what the row states."""
    requests = output_tokens_per_s / case.output_tokens
    per_request = {"requests_s": 1.0, "total_tok_s": case.input_tokens + case.output_tokens}
    return requests * per_request.get(case.metric, case.output_tokens)


def _replica(case: Case, engine: Engine, fitted: Parameters) -> Replica:
    card = case.system.card
    facts = card.facts
    assert facts is not None
    rates = arithmetic(card, case.engine_class, case.precision, fitted)
    if case.weight_only:
        rates = Arithmetic(rates.flops_16bit, rates.factor, rates.flops_16bit)
    return replica(
        case.shape, layout=(case.tensor, case.group, case.pipeline),
        bytes_per_weight=BYTES_PER_WEIGHT[case.precision], bytes_per_cached_value=case.cache_bytes,
        bandwidth_bytes_per_s=facts.memory_bandwidth_bytes_per_s / facts.devices, arithmetic=rates,
        efficiency=efficiency_of(facts.performance_family, fitted), engine=engine,
        layer_s=layer_seconds(engine, card.ecosystem, fitted),
        link=link_of(facts, case.system.scale_up_link, case.system.scale_up_domain_cards, case.group),
        fitted=fitted,
    )  # fmt: skip


def _fits(case: Case, r: Replica, engine: Engine) -> float:
    """Sequences that memory holds, at least those of 1 % of a device: the row did run."""
    facts = case.system.card.facts
    assert facts is not None
    memory = facts.memory_bytes / facts.devices
    held = weight_bytes(
        case.shape, BYTES_PER_WEIGHT[case.precision], tensor=r.tensor, group=r.group, pipeline=r.pipeline
    )
    free = max(free_bytes(memory, MEMORY_USE, held, engine), LEAST_FREE_SHARE * memory)
    length = case.input_tokens + case.output_tokens * (1 if engine.reserves_full_length else 0.5)
    per_token = cache_bytes_per_token(case.shape, case.cache_bytes, tensor=r.tensor, pipeline=r.pipeline)
    return free * r.ranks / (per_token * case.shape.tokens_stored(length))
