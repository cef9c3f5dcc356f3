"""One workload on one kind of server: every precision and layout tried, each a sized replica or a miss."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.ask import Ask, RequestClass
from optimizer.sizing.calibrate import at_pace
from optimizer.sizing.engines import layer_seconds
from optimizer.sizing.families import EFFICIENCY
from optimizer.sizing.layouts import Sized, Split, splits, splits_over_servers
from optimizer.sizing.links import fabric_link, link_class, link_of
from optimizer.sizing.memory import cache_bytes_per_token, free_bytes, needed_bytes, serves, weight_bytes
from optimizer.sizing.planned_rate import Miss, planned_concurrency, planned_rate
from optimizer.sizing.precision import BYTES_PER_WEIGHT, KV_BYTES, arithmetic
from optimizer.sizing.throughput import Replica, replica

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Card, CardFacts, Server
    from optimizer.inputs.workload import InferenceWorkload
    from optimizer.sizing.calibrated import Calibration
    from optimizer.sizing.engines import Engine
    from optimizer.sizing.links import Link
    from optimizer.sizing.shape import ModelShape

REQUESTS_PER_S, IN_FLIGHT = "requests/s", "requests in flight"
MOST_SERVERS = 8
"""Servers per replica looked at where one has too little memory."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What all attempts of a (workload, server) pair share."""

    workload: InferenceWorkload
    shape: ModelShape
    card: Card
    facts: CardFacts
    server: Server
    engine: Engine
    kv_precision: str
    ask: Ask | None
    """None = `traffic: fit`."""
    fabric_bytes_per_s: float | None
    """One direction between servers, per card; None = no fabric."""
    calibration: Calibration | None = None
    """By measured runs of the request."""

    @property
    def device_memory_bytes(self) -> float:
        return self.facts.memory_bytes / self.facts.devices

    @property
    def devices(self) -> int:
        return self.server.cards * self.facts.devices


def unit_of(workload: InferenceWorkload) -> str:
    """Unit of demand and capacity."""
    if workload.traffic == "fit" or workload.traffic.concurrent_requests is not None:
        return IN_FLIGHT
    return REQUESTS_PER_S


def ask_of(workload: InferenceWorkload, load_limit: float) -> Ask | None:
    """Traffic and latency limits in the units of the model; None for `traffic: fit`."""
    if workload.traffic == "fit":
        return None
    traffic, latency = workload.traffic, workload.latency

    def seconds(limit_ms: float | None) -> float:
        return math.inf if limit_ms is None else limit_ms / 1000

    classes = tuple(
        RequestClass(
            input_mean=c.input_lengths.mean,
            input_p95=c.input_lengths.p95,
            output_mean=c.output_lengths.mean,
            output_p95=c.output_lengths.p95,
            cache_hit=c.prefix_cache_hit,
            share=c.share,
        )
        for c in traffic.classes
    )
    return Ask(
        classes=classes,
        ttft_s=seconds(latency.ttft_p95_ms),
        tpot_s=seconds(latency.tpot_limit_ms),
        e2e_s=seconds(latency.e2e_p95_ms),
        load_limit=load_limit,
        decode_speedup=workload.speculation.speedup if workload.speculation else 1.0,
        goodput_factor=workload.disaggregation.goodput_factor if workload.disaggregation else 1.0,
    )


def attempts(bench: Bench, precisions: tuple[str, ...]) -> tuple[list[Sized], list[Miss]]:
    """Every (precision, layout) of one server, split into what serves and what misses a limit."""
    sized: list[Sized] = []
    misses: list[Miss] = []
    for precision in precisions:
        for split in splits(bench.shape, bench.engine.id, bench.devices):
            result = attempt(bench, precision, split)
            if isinstance(result, Sized):
                sized.append(result)
            else:
                misses.append(result)
    return sized, misses


def attempt(bench: Bench, precision: str, split: Split) -> Sized | Miss:
    """One layout: memory, one sequence of full context, then latency and rate."""
    free = room(bench, precision, split)
    if isinstance(free, Miss):
        return free
    per_token = cache_bytes_per_token(
        bench.shape, KV_BYTES[bench.kv_precision], tensor=split.tensor, pipeline=split.pipeline
    )
    longest = bench.shape.tokens_stored(bench.workload.max_context_tokens)
    if per_token * longest > free:
        fitting = math.floor(bench.workload.max_context_tokens * free / (per_token * longest))
        return Miss("context", bench.workload.max_context_tokens, fitting, "tokens", per_token * longest / free)
    batch_limit = sequences_held(bench, split, free)
    if bench.ask is None:
        return Sized(precision, split, batch_limit, None, 1.0)
    by_rate = unit_of(bench.workload) == REQUESTS_PER_S
    plan = planned_rate if by_rate else planned_concurrency
    planned = plan(replica_of(bench, precision, split), bench.ask, batch_limit)
    if isinstance(planned, Miss):
        return planned
    return Sized(precision, split, batch_limit, planned, planned.requests_per_s if by_rate else planned.batch)


def sequences_held(bench: Bench, split: Split, free: float) -> int:
    """Sequences that memory (`free` bytes of each device) and engine allow in flight."""
    per_token = cache_bytes_per_token(
        bench.shape, KV_BYTES[bench.kv_precision], tensor=split.tensor, pipeline=split.pipeline
    )
    ranks, held = split.group // split.tensor, per_token * stored_tokens(bench)
    cap = bench.engine.sequence_cap * ranks
    return max(1, min(math.floor(free * ranks / held), cap)) if held else cap


def stored_tokens(bench: Bench) -> float:
    """Tokens that an average layer keeps of one sequence while it runs, mean over those in flight (c_hold)."""
    traffic, ask, stored = bench.workload.traffic, bench.ask, bench.shape.tokens_stored
    if ask is None or traffic == "fit" or traffic.full_context:
        return stored(bench.workload.max_context_tokens)
    answered = 1.0 if bench.engine.reserves_full_length else 0.5
    return ask.in_flight(lambda c: stored(c.input_mean + c.output_mean * answered))


def room(bench: Bench, precision: str, split: Split) -> float | Miss:
    """Bytes of one device left for the cache, or by how much its memory is short."""
    memory, use = bench.device_memory_bytes, bench.workload.memory_use
    held = weight_bytes(
        bench.shape, BYTES_PER_WEIGHT[precision], tensor=split.tensor, group=split.group, pipeline=split.pipeline
    )
    free = free_bytes(memory, use, held, bench.engine)
    if serves(memory, free):
        return free
    needed = needed_bytes(memory, use, held, bench.engine)
    return Miss("memory", math.ceil(needed * split.devices), math.floor(memory * split.devices), "B", needed / memory)


def replica_of(bench: Bench, precision: str, split: Split) -> Replica:
    """Step and prefill times of one layout."""
    facts = bench.facts
    modelled = replica(
        bench.shape,
        layout=(split.tensor, split.group, split.pipeline),
        bytes_per_weight=BYTES_PER_WEIGHT[precision],
        bytes_per_cached_value=KV_BYTES[bench.kv_precision],
        bandwidth_bytes_per_s=facts.memory_bandwidth_bytes_per_s / facts.devices,
        arithmetic=arithmetic(bench.card, bench.engine.id, precision),
        efficiency=EFFICIENCY[facts.performance_family],
        engine=bench.engine,
        layer_s=layer_seconds(bench.engine, bench.card.ecosystem),
        link=_link(bench, split.group),
    )
    return modelled if bench.calibration is None else at_pace(modelled, bench.calibration.factor)


def _link(bench: Bench, group: int) -> Link:
    if group > bench.devices and bench.fabric_bytes_per_s is not None:
        return fabric_link(bench.facts, bench.fabric_bytes_per_s)
    return link_of(bench.facts, bench.server.scale_up_link, bench.server.scale_up_domain_cards, group)


def joins_servers(bench: Bench) -> bool:
    """Whether several servers may carry one replica: their cards need a scale-up link, the engine more than layers."""
    return link_class(bench.server.scale_up_link) != "pcie" and bench.engine.id != "llama_cpp"


def wide_attempts(bench: Bench, precisions: tuple[str, ...]) -> tuple[list[Sized], list[Miss]]:
    """Replicas over the fewest whole servers that serve, up to `MOST_SERVERS`, and what was missed on the way."""
    sized: list[Sized] = []
    misses: list[Miss] = []
    for servers in range(2, MOST_SERVERS + 1):
        for split in splits_over_servers(bench.shape, bench.devices, servers):
            for precision in precisions:
                result = attempt(bench, precision, split)
                if isinstance(result, Sized):
                    sized.append(result)
                else:
                    misses.append(result)
        if sized:
            break
    return sized, misses


def fabric_miss(bench: Bench, precisions: tuple[str, ...]) -> Miss | None:
    """Where memory is short on one server: the fewest linked servers whose memory would do, if a fabric joined them."""
    for servers in range(2, MOST_SERVERS + 1):
        for split in splits_over_servers(bench.shape, bench.devices, servers):
            if any(not isinstance(room(bench, p, split), Miss) for p in precisions):
                return Miss("fabric", servers * bench.server.cards, bench.server.cards, "cards", float(servers))
    return None
