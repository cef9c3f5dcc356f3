"""Prepared request → Instance at one quantile: every number becomes an integer, needs up, supplies down."""

import math
from decimal import Decimal
from fractions import Fraction

from optimizer.cost.unit_costs import adaptation, present_value, rack
from optimizer.instance.instance import Demand, DivisibleLoad, Instance, Limits, Load, Offer, RackGroup
from optimizer.instance.offer import load_energy, offer_integers
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.usage import Usage, divisible, usage
from optimizer.units import WATTS_PER_KW, exact, fen, need, supply

MAX_UNITS_PER_CARD = 10**10
"""Load units per card at most: a load that is no multiple of a unit rounds up by less than 1e-10 of a card."""
PARTS = 27_720
"""A divisible demand has at least so many parts (a multiple of every number to 12), and whole parts per unit of it."""
MAX_WHOLE_UNITS = 10_000
"""Demands whose numerator is larger have just PARTS parts."""

Usages = dict[tuple[int, str], tuple[Usage, ...]]
"""(workload index, offer id) → usage per year."""


def build_instance(prepared: Prepared, quantile: str | None = None) -> Instance:
    """The instance with capacities at `p10` or `p50` of every band; None = each option's own quantile rule."""
    workloads = prepared.request.requirements.workloads
    usages: Usages = {
        (index, facts.id): usage(prepared, index, facts, quantile)
        for index, workload in enumerate(workloads)
        for facts in prepared.offers
        if (workload.name, facts.server.id) in prepared.options
    }
    demands = tuple(_demand(prepared, index) for index in range(len(workloads)))
    offers, loads, divided = [], [], []
    for facts in prepared.offers:
        mine = {index: taken for (index, offer), taken in usages.items() if offer == facts.id}
        if not mine:
            continue
        units_per_card = _units_per_card(mine, demands)
        made = [_load(prepared, facts, demands[i], i, taken, units_per_card) for i, taken in mine.items()]
        loads += [load for load in made if isinstance(load, Load)]
        divided += [load for load in made if isinstance(load, DivisibleLoad)]
        offers.append(_offer(prepared, facts, units_per_card, made, demands))
    ecosystems = {facts.card.ecosystem for facts in prepared.offers}
    catalog = prepared.request.catalog
    return Instance(
        years=prepared.terms.horizon_years,
        demands=demands,
        offers=tuple(offers),
        loads=tuple(loads),
        divisible=tuple(divided),
        racks=_racks(prepared),
        limits=_limits(prepared),
        adaptation_fen={
            e: fen(adaptation(prepared.terms, catalog.ecosystems[e]).present_value) for e in sorted(ecosystems)
        },
    )


def _demand(prepared: Prepared, index: int) -> Demand:
    workload = prepared.request.requirements.workloads[index]
    whole = prepared.demands[index].value.numerator
    parts = 1
    if divisible(workload):
        parts = PARTS if whole > MAX_WHOLE_UNITS else whole * -(-PARTS // whole)
    return Demand(workload=workload.name, path=f"workloads[{index}]", spare_servers=workload.spare_servers, parts=parts)


def _units_per_card(mine: dict[int, tuple[Usage, ...]], demands: tuple[Demand, ...]) -> int:
    """The coarsest unit in which every load of the offer is whole, or the cap."""
    units = 1
    for index, taken in mine.items():
        for year in taken:
            units = math.lcm(units, (year.cards / demands[index].parts).denominator)
            if units > MAX_UNITS_PER_CARD:
                return MAX_UNITS_PER_CARD
    return units


def _load(
    prepared: Prepared, facts: OfferFacts, demand: Demand, index: int, taken: tuple[Usage, ...], units_per_card: int
) -> Load | DivisibleLoad:
    energy = fen(load_energy(prepared, facts, index, taken))
    units = tuple(need(year.cards / demand.parts * units_per_card) for year in taken)
    if demand.parts > 1:
        return DivisibleLoad(
            workload=demand.workload, offer=facts.id, units=units, energy_fen=energy, option=taken[0].option
        )
    options = tuple(year.option for year in taken)
    return Load(workload=demand.workload, offer=facts.id, units=units, energy_fen=energy, options=options)


def _offer(
    prepared: Prepared,
    facts: OfferFacts,
    units_per_card: int,
    loads: list[Load | DivisibleLoad],
    demands: tuple[Demand, ...],
) -> Offer:
    units = facts.server.cards * units_per_card
    parts = {d.workload: d.parts for d in demands}
    servers = sum(-(-max(load.units) * parts[load.workload] // units) for load in loads)
    spares = max(d.spare_servers for d in demands)
    return offer_integers(prepared, facts, units_per_card, max_count=servers + spares)


def _racks(prepared: Prepared) -> tuple[RackGroup, ...]:
    site = prepared.request.requirements.site
    free = 1 - exact(site.reserve.racks)
    return tuple(
        RackGroup(
            name=group.name,
            path=f"site.racks[{index}]",
            count=supply(group.count * free),
            rent_fen=fen(present_value(rack(prepared.terms, group.cost_per_month or Decimal(0)))),
        )
        for index, group in enumerate(site.racks)
    )


def _limits(prepared: Prepared) -> Limits:
    requirements = prepared.request.requirements
    site, budget = requirements.site, requirements.finance.capex_budget
    free = 1 - exact(site.reserve.power)
    return Limits(
        it_power_w=_watts(site.it_power_kw, free),
        facility_power_w=_watts(site.facility_power_kw, free),
        capex_fen=None if budget is None else supply(budget * 100),
        ecosystems=requirements.policy.ecosystems.maximum,
    )


def _watts(kw: float | None, free: Fraction) -> int | None:
    return None if kw is None else supply(exact(kw) * WATTS_PER_KW * free)
