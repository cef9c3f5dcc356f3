"""What one replica does at 1, 2, 4, … requests steadily in flight, point prediction.

    N ≤ what memory holds   requests/s = N/(t_pre + O·TPOT(N)),  TTFT = t_first + 2·TPOT + W̄
    N above it              the rest queue: requests/s stay, TTFT grows by (N − held)/(requests/s)

The step model has no preemption: a real engine that runs out of cache may fall below the flat part.
Source: docs/throughput.md §8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from optimizer.frozen import Frozen
from optimizer.sizing.attempts import replica_of, room, sequences_held
from optimizer.sizing.layouts import Split
from optimizer.sizing.planned_rate import JOINING_STEPS, Miss, pace, prompts, rate_in_flight, waits_in_flight
from optimizer.sizing.size import prepare

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import InferenceWorkload
    from optimizer.sizing.ask import Ask
    from optimizer.sizing.option import Option
    from optimizer.sizing.planned_rate import Prompts
    from optimizer.sizing.throughput import Replica


class LoadPoint(Frozen):
    """One replica with so many requests in flight or waiting."""

    concurrency: int
    requests_per_s: float
    output_tokens_per_s: float
    total_tokens_per_s: float
    """Prompt tokens, cached ones included, and output tokens."""
    ttft_mean_ms: float
    tpot_mean_ms: float
    planned: bool
    """B*: what the plan lets into the replica at most."""
    full: bool
    """More than memory and engine hold at once: the rest wait."""


def load_curve(request: Request, workload: InferenceWorkload, server: Server, option: Option) -> tuple[LoadPoint, ...]:
    """The curve of a modelled option; empty for measured ones and where no load is sized."""
    found = prepare(request, workload, server)
    layout, planned = option.layout, option.concurrency
    if isinstance(found, Miss) or layout is None or planned is None or (ask := found[0].ask) is None:
        return ()
    bench, precision = found[0], layout.weight_precision
    split = Split(layout.tensor_parallel, layout.expert_parallel, layout.pipeline_parallel)
    free = room(bench, precision, split)
    if isinstance(free, Miss):
        return ()
    held, replica = sequences_held(bench, split, free), replica_of(bench, precision, split)
    numbers = {*(2**i for i in range(held.bit_length() + 1)), planned, held}
    idle = prompts(replica, ask)
    return tuple(_point(replica, ask, idle, number, held, planned) for number in sorted(numbers))


def _point(r: Replica, ask: Ask, idle: Prompts, number: int, held: int, planned: int) -> LoadPoint:
    at = pace(r, ask, min(number, held))
    rate = rate_in_flight(ask, at)
    waiting = waits_in_flight(ask, at)[0] + max(0, number - held) / rate
    return LoadPoint(
        concurrency=number,
        requests_per_s=rate,
        output_tokens_per_s=rate * ask.output_mean,
        total_tokens_per_s=rate * (ask.input_mean + ask.output_mean),
        ttft_mean_ms=(idle.mean + JOINING_STEPS * at.tpot + waiting) * 1000,
        tpot_mean_ms=at.tpot * 1000,
        planned=number == planned,
        full=number > held,
    )
