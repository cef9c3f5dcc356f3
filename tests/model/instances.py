"""Tiny random instances for the model tests."""

import random

from optimizer.instance.instance import (
    Demand,
    DivisibleLoad,
    Instance,
    Limits,
    Load,
    Network,
    Offer,
    RackGroup,
    ShareRow,
    StockRow,
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
            parts=(parts := rng.choice((1, 1, 1, 1, 2, 3))),
            max_offers=rng.choice((1, 2)) if parts == 1 else 1,
        )
        for i in range(rng.randint(1, 3))
    )
    offers: list[Offer] = []
    loads: list[Load | DivisibleLoad] = []
    for i in range(rng.randint(2, 3)):
        rented = rng.random() < 0.3
        size = rng.choice((2, 4, 8))
        mine = [
            load for d in demands if rng.random() > 0.15 for load in _random_loads(rng, d, f"s{i}", years, rented, size)
        ]
        if mine:
            offers.append(_random_offer(rng, f"s{i}", mine, demands, groups, rented, size))
            loads += mine
    ports = any(isinstance(load, Load) and load.ports for load in loads)
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
            rent_share=rng.choice((None, None, (1, 2))),
        ),
        shares=_random_shares(rng, offers, years),
        stock=_random_stock(random.Random(seed), offers),
        cuts=(),
        network=SWITCHES if ports else None,
        adaptation_fen={"cuda": 0, "cann": rng.choice((0, 40))},
        storage_fen=seed % 3 * 50,
        storage_capex_fen=seed % 3 * 60,
    )


SWITCHES = Network(
    switch_ports=4,
    switch_fen=9,
    switch_capex_fen=8,
    switch_power_w=1,
    switch_facility_w=2,
    uplink_fen=3,
    uplink_capex_fen=2,
    max_ports=40,
)


def _random_shares(rng: random.Random, offers: list[Offer], years: int) -> tuple[ShareRow, ...]:
    """Half of the instances: at least num/den of the servers stand in ecosystem cann; owned ones count or not."""
    if rng.random() < 0.5:
        return ()
    num, den = rng.choice(((1, 2), (1, 3), (27, 40)))
    factor = {o.id: den * (o.ecosystem == "cann") - num for o in offers}
    fleet = rng.random() < 0.5
    return tuple(
        ShareRow(
            path="policy.domestic_share.minimum",
            bought={o.id: factor[o.id] for o in offers if not o.rented},
            rented={o.id: tuple(factor[o.id] * (y == year) for y in range(years)) for o in offers if o.rented},
            owned={o.id: tuple(factor[o.id] * (y == year) for y in range(years)) for o in offers if fleet and o.owned},
        )
        for year in range(years)
    )


def _random_stock(rng: random.Random, offers: list[Offer]) -> tuple[StockRow, ...]:
    """A third of the instances: few pieces of what all bought offers are made of."""
    bought = [o.id for o in offers if not o.rented]
    if not bought or rng.random() < 0.67:
        return ()
    return (StockRow(path="stock.card", pieces={s: rng.choice((1, 2)) for s in bought}, stock=rng.randint(0, 4)),)


def _random_loads(
    rng: random.Random, demand: Demand, offer: str, years: int, rented: bool, size: int
) -> list[Load | DivisibleLoad]:
    taken = tuple(rng.randint(1, 6) for _ in range(years))
    energy = 0 if rented else rng.choice((0, 7))
    if demand.parts > 1:
        return [DivisibleLoad(workload=demand.workload, offer=offer, units=taken, least_servers=1, energy_fen=energy)]
    ports = rng.choice((0, 0, 0, 0, 3, 5)) if not rented and demand.max_offers == 1 else 0
    return [
        Load(
            workload=demand.workload,
            offer=offer,
            tenths=tenths,
            units=(units := tuple(-(-each * tenths // 10) for each in taken)),
            servers=tuple(-(-each // size) for each in units),
            energy_fen=energy * tenths // 10,
            ports=ports,
            network_fen=2 * ports,
            network_capex_fen=ports,
        )
        for tenths in ((10,) if demand.max_offers == 1 else (3, 7, 10))
    ]


def _random_offer(
    rng: random.Random,
    name: str,
    loads: list[Load | DivisibleLoad],
    demands: tuple[Demand, ...],
    groups: tuple[RackGroup, ...],
    rented: bool,
    units: int,
) -> Offer:
    parts = {d.workload: d.parts for d in demands}
    most = sum(-(-max(load.units) * parts[load.workload] // units) for load in loads)
    power = 0 if rented else rng.randint(1, 5)
    years = len(loads[0].units)
    has_some = not rented and years == 1 and rng.random() < 0.25
    owned = (rng.randint(0, 2),) if has_some else ()
    needs_rack = bool(groups) and not rented and rng.random() < 0.8
    return Offer(
        id=name,
        server=name,
        rented=rented,
        ecosystem=rng.choice(("cuda", "cann")),
        units=units,
        buy_fen=0 if rented else rng.randint(50, 200),
        rent_fen=tuple(rng.randint(30, 120) for _ in range(years)) if rented else (),
        owned=owned,
        own_fen=tuple(rng.randint(1, 9) for _ in owned),
        cards=units,
        capex_fen=0 if rented else rng.randint(40, 150),
        max_power_w=power,
        facility_power_w=power + 1 if power else 0,
        rack_fit=tuple(rng.choice((0, 1, 2)) for _ in groups) if needs_rack else None,
        max_count=0 if has_some and rng.random() < 0.3 else most + max(d.spare_servers for d in demands),
    )
