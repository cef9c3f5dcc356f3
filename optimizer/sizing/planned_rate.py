"""The rate one replica is planned at, point prediction (the band scales it later).

    B*  = the largest batch that fits memory with  t_step(B) + B·t_pre(S)/O ≤ tpot                                  (b)
    λ   = the largest rate with  λ ≤ load_limit · requests/s at B*                                                  (a)
          and  t_first(S_p95) + W95 ≤ ttft,   s = t_pre(S), ρ = λ·s < 1, W95 = max(0, s·ln(20ρ)/(1 − ρ))  (M/M/1)   (c)
    e2e : t_first(S_p95) + W95 + O_p95·TPOT(B) ≤ e2e; a smaller batch may then carry the larger rate

t_first is the prefill of a lone request (one rank, every stage). (b), (c) and e2e are assumptions: independent
arrivals, one queue, prefill spread evenly over decode. For requests in flight the replica carries B*, TTFT is
t_first(S_p95), and the request rate is B*/(t_pre + O·TPOT). Source: docs/throughput.md §8.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.option import Latencies
from optimizer.sizing.throughput import first_token_s, prefill_s, requests_per_s, step_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from optimizer.sizing.option import Limit
    from optimizer.sizing.throughput import Replica

P95_TAIL = 20
"""1 / (1 − 0.95): the M/M/1 waiting time exceeds W95 with probability ρ·exp(−W95·(1 − ρ)/s) = 1/20."""
BISECTIONS = 40
FEW = 8
"""Batches tried one by one at the end of a search."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a workload asks of a replica; lengths in tokens, limits in s (inf = not limited)."""

    input_mean: float
    input_p95: float
    output_mean: float
    output_p95: float
    cache_hit: float = 0.0
    """Share of prompt tokens that are not computed again."""
    ttft_s: float = math.inf
    tpot_s: float = math.inf
    e2e_s: float = math.inf
    load_limit: float = 0.8

    @property
    def mean_context(self) -> float:
        """c̄ during decode."""
        return self.input_mean + self.output_mean / 2


@dataclass(frozen=True, slots=True)
class Planned:
    """One replica at its planned rate."""

    requests_per_s: float
    batch: int
    latencies: Latencies


@dataclass(frozen=True, slots=True)
class Miss:
    """A limit that a layout misses, and by how much (ratio > 1)."""

    limit: Limit
    needed: float | str
    available: float | str
    unit: str
    ratio: float


@dataclass(frozen=True, slots=True)
class Pace:
    """A replica at one batch, s."""

    batch: int
    prefill: float
    """t_pre of a mean prompt."""
    tpot: float
    rate: float
    """Steady-state requests/s."""


def pace(r: Replica, ask: Ask, batch: int) -> Pace:
    """Times of a replica with `batch` sequences in flight."""
    cached = ask.input_mean * ask.cache_hit
    prefill = prefill_s(r, ask.input_mean - cached, batch, cached)
    step = step_s(r, batch, ask.mean_context)
    rate = requests_per_s(prefill, step, ask.output_mean, batch)
    return Pace(batch, prefill, step + batch * prefill / ask.output_mean, rate)


def slowest_first_token_s(r: Replica, ask: Ask) -> float:
    """TTFT of a p95 prompt on an idle replica, s."""
    cached = ask.input_p95 * ask.cache_hit
    return first_token_s(r, ask.input_p95 - cached, cached)


def wait_p95_s(rate: float, prefill: float) -> float:
    """W95: time that 95 % of requests wait at most for their prefill to start (M/M/1), s; inf at ρ ≥ 1."""
    load = rate * prefill
    if load >= 1:
        return math.inf
    return max(0.0, prefill * math.log(P95_TAIL * load) / (1 - load)) if load > 0 else 0.0


def rate_for_wait(wait_s: float, prefill: float) -> float:
    """The largest rate whose W95 is at most `wait_s` (≥ 0), requests/s."""
    low, high = 1 / P95_TAIL, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if wait_p95_s(middle / prefill, prefill) <= wait_s:
            low = middle
        else:
            high = middle
    return low / prefill


def largest(limit: int, holds: Callable[[int], bool], settled: int = 1) -> int:
    """The largest n in 1 … limit with holds(n); 0 if none.

    From `settled` on, a condition that is false stays false; the few numbers below are tried one by one.
    """
    if holds(limit):
        return limit
    low, high = min(settled, limit), limit
    if not holds(low):
        return next((n for n in range(low - 1, 0, -1) if holds(n)), 0)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def peak(limit: int, value: Callable[[int], float]) -> int:
    """The n in 1 … limit with the largest value, for values that rise and then fall; the larger n on ties."""
    grid = sorted({*(2**i for i in range(limit.bit_length())), limit})
    top = max(range(len(grid)), key=lambda i: (value(grid[i]), i))
    low, high = grid[max(top - 1, 0)], grid[min(top + 1, len(grid) - 1)]
    while high - low > FEW:
        third = (high - low) // 3
        if value(low + third) <= value(high - third):
            low += third
        else:
            high -= third
    return max(range(low, high + 1), key=lambda n: (value(n), n))


def _latency_miss(r: Replica, ask: Ask, first: float, batch_limit: int) -> Miss | None:
    """The limit that even the fastest small batch misses (pipeline stages only help once they are filled)."""
    tpot = min(pace(r, ask, batch).tpot for batch in range(1, min(r.pipeline, batch_limit) + 1))
    best: tuple[tuple[Limit, float, float], ...] = (
        ("tpot", tpot, ask.tpot_s),
        ("ttft", first, ask.ttft_s),
        ("e2e", first + ask.output_p95 * tpot, ask.e2e_s),
    )
    for limit, reached, allowed in best:
        if reached > allowed:
            return Miss(limit, _ms(allowed), _ms(reached), "ms", reached / allowed)
    return None


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _planned(at: Pace, ask: Ask, rate: float, ttft: float) -> Planned:
    return Planned(
        requests_per_s=rate,
        batch=at.batch,
        latencies=Latencies(
            ttft_p95_ms=ttft * 1000, tpot_p95_ms=at.tpot * 1000, e2e_p95_ms=(ttft + ask.output_p95 * at.tpot) * 1000
        ),
    )


def planned_rate(r: Replica, ask: Ask, batch_limit: int) -> Planned | Miss:
    """λ of one replica that holds at most `batch_limit` (≥ 1) sequences, or the limit it misses."""
    first = slowest_first_token_s(r, ask)
    if miss := _latency_miss(r, ask, first, batch_limit):
        return miss
    most = largest(batch_limit, lambda b: pace(r, ask, b).tpot <= ask.tpot_s, r.pipeline)

    def rate(at: Pace) -> float:
        wait = min(ask.ttft_s - first, ask.e2e_s - first - ask.output_p95 * at.tpot)
        loaded = ask.load_limit * at.rate
        if wait_p95_s(loaded, at.prefill) <= wait:
            return loaded
        return min(loaded, rate_for_wait(wait, at.prefill)) if wait >= 0 else 0.0

    best = pace(r, ask, most)
    if not math.isinf(ask.e2e_s) and rate(best) < ask.load_limit * best.rate:
        best = pace(r, ask, peak(most, lambda batch: rate(pace(r, ask, batch))))
    planned = rate(best)
    return _planned(best, ask, planned, first + wait_p95_s(planned, best.prefill))


def planned_concurrency(r: Replica, ask: Ask, batch_limit: int) -> Planned | Miss:
    """B* of one replica for requests steadily in flight, or the limit it misses."""
    first = slowest_first_token_s(r, ask)
    if miss := _latency_miss(r, ask, first, batch_limit):
        return miss

    def holds(batch: int) -> bool:
        tpot = pace(r, ask, batch).tpot
        return tpot <= ask.tpot_s and first + ask.output_p95 * tpot <= ask.e2e_s

    at = pace(r, ask, largest(batch_limit, holds, r.pipeline))
    return _planned(at, ask, at.batch / (at.prefill + ask.output_mean * at.tpot), first)
