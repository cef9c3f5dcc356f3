"""How long requests wait for their prefill to start: one queue, independent arrivals.

    W̄   = ρ/(1 − ρ) · E[t²]/(2·E[t])          mean; equal prompts: M/D/1
    W95 = max(0, s·ln(20ρ)/(1 − ρ))            s = max(E[t], E[t²]/(2·E[t])); equal prompts: M/M/1

t is the prefill of a request, ρ = λ·E[t]. W̄ is Pollaczek and Khinchine's. The wait of an M/M/1 queue exceeds W95 with
probability ρ·exp(−W95·(1 − ρ)/s) = 1/20; it stands for prompts of unequal length. Source: docs/throughput.md §8.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

P95_TAIL = 20
"""1 / (1 − 0.95)."""
BISECTIONS = 40


@dataclass(frozen=True, slots=True)
class Service:
    """The prefill of a request, s."""

    mean: float
    residual: float
    """E[t²]/(2·E[t]): what is left, on average, of the prefill that an arrival finds running."""


def wait_mean_s(rate: float, service: Service) -> float:
    """W̄ at `rate` requests/s, s; inf at ρ ≥ 1."""
    load = rate * service.mean
    return math.inf if load >= 1 else load / (1 - load) * service.residual


def wait_p95_s(rate: float, service: Service) -> float:
    """W95 at `rate` requests/s, s: what 95 % of requests wait at most; inf at ρ ≥ 1."""
    load = rate * service.mean
    if load >= 1:
        return math.inf
    longest = max(service.mean, service.residual)
    return max(0.0, longest * math.log(P95_TAIL * load) / (1 - load)) if load > 0 else 0.0


def rate_for_wait(wait_s: float, service: Service) -> float:
    """The largest rate whose W95 is at most `wait_s` (≥ 0), requests/s."""
    low, high = 1 / P95_TAIL, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if wait_p95_s(middle / service.mean, service) <= wait_s:
            low = middle
        else:
            high = middle
    return low / service.mean
