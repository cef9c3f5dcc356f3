"""Storage that training needs: checkpoints and data, and how fast a checkpoint must be written.

    checkpoint   = checkpoint_bytes_per_parameter · parameters trained        (adapters: 0.005 · all parameters)
    data         = (text + tokenised bytes per token) · distinct tokens       (epochs read the same data again)
    at once      = ⌈runs a year⌉, or ⌈jobs a month · max_hours_per_job / 730⌉ in the year with most demand
    capacity     = Σ at once · (checkpoints_kept · checkpoint + data) / storage_usable_share
    write rate   = checkpoint / checkpoint_write_seconds
    interval     = √(2 · checkpoint_write_seconds · mean time between interruptions)      Young's first-order rule
    between      = 1 / (interruptions_per_card_hour · cards)

A job is taken to last as long as it may: what is stored does not depend on the servers. Numbers: cost parameters of
the catalog, each with its source.
"""

import math
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from optimizer.frozen import Frozen
from optimizer.inputs.training_rules import HOURS_PER_MONTH
from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
from optimizer.units import exact, need

if TYPE_CHECKING:
    from optimizer.inputs.request import Request

ADAPTER_SHARE = Fraction(5, 1000)
"""Parameters of LoRA adapters over those of the model (docs/training.md §4)."""
SECONDS_PER_HOUR = 3600


class StorageNeed(Frozen):
    """Of one training workload."""

    workload: str
    checkpoint_bytes: int
    """Of one run or job, optimizer states included."""
    kept: int
    """Checkpoints of each."""
    data_bytes: int
    """Of each: text and its tokenised copy."""
    at_once: int
    """Runs or jobs at the same time, at most."""
    write_bytes_per_s: int
    """At which one checkpoint is in store in the time allowed."""

    @property
    def stored_bytes(self) -> int:
        return self.at_once * (self.kept * self.checkpoint_bytes + self.data_bytes)


def storage_needs(request: "Request") -> tuple[StorageNeed, ...]:
    """One per pre-training run and stream of fine-tuning jobs, in request order; empty where nothing is trained."""
    training = (w for w in request.requirements.workloads if isinstance(w, PretrainWorkload | FinetuneWorkload))
    return tuple(_need(request, workload) for workload in training)


def _need(request: "Request", workload: PretrainWorkload | FinetuneWorkload) -> StorageNeed:
    trained = Fraction(request.catalog.models[workload.model].total_params)
    if isinstance(workload, FinetuneWorkload) and workload.method != "full":
        trained *= ADAPTER_SHARE
    checkpoint = trained * Fraction(request.parameter("checkpoint_bytes_per_parameter"))
    distinct = workload.samples.distinct_tokens if workload.samples else Fraction(workload.job_tokens)
    text = request.parameter("dataset_text_bytes_per_token") + request.parameter("dataset_tokenised_bytes_per_token")
    return StorageNeed(
        workload=workload.name,
        checkpoint_bytes=need(checkpoint),
        kept=need(request.parameter("checkpoints_kept")),
        data_bytes=need(distinct * Fraction(text)),
        at_once=_at_once(workload),
        write_bytes_per_s=need(checkpoint / Fraction(request.parameter("checkpoint_write_seconds"))),
    )


def _at_once(workload: PretrainWorkload | FinetuneWorkload) -> int:
    most = max(map(exact, workload.growth))
    if isinstance(workload, PretrainWorkload):
        return need(most)
    return need(exact(workload.jobs_per_month) * most * exact(workload.max_hours_per_job) / HOURS_PER_MONTH)


def capacity_tb(needs: tuple[StorageNeed, ...], usable_share: Decimal) -> int:
    """Terabytes to order so that the usable part holds everything."""
    stored = sum(each.stored_bytes for each in needs)
    return need(Fraction(stored) / Fraction(usable_share) / 10**12)


def checkpoint_interval_s(request: "Request", cards: int) -> float:
    """Between two checkpoints of a gang, s: the interval that loses least to writing and to work done again."""
    write_s = float(request.parameter("checkpoint_write_seconds"))
    between_s = SECONDS_PER_HOUR / (float(request.parameter("interruptions_per_card_hour")) * cards)
    return math.sqrt(2 * write_s * between_s)
