"""Tiny random instances, and the same rules by enumeration: the oracle of the model tests."""

import itertools
import random
from collections.abc import Iterator

from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.instance import (
    Decision,
    Demand,
    DivisibleLoad,
    Instance,
    Limits,
    Load,
    Offer,
    RackGroup,
)


def random_instance(seed: int) -> Instance:
    """Two or three offers, one to three workloads, one or two years, limits that bite about half of the time."""
    rng = random.Random(seed)
    years = rng.choice((1, 1, 2))
    groups = tuple(
        RackGroup(name=f"g{i}", path=f"site.racks[{i}]", count=rng.randint(1, 2), rent_fen=rng.choice((0, 30)))
        for i in range(rng.choice((0, 0, 1, 2)))
    )
    demands = tuple(
        Demand(
            workload=f"w{i}",
            path=f"workloads[{i}]",
            spare_servers=rng.choice((0, 0, 1, 2)),
            parts=rng.choice((1, 1, 1, 2, 3)),
        )
        for i in range(rng.randint(1, 3))
    )
    offers: list[Offer] = []
    loads: list[Load | DivisibleLoad] = []
    for i in range(rng.randint(2, 3)):
        rented = rng.random() < 0.3
        mine = [_random_load(rng, d, f"s{i}", years, rented) for d in demands if rng.random() > 0.15]
        if mine:
            offers.append(_random_offer(rng, f"s{i}", mine, demands, groups, rented))
            loads += mine
    return Instance(
        years=years,
        demands=demands,
        offers=tuple(offers),
        loads=tuple(load for load in loads if isinstance(load, Load)),
        divisible=tuple(load for load in loads if isinstance(load, DivisibleLoad)),
        racks=groups,
        limits=Limits(
            it_power_w=rng.choice((None, rng.randint(2, 20))),
            facility_power_w=rng.choice((None, None, rng.randint(2, 25))),
            capex_fen=rng.choice((None, rng.randint(50, 900))),
            ecosystems=rng.choice((None, 1, 2)),
        ),
        adaptation_fen={"cuda": 0, "cann": rng.choice((0, 40))},
    )


def _random_load(rng: random.Random, demand: Demand, offer: str, years: int, rented: bool) -> Load | DivisibleLoad:
    taken = tuple(rng.randint(1, 6) for _ in range(years))
    energy = 0 if rented else rng.choice((0, 7))
    if demand.parts > 1:
        return DivisibleLoad(workload=demand.workload, offer=offer, units=taken, energy_fen=energy, option=0)
    return Load(workload=demand.workload, offer=offer, units=taken, energy_fen=energy, options=(0,) * years)


def _random_offer(
    rng: random.Random,
    name: str,
    loads: list[Load | DivisibleLoad],
    demands: tuple[Demand, ...],
    groups: tuple[RackGroup, ...],
    rented: bool,
) -> Offer:
    units = rng.choice((2, 4, 8))
    parts = {d.workload: d.parts for d in demands}
    most = sum(-(-max(load.units) * parts[load.workload] // units) for load in loads)
    power = 0 if rented else rng.randint(1, 5)
    needs_rack = bool(groups) and not rented and rng.random() < 0.8
    return Offer(
        id=name,
        server=name,
        rented=rented,
        ecosystem=rng.choice(("cuda", "cann")),
        units=units,
        units_per_card=1,
        buy_fen=0 if rented else rng.randint(50, 200),
        rent_fen=tuple(rng.randint(30, 120) for _ in loads[0].units) if rented else (),
        capex_fen=0 if rented else rng.randint(40, 150),
        max_power_w=power,
        facility_power_w=power + 1 if power else 0,
        rack_fit=tuple(rng.choice((0, 1, 2)) for _ in groups) if needs_rack else None,
        max_count=most + max(d.spare_servers for d in demands),
    )


def cheapest(instance: Instance) -> int | None:
    """Lowest cost over every decision, by trying them all; None when none is admissible."""
    costs = (cost_fen(instance, decision) for decision in _decisions(instance) if not violations(instance, decision))
    return min(costs, default=None)


def violations(instance: Instance, decision: Decision) -> list[str]:
    """Broken rules, in plain Python."""
    offers = {o.id: o for o in instance.offers}
    broken = []
    bought = {s: max(c) for s, c in decision.counts.items() if not offers[s].rented}
    hosts = _hosts(decision)
    asked = {d.workload: d.spare_servers for d in instance.demands}
    for s, offer in offers.items():
        counts = decision.counts.get(s, (0,) * instance.years)
        if any(counts) and s not in hosts:
            broken.append(f"{s} is ballast")
        spares = max((asked[w] for w in hosts.get(s, ())), default=0)
        loads = [_load(instance, decision, s, year) for year in range(instance.years)]
        for year, count in enumerate(counts):
            if loads[year] + offer.units * spares > offer.units * count and s in hosts:
                broken.append(f"{s} is too small in year {year}")
            useful = loads[year] if offer.rented else max(loads)
            if count > -(-useful // offer.units) + spares:
                broken.append(f"{s} holds ballast in year {year}")
    limits = instance.limits
    if limits.it_power_w is not None and sum(offers[s].max_power_w * n for s, n in bought.items()) > limits.it_power_w:
        broken.append("it power")
    facility = sum(offers[s].facility_power_w * n for s, n in bought.items())
    if limits.facility_power_w is not None and facility > limits.facility_power_w:
        broken.append("facility power")
    if limits.capex_fen is not None and sum(offers[s].capex_fen * n for s, n in bought.items()) > limits.capex_fen:
        broken.append("budget")
    if limits.ecosystems is not None and len({offers[s].ecosystem for s in hosts}) > limits.ecosystems:
        broken.append("ecosystems")
    for group in instance.racks:
        if sum(n for (_, g), n in decision.racks.items() if g == group.name) > group.count:
            broken.append(f"racks {group.name}")
    for s, n in bought.items():
        fits = offers[s].rack_fit
        if fits is not None:
            room = sum(f * decision.racks.get((s, g.name), 0) for g, f in zip(instance.racks, fits, strict=True))
            if n > room:
                broken.append(f"{s} stands outside racks")
    return broken


def _hosts(decision: Decision) -> dict[str, set[str]]:
    hosts: dict[str, set[str]] = {}
    for workload, offer in (*decision.placed, *decision.parts):
        hosts.setdefault(offer, set()).add(workload)
    return hosts


def _load(instance: Instance, decision: Decision, offer: str, year: int) -> int:
    whole = sum(i.units[year] for i in instance.loads if i.offer == offer and (i.workload, offer) in decision.placed)
    parts = sum(
        i.units[year] * decision.parts.get((i.workload, offer), 0) for i in instance.divisible if i.offer == offer
    )
    return whole + parts


def _decisions(instance: Instance) -> Iterator[Decision]:
    """Every placement with, per pool, the counts from its need upward, and every filling of racks."""
    choices: list[list[tuple[tuple[tuple[str, str], ...], dict[tuple[str, str], int]]]] = []
    for demand in instance.demands:
        if demand.parts == 1:
            mine = [i.offer for i in instance.loads if i.workload == demand.workload]
            choices.append([(((demand.workload, offer),), {}) for offer in mine])
        else:
            mine = [i.offer for i in instance.divisible if i.workload == demand.workload]
            splits = [
                split
                for split in itertools.product(range(demand.parts + 1), repeat=len(mine))
                if sum(split) == demand.parts
            ]
            choices.append(
                [
                    ((), {(demand.workload, offer): part for offer, part in zip(mine, split, strict=True) if part})
                    for split in splits
                ]
            )
    for chosen in itertools.product(*choices):
        placed = tuple(key for keys, _ in chosen for key in keys)
        parts = {key: part for _, split in chosen for key, part in split.items()}
        start = Decision(placed=placed, parts=parts, counts={}, racks={})
        yield from _sized(instance, start)


def _sized(instance: Instance, start: Decision) -> Iterator[Decision]:
    """Counts one server around the need: fewer must break a rule, more must not pay."""
    hosts = _hosts(start)
    asked = {d.workload: d.spare_servers for d in instance.demands}
    per_offer = []
    for offer in instance.offers:
        if offer.id not in hosts:
            continue
        spares = max(asked[w] for w in hosts[offer.id])
        needs = [-(-_load(instance, start, offer.id, year) // offer.units) + spares for year in range(instance.years)]
        if offer.rented:
            per_offer.append([(offer.id, tuple(needs))])
        else:
            per_offer.append([(offer.id, (max(needs) + extra,) * instance.years) for extra in (-1, 0, 1)])
    for counts in itertools.product(*per_offer):
        for racks in _rackings(instance, dict(counts)):
            yield start.model_copy(update={"counts": dict(counts), "racks": racks})


def _rackings(instance: Instance, counts: dict[str, tuple[int, ...]]) -> Iterator[dict[tuple[str, str], int]]:
    keys: list[tuple[str, RackGroup]] = [
        (o.id, g)
        for o in instance.offers
        if o.id in counts and o.rack_fit is not None
        for g, fit in zip(instance.racks, o.rack_fit, strict=True)
        if fit
    ]
    for filling in itertools.product(*(range(g.count + 1) for _, g in keys)):
        yield {(s, g.name): n for (s, g), n in zip(keys, filling, strict=True) if n}
