"""Where the time of one decode step goes, by asking the step model about a replica that does one thing only.

Each part is `step_s` of the replica with every other coefficient at 0, so no formula stands here a second time. Parts
are alone and unhidden: a step is ((weights + cache + compute)^q + floor^q)^(1/q) + link + sequences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from optimizer.sizing.throughput import step_s

if TYPE_CHECKING:
    from optimizer.sizing.throughput import Replica

PARTS = {
    "weights_s": ("dense_read_s", "expert_read_s"),
    "cache_s": ("cache_read_s",),
    "compute_s": ("token_flop_s", "decode_attention_s"),
    "floor_s": ("floor_s",),
    "link_s": ("link_s",),
    "sequences_s": ("seq_s",),
}
"""Part → coefficients of `Replica` that make it."""
COEFFICIENTS = tuple(name for names in PARTS.values() for name in names)


@dataclass(frozen=True, slots=True)
class StepParts:
    """Seconds of one decode step."""

    weights_s: float
    """Reading the weights that the batch touches."""
    cache_s: float
    compute_s: float
    floor_s: float
    """Launch and synchronisation of every layer."""
    link_s: float
    sequences_s: float
    """Scheduling, per sequence."""
    step_s: float
    """All of it together."""


def step_parts(r: Replica, batch: float, context: float) -> StepParts:
    """Parts of a step for `batch` sequences at mean context `context` (tokens)."""

    def alone(kept: tuple[str, ...]) -> float:
        return step_s(replace(r, **dict.fromkeys(set(COEFFICIENTS) - set(kept), 0.0)), batch, context)  # type: ignore[arg-type]

    parts = {name: alone(kept) for name, kept in PARTS.items()}
    return StepParts(**parts, step_s=step_s(r, batch, context))
