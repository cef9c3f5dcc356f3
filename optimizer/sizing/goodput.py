"""Share of the wall clock that a gang trains: pauses as fitted, interruptions by Young and Daly.

    MTBF     = 1 / (rate · devices)      interval = sqrt(2 · write · MTBF)      write = checkpoint / bandwidth
    goodput  = (1 − pause) / (1 + write/interval + (interval/2 + restart)/MTBF)

A checkpoint stalls training while it is written; an interruption loses half an interval and the restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from optimizer.sizing.training_fitted import TRAINING_FITTED

if TYPE_CHECKING:
    from optimizer.sizing.training_fitted import Parameters
    from optimizer.sizing.training_work import TrainingWork

INTERRUPTIONS_PER_DEVICE_HOUR = 2.0e-5
"""Unexpected ones: 419 in 54 days on 16,384 H100 (Llama 3, arXiv:2407.21783)."""
RESTART_S = 900.0
"""Of the same run: above 90 % effective time over 466 interruptions leaves 1,000 s for each, lost work included."""
WRITE_BYTES_PER_S_PER_DEVICE = 0.12e9
"""2 TB/s sustained for 16,384 cards (Llama 3); BLOOM wrote 2.3 TB from 384 in 40 s, 0.15e9."""
CHECKPOINT_BYTES_PER_PARAM = 13.0
"""BLOOM-176B with its optimizer: 2.3 TB (bigscience, chronicles)."""
ADAPTER_CHECKPOINT_SHARE = 0.005
SECONDS_PER_HOUR = 3600


@dataclass(frozen=True, slots=True)
class Interruptions:
    """What failures and checkpoints of a gang cost."""

    checkpoint_bytes: float
    write_s: float
    mtbf_s: float
    interval_s: float
    """Between checkpoints, by Young and Daly."""

    @property
    def loss(self) -> float:
        """Time lost over time trained."""
        return self.write_s / self.interval_s + (self.interval_s / 2 + RESTART_S) / self.mtbf_s


def interruptions(work: TrainingWork, devices: float) -> Interruptions:
    """Of a gang that trains this."""
    trained = 1.0 if work.method == "full" else ADAPTER_CHECKPOINT_SHARE
    size = CHECKPOINT_BYTES_PER_PARAM * work.model.params * trained
    write = size / (WRITE_BYTES_PER_S_PER_DEVICE * devices)
    mtbf = SECONDS_PER_HOUR / (INTERRUPTIONS_PER_DEVICE_HOUR * devices)
    return Interruptions(size, write, mtbf, sqrt(2 * write * mtbf))


def goodput(work: TrainingWork, devices: float, fitted: Parameters = TRAINING_FITTED) -> float:
    """Share of a gang's time that trains, g."""
    return (1 - fitted["pause"]) / (1 + interruptions(work, devices).loss)
