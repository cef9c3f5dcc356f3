"""The rules of an instance by enumeration: the oracle of the model tests."""

import itertools
from collections.abc import Iterator

from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.instance import Decision, Demand, Instance, RackGroup
from tests.model.instances import SWITCHES


def cheapest(instance: Instance) -> int | None:
    """Lowest cost over every decision, by trying them all; None when none is admissible."""
    costs = (cost_fen(instance, decision) for decision in _decisions(instance) if not violations(instance, decision))
    return min(costs, default=None)


def violations(instance: Instance, decision: Decision) -> list[str]:
    """Broken rules, in plain Python."""
    hosts = _hosts(decision)
    broken = _pool_violations(instance, decision, hosts)
    limits = instance.limits
    offers = {o.id: o for o in instance.offers}
    switches = sum(decision.switches)
    for year in range(instance.years):
        standing = {s: _standing(instance, decision, s, year) for s, o in offers.items() if not o.rented}
        it_w = sum(offers[s].max_power_w * n for s, n in standing.items()) + SWITCHES.switch_power_w * switches
        meter_w = (
            sum(offers[s].facility_power_w * n for s, n in standing.items()) + SWITCHES.switch_facility_w * switches
        )
        if limits.it_power_w is not None and it_w > limits.it_power_w:
            broken.append("it power")
        if limits.facility_power_w is not None and meter_w > limits.facility_power_w:
            broken.append("facility power")
        broken += _rack_violations(instance, decision, standing)
        cards = sum(offers[s].cards * _standing(instance, decision, s, year) for s in offers)
        rented = sum(o.cards * decision.counts.get(s, (0, 0))[year] for s, o in offers.items() if o.rented)
        if limits.rent_share is not None and limits.rent_share[1] * rented > limits.rent_share[0] * cards:
            broken.append("rent share")
    if limits.capex_fen is not None and _capex(instance, decision) > limits.capex_fen:
        broken.append("budget")
    if limits.ecosystems is not None and len({offers[s].ecosystem for s in hosts}) > limits.ecosystems:
        broken.append("ecosystems")
    for stock in instance.stock:
        if sum(k * max(decision.counts.get(s, (0,))) for s, k in stock.pieces.items()) > stock.stock:
            broken.append("stock")
    for row in instance.shares:
        total = sum(weight * max(decision.counts.get(s, (0,))) for s, weight in row.bought.items())
        for weights, servers in ((row.rented, decision.counts), (row.owned, decision.owned)):
            total += sum(w * n for s, ws in weights.items() for w, n in zip(ws, servers.get(s, ()), strict=False))
        if total < 0:
            broken.append("share")
    return broken


def _standing(instance: Instance, decision: Decision, offer: str, year: int) -> int:
    nothing = (0,) * instance.years
    return decision.counts.get(offer, nothing)[year] + decision.owned.get(offer, nothing)[year]


def _pool_violations(instance: Instance, decision: Decision, hosts: dict[str, set[str]]) -> list[str]:
    broken = []
    asked = {d.workload: d.spare_servers for d in instance.demands}
    for offer in instance.offers:
        counts = decision.counts.get(offer.id, (0,) * instance.years)
        spares = max((asked[w] for w in hosts.get(offer.id, ())), default=0)
        loads = [_load(instance, decision, offer.id, year) for year in range(instance.years)]
        if max(counts) > offer.max_count:
            broken.append(f"{offer.id} may not be bought")
        for year, count in enumerate(counts):
            if loads[year] + offer.units * spares > offer.units * _standing(instance, decision, offer.id, year):
                broken.append(f"{offer.id} is too small in year {year}")
            useful = loads[year] if offer.rented else max(loads)
            if count > (-(-useful // offer.units) + spares if offer.id in hosts else 0):
                broken.append(f"{offer.id} holds ballast in year {year}")
            standing = _standing(instance, decision, offer.id, year)
            if standing > count and standing > -(-loads[year] // offer.units) + spares:
                broken.append(f"{offer.id} runs idle servers of its own in year {year}")
    return broken


def _rack_violations(instance: Instance, decision: Decision, standing: dict[str, int]) -> list[str]:
    broken = []
    for group in instance.racks:
        if sum(n for (_, g), n in decision.racks.items() if g == group.name) > group.count:
            broken.append(f"racks {group.name}")
    for offer in instance.offers:
        fits = offer.rack_fit
        if fits is not None:
            room = sum(f * decision.racks.get((offer.id, g.name), 0) for g, f in zip(instance.racks, fits, strict=True))
            if standing[offer.id] > room:
                broken.append(f"{offer.id} stands outside racks")
    return broken


def _capex(instance: Instance, decision: Decision) -> int:
    spent = sum(o.capex_fen * max(decision.counts.get(o.id, (0,))) for o in instance.offers if not o.rented)
    loads = {(i.workload, i.offer, i.tenths): i.network_capex_fen for i in instance.loads}
    spent += sum(loads[key] for key in decision.placed)
    spent += instance.storage_capex_fen
    leaves, spines = decision.switches
    return spent + SWITCHES.switch_capex_fen * (leaves + spines) + (SWITCHES.uplink_capex_fen * leaves if spines else 0)


def _hosts(decision: Decision) -> dict[str, set[str]]:
    hosts: dict[str, set[str]] = {}
    for workload, offer in decision.hosts():
        hosts.setdefault(offer, set()).add(workload)
    return hosts


def _load(instance: Instance, decision: Decision, offer: str, year: int) -> int:
    chosen = set(decision.placed)
    whole = sum(i.units[year] for i in instance.loads if i.offer == offer and (i.workload, offer, i.tenths) in chosen)
    parts = sum(
        i.units[year] * decision.parts.get((i.workload, offer), 0) for i in instance.divisible if i.offer == offer
    )
    return whole + parts


Choice = tuple[tuple[tuple[str, str, int], ...], dict[tuple[str, str], int]]


def _choices(instance: Instance, demand: Demand) -> list[Choice]:
    """Every way to place one workload."""
    if demand.parts > 1:
        mine = [i.offer for i in instance.divisible if i.workload == demand.workload]
        splits = itertools.product(range(demand.parts + 1), repeat=len(mine))
        return [
            ((), {(demand.workload, offer): part for offer, part in zip(mine, split, strict=True) if part})
            for split in splits
            if sum(split) == demand.parts
        ]
    loads = [i for i in instance.loads if i.workload == demand.workload]
    found: list[Choice] = [(((demand.workload, i.offer, 10),), {}) for i in loads if i.tenths == 10]
    for one, other in itertools.combinations(loads, 2):
        if demand.max_offers == 2 and one.offer != other.offer and one.tenths + other.tenths == 10:
            found.append((tuple((demand.workload, i.offer, i.tenths) for i in (one, other)), {}))
    return found


def _decisions(instance: Instance) -> Iterator[Decision]:
    """Every placement with, per pool, the counts around its need, and every filling of racks."""
    for chosen in itertools.product(*(_choices(instance, demand) for demand in instance.demands)):
        placed = tuple(key for keys, _ in chosen for key in keys)
        parts = {key: part for _, split in chosen for key, part in split.items()}
        ports = sum(i.ports for i in instance.loads if (i.workload, i.offer, i.tenths) in set(placed))
        leaves = -(-2 * ports // SWITCHES.switch_ports)
        switches = (1 if ports else 0, 0) if ports <= SWITCHES.switch_ports else (leaves, -(-leaves // 2))
        yield from _sized(
            instance, Decision(placed=placed, parts=parts, counts={}, owned={}, racks={}, switches=switches)
        )


def _sized(instance: Instance, start: Decision) -> Iterator[Decision]:
    """Counts up to the need (more would be ballast) and every use of owned servers."""
    hosts = _hosts(start)
    asked = {d.workload: d.spare_servers for d in instance.demands}
    per_offer: list[list[tuple[str, tuple[int, ...], tuple[int, ...]]]] = []
    for offer in instance.offers:
        if offer.id not in hosts:
            continue
        spares = max(asked[w] for w in hosts[offer.id])
        needs = [-(-_load(instance, start, offer.id, year) // offer.units) + spares for year in range(instance.years)]
        none = (0,) * instance.years
        if offer.rented:
            per_offer.append([(offer.id, tuple(needs), none)])
        else:
            uses = itertools.product(*(range(n + 1) for n in offer.owned)) if offer.owned else [none]
            least = max(0, max(needs) - max(offer.owned, default=0))
            sizes = range(least, max(needs) + 1)
            per_offer.append([(offer.id, (n,) * instance.years, u) for u in uses for n in sizes])
    for pools in itertools.product(*per_offer):
        counts = {s: n for s, n, _ in pools if any(n)}
        owned = {s: u for s, _, u in pools if any(u)}
        for racks in _rackings(instance, {s: max(n, default=0) + max(u, default=0) for s, n, u in pools}):
            yield start.model_copy(update={"counts": counts, "owned": owned, "racks": racks})


def _rackings(instance: Instance, standing: dict[str, int]) -> Iterator[dict[tuple[str, str], int]]:
    """Every filling of racks in which no pool takes more racks of a group than it has servers."""
    keys: list[tuple[str, RackGroup]] = [
        (o.id, g)
        for o in instance.offers
        if o.id in standing and o.rack_fit is not None
        for g, fit in zip(instance.racks, o.rack_fit, strict=True)
        if fit
    ]
    for filling in itertools.product(*(range(min(g.count, standing[s]) + 1) for s, g in keys)):
        yield {(s, g.name): n for (s, g), n in zip(keys, filling, strict=True) if n}
