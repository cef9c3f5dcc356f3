"""A pre-training run: the smallest gang of whole servers that ends in time at the planning quantile."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from optimizer.sizing.gang_search import barrier, best_miss, gang_notes, layout_of, smallest
from optimizer.sizing.option import Option
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.training import SECONDS_PER_DAY, Gang, Trainer, trainer
from optimizer.units import exact

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import PretrainWorkload

MOST_SERVERS = 4096


def pretrain_options(request: Request, workload: PretrainWorkload, server: Server) -> tuple[Option, ...] | Miss:
    """One option: the gang that carries the run, spare servers included; or the limit that every gang misses."""
    found = trainer(request, workload, server)
    if isinstance(found, Miss):
        return found
    if found.is_consumer and server.cards > 1:
        return Miss("link", server.cards, 1, "cards that train together", server.cards)
    limit_s = workload.deadline_days * SECONDS_PER_DAY
    gang = smallest(found, workload.job_tokens, limit_s, first=1, most=MOST_SERVERS)
    limit = barrier(request, server)
    if gang is None:
        return best_miss(found, workload.job_tokens, limit_s, "days", SECONDS_PER_DAY, 1 if limit else MOST_SERVERS)
    servers = gang.devices // found.devices
    if limit is not None and servers > 1:
        return Miss(limit, servers * server.cards, server.cards, "cards", servers)
    return (_option(request, workload, found, servers, gang),)


def _option(request: Request, workload: PretrainWorkload, found: Trainer, servers: int, gang: Gang) -> Option:
    spares = math.ceil(exact(workload.spare_share) * servers)
    seconds = gang.seconds(workload.job_tokens, found.quantile_factor)
    notes = gang_notes(request, found, gang)
    if spares:
        notes += (f"{spares} spare servers for {servers}",)
    return Option(
        workload=workload.name,
        server=found.server.id,
        origin="modelled",
        layout=layout_of(found, gang),
        devices=(servers + spares) * found.devices,
        unit="runs",
        point_capacity=Fraction(1),
        band=found.band,
        quantile=found.quantile,
        capacity=Fraction(1),
        days=seconds / SECONDS_PER_DAY,
        card_hours=servers * found.server.cards * seconds / 3600,
        mfu=found.mfu_of(gang),
        notes=notes,
    )
