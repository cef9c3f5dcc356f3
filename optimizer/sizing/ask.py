"""What a workload asks of a replica: classes of requests, limits, and the factors that the asker states.

Means over several classes of requests, w their shares of the requests:

    per request           t_pre = Σ w·t_pre(S),  O = Σ w·O                     what a replica works off
    of those in flight    c̄ = Σ w·O·(S + O/2) / Σ w·O                          a class is in flight w·O of the time

Limits hold for every class: TTFT with the slowest first token, E2E with the slowest request; TPOT is the same for all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class RequestClass:
    """Requests of one length distribution, tokens."""

    input_mean: float
    input_p95: float
    output_mean: float
    output_p95: float
    cache_hit: float = 0.0
    """Share of prompt tokens that are not computed again."""
    share: float = 1.0
    """Of the requests."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a workload asks of a replica; limits in s (inf = not limited)."""

    classes: tuple[RequestClass, ...]
    """Their shares add to 1."""
    ttft_s: float = math.inf
    tpot_s: float = math.inf
    e2e_s: float = math.inf
    load_limit: float = 0.8
    decode_speedup: float = 1.0
    """Speculation, as stated by the asker: decode steps per token are divided by it."""
    goodput_factor: float = 1.0
    """Prefill and decode apart, as stated by the asker: load carried over that of a replica that does both."""

    input_mean: float = field(init=False)
    """Mean prompt of a request."""
    output_mean: float = field(init=False)
    """O: mean answer of a request."""
    mean_context: float = field(init=False)
    """c̄ during decode."""

    def __post_init__(self) -> None:
        means = {
            "input_mean": sum(c.share * c.input_mean for c in self.classes),
            "output_mean": sum(c.share * c.output_mean for c in self.classes),
        }
        for name, value in means.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "mean_context", self.in_flight(lambda c: c.input_mean + c.output_mean / 2))

    def in_flight(self, value: Callable[[RequestClass], float]) -> float:
        """Mean of a value over the requests that are in flight."""
        if len(self.classes) == 1:
            return value(self.classes[0])
        return sum(c.share * c.output_mean * value(c) for c in self.classes) / self.output_mean
