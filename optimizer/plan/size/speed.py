"""Rates and times of one layout, at the batch it runs at. Formulas: docs/throughput.md §2 and §8."""

import math
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.plan.size.fit import Fit
from optimizer.sizing.ask import Ask
from optimizer.sizing.attempts import IN_FLIGHT, replica_of
from optimizer.sizing.planned_rate import Planned, pace, planned_concurrency, rate_in_flight
from optimizer.sizing.step_parts import StepParts, step_parts
from optimizer.sizing.stream import stream_of

MS = 1000
RATE_TOLERANCE = 1e-9


class Step(Frozen):
    """One decode step of one replica, ms; each part alone, as if nothing hid it."""

    weights_ms: float
    cache_ms: float
    compute_ms: float
    floor_ms: float
    link_ms: float
    sequences_ms: float
    step_ms: float


class Speed(Frozen):
    """One replica at the point prediction; the band multiplies rates, not times."""

    batch: int
    """Sequences in flight."""
    batch_bound: Literal["memory", "engine", "tpot"]
    """What holds the batch B* of the planner; `engine`: its cap on sequences."""
    planned_batch: int
    """B*: the largest batch that memory, engine and latency limits allow."""
    next_tpot_ms: float
    """Time per output token with one sequence more than B*."""
    rate_bound: Literal["load", "ttft"] | None
    """What holds a planned rate: the load limit, or the TTFT limit with the wait before it; None in flight."""
    waiting: int
    """Of the requests in flight that a replica is offered, those beyond B*."""
    wait_s: float
    """Time until one of those gets its turn: waiting / requests per s."""
    prefill_ms: float
    """What a mean prompt takes from the replica at this batch."""
    ttft_mean_ms: float
    """A mean prompt, two decode steps and the mean wait."""
    ttft_p95_ms: float
    """A p95 prompt, two decode steps and the p95 wait: what plans hold against the limit."""
    tpot_mean_ms: float
    """Time per output token, prefill of others included, at the mean number in flight."""
    tpot_ms: float
    """The same at this batch: what plans hold against the p95 limit."""
    step: Step
    steady_requests_per_s: float
    """At this batch without the load limit."""
    planned_requests_per_s: float | None
    """At the load limit and within the latency limits; None for requests in flight."""
    stream_ceiling_tokens_per_s: float
    """One stream at nominal bandwidth."""
    stream_read_bytes: float
    """Bytes that one device reads for a token of one stream."""
    stream_tokens_per_s: float
    """One stream as the model predicts it."""

    @property
    def requests_per_s(self) -> float:
        """The rate that a plan counts with, point prediction."""
        return self.steady_requests_per_s if self.planned_requests_per_s is None else self.planned_requests_per_s


def speed_of(fit: Fit) -> Speed:
    """The numbers of a layout that carries traffic. Raises ValueError for `traffic: fit`."""
    bench, sized = fit.bench, fit.sized
    ask, planned = bench.ask, sized.planned
    if ask is None or planned is None:
        raise ValueError(f"{bench.workload.name}: no traffic")
    in_flight = fit.option.unit == IN_FLIGHT
    offered = _offered(fit)
    most = planned.batch
    batch = min(offered, most) if in_flight else most
    r = replica_of(bench, sized.precision, sized.split)
    at = pace(r, ask, batch)
    if in_flight and isinstance(held := planned_concurrency(r, ask, batch), Planned):
        planned = held
    latencies = planned.latencies
    waiting = offered - batch if in_flight else 0
    steady = rate_in_flight(ask, at) if in_flight else at.rate
    stream = stream_of(bench, sized.precision, sized.split, ask.mean_context)
    return Speed(
        batch=batch,
        batch_bound=_batch_bound(fit),
        planned_batch=most,
        next_tpot_ms=pace(r, ask, most + 1).tpot * MS,
        rate_bound=None if in_flight else _rate_bound(ask, planned, at.rate),
        waiting=waiting,
        wait_s=waiting / steady,
        prefill_ms=at.prefill.mean * MS,
        ttft_mean_ms=latencies.ttft_mean_ms,
        ttft_p95_ms=latencies.ttft_p95_ms,
        tpot_mean_ms=latencies.tpot_mean_ms,
        tpot_ms=at.tpot * MS,
        step=_step(step_parts(r, batch, ask.mean_context)),
        steady_requests_per_s=steady,
        planned_requests_per_s=None if in_flight else planned.requests_per_s,
        stream_ceiling_tokens_per_s=stream.ceiling_tokens_per_s,
        stream_read_bytes=stream.read_bytes,
        stream_tokens_per_s=stream.tokens_per_s,
    )


def _step(parts: StepParts) -> Step:
    return Step(
        weights_ms=parts.weights_s * MS,
        cache_ms=parts.cache_s * MS,
        compute_ms=parts.compute_s * MS,
        floor_ms=parts.floor_s * MS,
        link_ms=parts.link_s * MS,
        sequences_ms=parts.sequences_s * MS,
        step_ms=parts.step_s * MS,
    )


def offered_tokens_per_s(fit: Fit, number: int) -> float:
    """Output tokens/s of all replicas with `number` requests in flight over them, point prediction."""
    bench, sized = fit.bench, fit.sized
    ask, planned = bench.ask, sized.planned
    if ask is None or planned is None:
        return 0.0
    used = min(fit.replicas, number)
    batch = max(1, min(math.ceil(number / used), planned.batch))
    rate = rate_in_flight(ask, pace(replica_of(bench, sized.precision, sized.split), ask, batch))
    return used * rate * ask.output_mean


def _offered(fit: Fit) -> int:
    """Requests in flight that one replica gets of those asked for."""
    traffic = fit.bench.workload.traffic
    number = None if traffic == "fit" else traffic.concurrent_requests
    return 1 if number is None else math.ceil(number / fit.replicas)


def _batch_bound(fit: Fit) -> Literal["memory", "engine", "tpot"]:
    bench, sized, planned = fit.bench, fit.sized, fit.sized.planned
    if planned is not None and planned.batch < sized.batch_limit:
        return "tpot"
    capped = sized.batch_limit == bench.engine.sequence_cap * (sized.split.group // sized.split.tensor)
    return "engine" if capped else "memory"


def _rate_bound(ask: Ask, planned: Planned, steady: float) -> Literal["load", "ttft"]:
    return "load" if planned.requests_per_s >= ask.load_limit * steady * (1 - RATE_TOLERANCE) else "ttft"
