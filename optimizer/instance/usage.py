"""What one workload takes on one server type, year by year: layout, replicas, cards."""

from fractions import Fraction
from typing import NamedTuple

from optimizer.inputs.traffic import DEFAULT_AVERAGE_LOAD
from optimizer.inputs.workload import FinetuneWorkload, InferenceWorkload, PretrainWorkload, ServiceWorkload, Workload
from optimizer.instance.charge import capacity_at, cards_per_replica, replicas_for
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.sizing.option import Option
from optimizer.units import exact

WHOLE = 10
"""Tenths of a whole demand."""


class Usage(NamedTuple):
    """The cheapest layout in cards for one year's demand."""

    option: int
    """Index into the pair's options."""
    replicas: Fraction
    cards: Fraction


def demand_in_year(prepared: Prepared, workload: int, year: int) -> Fraction:
    """Demand of a workload (by index) in a year (0-based); the last growth factor holds for later years."""
    growth = prepared.request.requirements.workloads[workload].growth
    return prepared.demands[workload].value * exact(growth[min(year, len(growth) - 1)])


def divisible(workload: Workload) -> bool:
    """May be spread over server types in any proportion."""
    return isinstance(workload, ServiceWorkload) and workload.max_server_types == "any"


def fractional(workload: Workload) -> bool:
    """May take a part of a replica: services that share cards or divide freely."""
    return isinstance(workload, ServiceWorkload) and (workload.shares_cards or divisible(workload))


def average_load(workload: Workload) -> Fraction:
    """Mean over peak load, for energy and cost per token; `fit` states none and takes the default.

    Training runs at 1; of a run with spare nodes 1 / (1 + spare_share), for spares stand by.
    """
    if isinstance(workload, PretrainWorkload):
        return 1 / (1 + exact(workload.spare_share))
    if isinstance(workload, FinetuneWorkload):
        return Fraction(1)
    if isinstance(workload, InferenceWorkload):
        return exact(DEFAULT_AVERAGE_LOAD if workload.traffic == "fit" else workload.traffic.mean_over_peak)
    return exact(workload.average_load)


def usage(
    prepared: Prepared, workload: int, facts: OfferFacts, quantile: str | None, tenths: int = WHOLE
) -> tuple[Usage, ...]:
    """Per year, the option that takes fewest cards for so many tenths of the demand; the earlier option on ties."""
    asked = prepared.request.requirements.workloads[workload]
    options = prepared.options[asked.name, facts.key]
    share = Fraction(tenths, WHOLE)
    found: dict[Fraction, Usage] = {}
    years = []
    for year in range(prepared.terms.horizon_years):
        demand = demand_in_year(prepared, workload, year) * share
        if demand not in found:
            found[demand] = _fewest_cards(options, facts, demand, quantile, fractional(asked))
        years.append(found[demand])
    return tuple(years)


def _fewest_cards(
    options: tuple[Option, ...], facts: OfferFacts, demand: Fraction, quantile: str | None, part: bool
) -> Usage:
    devices_per_card = facts.card.facts.devices if facts.card.facts else 1
    candidates = []
    for index, option in enumerate(options):
        replicas = replicas_for(demand, capacity_at(option, quantile), fractional=part)
        cards = cards_per_replica(option.devices, facts.server.cards, devices_per_card) * replicas
        candidates.append(Usage(index, replicas, cards))
    return min(candidates, key=lambda u: (u.cards, u.option))
