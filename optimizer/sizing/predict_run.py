"""A measured run by the throughput model, in the run's own unit: what `r = measured / predicted` divides by.

The cards run R = devices / (G·p) replicas with B = min(N/R, what memory holds, cap·D) sequences each.

    requests/s = R / (t_pre + O·t_step/B) × [server] 0.9       output tok/s × O       in+out tok/s × (S + O)
    prefill tok/s = R·S/t_pre                                  pure decode tok/s = R·B/t_step

Degrees not stated: the smallest power-of-two T whose weights take at most 65 % of memory. The cache counts as 8-bit
where the row leaves it blank and weights are NVFP4, or FP8 under TensorRT-LLM. Source: docs/throughput.md §1, §2.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from optimizer.sizing.engines import ENGINES, layer_seconds
from optimizer.sizing.families import EFFICIENCY
from optimizer.sizing.links import link_of
from optimizer.sizing.memory import (
    LEAST_FREE_SHARE,
    RESERVE_BYTES,
    cache_bytes_per_token,
    free_bytes,
    weight_bytes,
)
from optimizer.sizing.precision import BYTES_PER_WEIGHT, KV_BYTES, arithmetic, sixteen_bit_flops
from optimizer.sizing.shape import shape_of
from optimizer.sizing.throughput import prefill_s, replica, requests_per_s, step_s

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, Catalog
    from optimizer.inputs.measured_run import MeasuredRun
    from optimizer.sizing.shape import ModelShape
    from optimizer.sizing.throughput import Replica

MEMORY_USE = 0.9
"""Share of memory the engine takes; fixed in the fit (docs/throughput.md §3)."""
SERVER_FACTOR = 0.9
"""Latency-bound benchmark runs; assumed, fits MLPerf server (docs/throughput.md §3)."""
UNSTATED_WEIGHT_SHARE = 0.65
DRAWN_SHORTER = 0.9
"""Mean over nominal prompt length where the notes say that lengths are drawn at 80–100 %."""


class NoPrediction(NamedTuple):
    """Why the model has no figure for a run: the column to look at, what is wrong, the remedy."""

    column: str
    what: str
    remedy: str


def predicted(run: MeasuredRun, catalog: Catalog) -> float | NoPrediction:
    """The run's quantity by the uncalibrated model."""
    card, shape = catalog.cards[run.card], shape_of(catalog.models[run.model])
    facts = card.facts
    if facts is None or sixteen_bit_flops(facts) is None:
        what = f"{run.card} has no 16-bit rate: nothing can be predicted for it"
        return NoPrediction("accelerator", what, "write the card's rate in a file under `catalog:`, or remove the row")
    layout = _layout(run, shape, facts)
    memory, width = facts.memory_bytes / facts.devices, BYTES_PER_WEIGHT[run.weight_precision]
    tensor, group, pipeline = layout
    if group * pipeline > run.cards * facts.devices:
        what = f"one replica takes {group * pipeline} devices, the run had {run.cards * facts.devices}"
        return NoPrediction("accelerators", what, "correct the cards, or write the parallel degrees of the run")
    held = weight_bytes(shape, width, tensor=tensor, group=group, pipeline=pipeline)
    if held + RESERVE_BYTES > memory:
        what = f"weights take {held / 1e9:.0f} GB of a device with {memory / 1e9:.0f} GB: the run cannot have fitted"
        return NoPrediction("weight_precision", what, "correct the card, its number, the precision or the degrees")
    free = max(free_bytes(memory, MEMORY_USE, held, ENGINES[run.engine_class]), LEAST_FREE_SHARE * memory)
    r = _replica(run, card, facts, catalog, layout)
    return _quantity(run, r, free, max(1.0, run.cards * facts.devices / (group * pipeline)))


def _layout(run: MeasuredRun, shape: ModelShape, facts: CardFacts) -> tuple[int, int, int]:
    """(T, G, p) as stated; llama.cpp divides layers only."""
    devices = run.cards * facts.devices
    if run.engine_class == "llama_cpp":
        return 1, 1, devices
    tensor = run.tensor_parallel
    if tensor is None:
        tensor, width = 1, BYTES_PER_WEIGHT[run.weight_precision]
        room = UNSTATED_WEIGHT_SHARE * facts.memory_bytes / facts.devices
        while tensor < devices and weight_bytes(shape, width, tensor=tensor, group=tensor) > room:
            tensor *= 2
    return tensor, max(tensor, run.expert_parallel) if shape.is_moe else tensor, run.pipeline_parallel


def _cache_bytes(run: MeasuredRun) -> float:
    if run.kv_precision is not None:
        return KV_BYTES[run.kv_precision]
    eight_bit = run.weight_precision == "nvfp4" or (
        run.weight_precision == "fp8" and run.engine_class == "tensorrt_llm"
    )
    return 1.0 if eight_bit else 2.0


def _replica(run: MeasuredRun, card: Card, facts: CardFacts, catalog: Catalog, layout: tuple[int, int, int]) -> Replica:
    engine = ENGINES[run.engine_class]
    name, domain = link_of_run(run, catalog)
    return replica(
        shape_of(catalog.models[run.model]),
        layout=layout,
        bytes_per_weight=BYTES_PER_WEIGHT[run.weight_precision],
        bytes_per_cached_value=_cache_bytes(run),
        bandwidth_bytes_per_s=facts.memory_bandwidth_bytes_per_s / facts.devices,
        arithmetic=arithmetic(card, run.engine_class, run.weight_precision),
        efficiency=EFFICIENCY[facts.performance_family],
        engine=engine,
        layer_s=layer_seconds(engine, card.ecosystem),
        link=link_of(facts, name, domain, layout[1]),
    )


def link_of_run(run: MeasuredRun, catalog: Catalog) -> tuple[str, int]:
    """(link, cards it joins) of the server that `server_or_form` names, else of the card's widest in the catalog.

    The widest is the cautious choice: a better link predicts more, so the factor comes out lower.
    """
    named = catalog.servers.get(run.server_or_form)
    if named is not None and named.card == run.card:
        return named.scale_up_link, named.scale_up_domain_cards
    offers = [(s.scale_up_domain_cards, s.scale_up_link) for s in catalog.servers.values() if s.card == run.card]
    domain, link = max(offers, default=(1, "none"))
    return link, domain


def _quantity(run: MeasuredRun, r: Replica, free: float, replicas: float) -> float:
    """Batch from offered load, memory and cap, then what the row states; `free`: bytes of a device for the cache."""
    engine, output = ENGINES[run.engine_class], run.output_tokens
    prompt = run.input_tokens * (DRAWN_SHORTER if "80-100%" in run.notes else 1.0)
    held = prompt + output * (1.0 if engine.reserves_full_length else 0.5)
    per_token = cache_bytes_per_token(r.shape, _cache_bytes(run), tensor=r.tensor, pipeline=r.pipeline)
    cache = per_token * r.shape.tokens_stored(held)
    offered = math.inf if run.concurrency is None else run.concurrency / replicas
    batch = max(1.0, min(offered, free * r.ranks / cache if cache else math.inf, engine.sequence_cap * r.ranks))
    prefill, step = prefill_s(r, prompt, batch), step_s(r, batch, prompt + output / 2)
    if run.metric == "prefill_tok_s":
        return replicas * prompt / prefill
    if "1/TPOT" in run.notes or "empty context" in run.notes:
        return replicas * batch / step
    rate = replicas * requests_per_s(prefill, step, output, batch)
    rate *= SERVER_FACTOR if run.scenario == "server" else 1.0
    return rate * {"requests_s": 1.0, "total_tok_s": prompt + output}.get(run.metric, output)
