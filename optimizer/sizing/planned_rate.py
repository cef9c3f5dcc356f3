"""The rate one replica is planned at, point prediction (the band scales it later).

    B*  = the largest batch that fits memory with  TPOT(B) = t_step(B) + B·t_pre/O ≤ tpot                           (b)
    λ   = the largest rate with  λ ≤ load_limit · requests/s at B*                                                  (a)
          and  t_first(S_p95) + 2·TPOT + W95(λ) ≤ ttft                                                              (c)
    e2e : t_first(S_p95) + 2·TPOT + W95 + O_p95·TPOT ≤ e2e

A smaller batch is taken where it carries more: under (c) or e2e, or where the curve of requests/s falls. t_first is the
prefill of a lone request (one rank, every stage). The 2·TPOT are the step that runs when a request arrives and the one
that its prompt joins. (b), (c) and e2e are assumptions: independent arrivals, one queue (queueing.py), prefill spread
evenly over decode. p95 of TPOT is that of B*; its mean that of the number in flight at λ. For requests in flight the
replica carries B*, its request rate is B*/(t_pre + O·TPOT), and nobody waits for more than the others' prefills.
Source: docs/throughput.md §8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from optimizer.sizing.batches import largest, peak
from optimizer.sizing.option import Latencies
from optimizer.sizing.queueing import Service, rate_for_wait, wait_mean_s, wait_p95_s
from optimizer.sizing.throughput import first_token_s, prefill_s, requests_per_s, step_s

if TYPE_CHECKING:
    from optimizer.sizing.ask import Ask
    from optimizer.sizing.option import Limit
    from optimizer.sizing.throughput import Replica

JOINING_STEPS = 2
"""Decode steps between an arrival and its first token, on top of queue and prefill (docs/throughput.md §8)."""
SECANTS = 3
"""Steps towards the mean number in flight; the time of a step is nearly linear in it."""


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

    batch: float
    prefill: Service
    tpot: float
    rate: float
    """Steady-state requests/s."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """First tokens on an idle replica, s."""

    mean: float
    p95: float
    """Of the slowest class of requests at its p95 prompt."""
    answers: tuple[tuple[float, float], ...]
    """Per class: the same, and its p95 answer in tokens."""

    def whole_s(self, tpot: float) -> float:
        """p95 prompt and p95 answer of the slowest class, no waiting."""
        return max(first + tokens * tpot for first, tokens in self.answers)


def pace(r: Replica, ask: Ask, batch: float) -> Pace:
    """Times of a replica with `batch` sequences in flight."""
    mean = square = 0.0
    for c in ask.classes:
        cached = c.input_mean * c.cache_hit
        prefill = prefill_s(r, c.input_mean - cached, batch, cached)
        mean += c.share * prefill
        square += c.share * prefill**2
    step, output = step_s(r, batch, ask.mean_context) / ask.decode_speedup, ask.output_mean
    rate = requests_per_s(mean, step, output, batch)
    return Pace(batch, Service(mean, square / (2 * mean)), step + batch * mean / output, rate)


def prompts(r: Replica, ask: Ask) -> Prompts:
    """First tokens of every class of requests on an idle replica."""

    def first(tokens: float, hit: float) -> float:
        return first_token_s(r, tokens * (1 - hit), tokens * hit)

    answers = tuple((first(c.input_p95, c.cache_hit), c.output_p95) for c in ask.classes)
    mean = sum(c.share * first(c.input_mean, c.cache_hit) for c in ask.classes)
    return Prompts(mean, max(answer[0] for answer in answers), answers)


def _latency_miss(r: Replica, ask: Ask, of: Prompts, batch_limit: int) -> Miss | None:
    """The limit that even the fastest small batch misses (pipeline stages only help once they are filled)."""
    tpot = min(pace(r, ask, batch).tpot for batch in range(1, min(r.pipeline, batch_limit) + 1))
    joining = JOINING_STEPS * tpot
    best: tuple[tuple[Limit, float, float], ...] = (
        ("tpot", tpot, ask.tpot_s),
        ("ttft", of.p95 + joining, ask.ttft_s),
        ("e2e", of.whole_s(tpot) + joining, ask.e2e_s),
    )
    for limit, reached, allowed in best:
        if reached > allowed:
            return Miss(limit, _ms(allowed), _ms(reached), "ms", reached / allowed)
    return None


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _spare_s(ask: Ask, of: Prompts, tpot: float) -> float:
    """What TTFT and E2E limits leave for waiting, s."""
    return min(ask.ttft_s - of.p95, ask.e2e_s - of.whole_s(tpot)) - JOINING_STEPS * tpot


def _latencies(ask: Ask, of: Prompts, usual: Pace, most: Pace, waits: tuple[float, float]) -> Latencies:
    """`usual`: at the mean number in flight; `most`: at B*; `waits`: mean and p95 for the prefill to start."""
    ttft_mean = of.mean + JOINING_STEPS * usual.tpot + waits[0]
    later = JOINING_STEPS * most.tpot + waits[1]
    return Latencies(
        ttft_mean_ms=ttft_mean * 1000,
        ttft_p95_ms=(of.p95 + later) * 1000,
        tpot_mean_ms=usual.tpot * 1000,
        tpot_p95_ms=most.tpot * 1000,
        e2e_mean_ms=(ttft_mean + ask.output_mean * usual.tpot) * 1000,
        e2e_p95_ms=(of.whole_s(most.tpot) + later) * 1000,
    )


def _usual(r: Replica, ask: Ask, rate: float, most: Pace) -> Pace:
    """The replica at the mean number in flight, rate · (t_pre + O·TPOT) by Little's law, at most B*."""

    def excess(at: Pace) -> float:
        return rate * (at.prefill.mean + ask.output_mean * at.tpot) - at.batch

    before, at = most, pace(r, ask, max(1.0, min(most.batch, most.batch + excess(most))))
    for _ in range(SECANTS):
        slope = (excess(at) - excess(before)) / (at.batch - before.batch) if at.batch != before.batch else 0.0
        if slope >= 0 or at.batch >= most.batch:
            break
        before, at = at, pace(r, ask, max(1.0, min(most.batch, at.batch - excess(at) / slope)))
    return at


def planned_rate(r: Replica, ask: Ask, batch_limit: int) -> Planned | Miss:
    """λ of one replica that holds at most `batch_limit` (≥ 1) sequences, or the limit it misses."""
    of = prompts(r, ask)
    if miss := _latency_miss(r, ask, of, batch_limit):
        return miss

    def rate(batch: int) -> float:
        return rate_at(pace(r, ask, batch))

    def rate_at(at: Pace) -> float:
        spare = _spare_s(ask, of, at.tpot)
        if at.tpot > ask.tpot_s or spare < 0:
            return 0.0
        loaded = ask.load_limit * at.rate
        return loaded if wait_p95_s(loaded, at.prefill) <= spare else min(loaded, rate_for_wait(spare, at.prefill))

    batch = largest(batch_limit, lambda b: pace(r, ask, b).tpot <= ask.tpot_s, r.pipeline)
    at = pace(r, ask, batch)
    if rate_at(at) < ask.load_limit * at.rate or rate(max(1, batch - 1)) > rate_at(at):
        at = pace(r, ask, peak(batch, rate))
    planned = rate_at(at)
    waits = wait_mean_s(planned, at.prefill), wait_p95_s(planned, at.prefill)
    found = _latencies(ask, of, _usual(r, ask, planned, at), at, waits)
    return Planned(planned * ask.goodput_factor, int(at.batch), found)


def planned_concurrency(r: Replica, ask: Ask, batch_limit: int) -> Planned | Miss:
    """B* of one replica for requests steadily in flight, or the limit it misses."""
    of = prompts(r, ask)
    if miss := _latency_miss(r, ask, of, batch_limit):
        return miss

    def holds(batch: int) -> bool:
        at = pace(r, ask, batch)
        return at.tpot <= ask.tpot_s and waits_in_flight(ask, at)[1] <= _spare_s(ask, of, at.tpot)

    at = pace(r, ask, largest(batch_limit, holds, r.pipeline))
    found = _latencies(ask, of, at, at, waits_in_flight(ask, at))
    return Planned(rate_in_flight(ask, at), int(at.batch), found)


def rate_in_flight(ask: Ask, at: Pace) -> float:
    """Requests/s of a replica that always has `at.batch` in flight: Little's law."""
    return at.batch / (at.prefill.mean + ask.output_mean * at.tpot)


def waits_in_flight(ask: Ask, at: Pace) -> tuple[float, float]:
    """Mean and p95 wait with a fixed number in flight, s: at most the prefills of all the others."""
    rate, others = rate_in_flight(ask, at), (at.batch - 1) * at.prefill.mean
    return min(wait_mean_s(rate, at.prefill), others / 2), min(wait_p95_s(rate, at.prefill), others)
