"""A stream of fine-tuning jobs: gangs from one device to several servers, each doing one job after the other.

jobs/month = 730 h / hours of one job,    hours = tokens / (rate · goodput · band · 3600) ≤ max_hours_per_job
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from optimizer.sizing.gang_search import barrier, best_miss, gang_notes, layout_of, smallest
from optimizer.sizing.option import Option, modelled_capacity
from optimizer.sizing.planned_rate import Miss
from optimizer.sizing.training import SECONDS_PER_HOUR, Gang, Trainer, trainer
from optimizer.units import HOURS_PER_YEAR, MONTHS_PER_YEAR

if TYPE_CHECKING:
    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import FinetuneWorkload

MOST_SERVERS = 64
HOURS_PER_MONTH = HOURS_PER_YEAR // MONTHS_PER_YEAR


def finetune_options(request: Request, workload: FinetuneWorkload, server: Server) -> tuple[Option, ...] | Miss:
    """Gangs that do a job in its hours, dominated ones removed; or the limit that every gang misses."""
    found = trainer(request, workload, server)
    if isinstance(found, Miss):
        return found
    limit_s, tokens = workload.max_hours_per_job * SECONDS_PER_HOUR, workload.job_tokens
    inside = [g for size in part_sizes(found.devices) if (g := found.choose(size, tokens, limit_s))]
    usable = [g for g in inside if g.devices <= found.facts.devices] if found.is_consumer else inside
    limit = barrier(request, server)
    if usable:
        if limit is None and (two := found.choose(2 * found.devices, tokens, limit_s)):
            usable.append(two)
        return tuple(_option(request, workload, found, g) for g in _undominated(usable, tokens))
    if inside:
        needed = inside[0].devices // found.facts.devices
        return Miss("link", needed, 1, "cards that train together", needed)
    gang = smallest(found, tokens, limit_s, first=2, most=MOST_SERVERS)
    if gang is None:
        return best_miss(found, tokens, limit_s, "h", SECONDS_PER_HOUR, 1 if limit else MOST_SERVERS)
    if limit is not None:
        servers = gang.devices // found.devices
        return Miss(limit, servers * server.cards, server.cards, "cards", servers)
    return (_option(request, workload, found, gang),)


def part_sizes(devices: int) -> list[int]:
    """Gang sizes inside a server: powers of two, and the whole server.

    >>> part_sizes(8), part_sizes(72)
    ([1, 2, 4, 8], [1, 2, 4, 8, 16, 32, 64, 72])
    """
    powers = [2**power for power in range(devices.bit_length())]
    return powers if powers[-1] == devices else [*powers, devices]


def _undominated(gangs: list[Gang], tokens: float) -> list[Gang]:
    """Gangs, smallest first, without those whose devices do at least as many jobs as whole smaller gangs."""
    kept: list[Gang] = []
    for gang in gangs:
        pace = gang.seconds(tokens, 1)
        if not any(gang.devices // k.devices / k.seconds(tokens, 1) >= 1 / pace for k in kept):
            kept.append(gang)
    return kept


def _option(request: Request, workload: FinetuneWorkload, found: Trainer, gang: Gang) -> Option:
    point = modelled_capacity(HOURS_PER_MONTH * SECONDS_PER_HOUR / gang.seconds(workload.job_tokens, 1))
    hours = gang.seconds(workload.job_tokens, found.quantile_factor) / SECONDS_PER_HOUR
    return Option(
        workload=workload.name,
        server=found.server.id,
        origin="modelled",
        layout=layout_of(found, gang),
        devices=gang.devices,
        unit="jobs/month",
        point_capacity=point,
        band=found.band,
        quantile=found.quantile,
        capacity=point * Fraction(str(found.quantile_factor)),
        card_hours=hours * gang.devices / found.facts.devices,
        mfu=found.mfu_of(gang),
        notes=(f"one job takes {hours:.3g} h", *gang_notes(request, found, gang)),
    )
