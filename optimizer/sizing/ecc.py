"""Long runs need cards with ECC memory: `policy.ecc_above_days`.

On cards without ECC (or of which nobody says that they have it) a run or job must end within that time: gangs that do
are sized as for a deadline of that length. Where only longer ones are possible, the server is rejected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from optimizer.inputs.workload import FinetuneWorkload, PretrainWorkload
from optimizer.sizing.planned_rate import Miss
from optimizer.units import exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from optimizer.inputs.catalog import Server
    from optimizer.inputs.request import Request
    from optimizer.inputs.workload import Workload
    from optimizer.sizing.option import Option

    Training = PretrainWorkload | FinetuneWorkload
    Found = tuple[Option, ...] | Miss

T = TypeVar("T", PretrainWorkload, FinetuneWorkload)
HOURS_PER_DAY = 24
WITHOUT_ECC = "days without ECC memory"


def longest_days(request: Request, workload: Workload, server: Server) -> float | None:
    """How long a run or job may last on this server's cards; None where the rule does not shorten its own limit."""
    rule = request.requirements.policy.ecc_above_days
    if rule is None or not isinstance(workload, PretrainWorkload | FinetuneWorkload):
        return None
    if request.catalog.cards[server.card].ecc == "yes" or _limit_days(workload) <= rule:
        return None
    return rule


def with_ecc_rule(
    request: Request, workload: T, server: Server, options: Callable[[Request, T, Server], Found]
) -> Found:
    """What `options` finds, kept short where the cards have no ECC memory; or the rule that every gang misses."""
    longest = longest_days(request, workload, server)
    if longest is None:
        return options(request, workload, server)
    short = options(request, _shortened(workload, longest), server)
    if not isinstance(short, Miss):
        return short
    found = options(request, workload, server)
    if isinstance(found, Miss):
        return found
    return miss(longest, min(_days(request, workload, option) for option in found))


def miss(longest: float, days: float) -> Miss:
    """So many days are more than the rule allows without ECC."""
    return Miss("ecc", longest, round(days, 3), WITHOUT_ECC, days / longest)


def measured_miss(request: Request, workload: Workload, server: Server) -> Miss | None:
    """A measured row does not say how long its run takes: its own limit counts."""
    longest = longest_days(request, workload, server)
    if longest is None or not isinstance(workload, PretrainWorkload | FinetuneWorkload):
        return None
    return miss(longest, _limit_days(workload))


def _limit_days(workload: Training) -> float:
    if isinstance(workload, PretrainWorkload):
        return workload.deadline_days
    return workload.max_hours_per_job / HOURS_PER_DAY


def _shortened(workload: T, days: float) -> T:
    if isinstance(workload, PretrainWorkload):
        return workload.model_copy(update={"deadline_days": days})
    return workload.model_copy(update={"max_hours_per_job": float(exact(days) * HOURS_PER_DAY)})


def _days(request: Request, workload: Training, option: Option) -> float:
    """Of the run, or of one job: card-hours over the cards of the gang."""
    if option.days is not None:
        return option.days
    facts = request.catalog.cards[request.catalog.servers[option.server].card].facts
    cards = option.devices / (facts.devices if facts else 1)
    return (option.card_hours or 0.0) / cards / HOURS_PER_DAY
