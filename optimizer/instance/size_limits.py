"""Numbers too large to be solved exactly are a slip in the file, not a plan.

The solver's integers hold 2**62, its objective is exact to 2**53, and replicas are seated one by one: no purchase that
somebody signs comes near these limits.
"""

from optimizer.errors import InputError, Problem
from optimizer.instance.instance import Demand, Instance
from optimizer.instance.prepared import Prepared
from optimizer.instance.usage import WHOLE

MOST_SERVERS = 200_000
"""Of one type for one workload; the largest clusters of 2026 have 25,000 servers of eight cards."""
MOST_FEN = 2**53
"""Objective: exact as a floating number; 9e13 of the request's currency."""


def refuse_what_is_too_large(prepared: Prepared, instance: Instance) -> None:
    """Raise InputError naming the workload, or the prices, whose numbers are out of reach."""
    problems = [_demand(prepared, demand, least) for demand in instance.demands if (least := _least(instance, demand))]
    if not problems and _cost(instance) > MOST_FEN:
        what = "prices, rates and demand multiply to more than 9e13: too large to be solved exactly"
        remedy = "check the unit of prices (per piece, per kWh), of `costs:` and of the demand"
        file = prepared.request.file
        problems = [Problem(file=file, line=0, column=0, path="", what=what, remedy=remedy)]
    if problems:
        raise InputError(problems)


def _least(instance: Instance, demand: Demand) -> int:
    """Servers that the workload needs at least, where that is beyond every purchase; else 0."""
    units = {offer.id: offer.units for offer in instance.offers}
    needs = [
        max(load.units) // units[load.offer]
        for load in instance.loads
        if load.workload == demand.workload and load.tenths == WHOLE
    ]
    needs += [
        max(part.units) * demand.parts // units[part.offer]
        for part in instance.divisible
        if part.workload == demand.workload
    ]
    least = min(needs, default=0)
    return least if least > MOST_SERVERS else 0


def _demand(prepared: Prepared, demand: Demand, least: int) -> Problem:
    place = prepared.request.place_of(demand.path)
    what = f"{demand.workload} needs at least {least:,} servers of any type, more than {MOST_SERVERS:,}"
    remedy = "check the unit of its demand"
    return Problem(file=place.file, line=place.line, column=place.column, path=demand.path, what=what, remedy=remedy)


def _cost(instance: Instance) -> int:
    """The dearest offer that the smallest useful number of servers may cost, with its energy."""
    offers = {offer.id: offer for offer in instance.offers}
    costs = []
    for load in instance.loads:
        offer = offers[load.offer]
        server = max(abs(offer.buy_fen), sum(offer.rent_fen), *map(abs, offer.own_fen), 0)
        costs.append(server * (max(load.units) // offer.units + 1) + load.energy_fen + load.network_fen)
    for part in instance.divisible:
        offer = offers[part.offer]
        costs.append(max(abs(offer.buy_fen), sum(offer.rent_fen)) + part.energy_fen)
    return instance.storage_fen + max(costs, default=0) + max(instance.adaptation_fen.values(), default=0)
