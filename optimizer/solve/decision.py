"""Solver values ↔ decisions."""

from ortools.sat.python import cp_model

from optimizer.instance.instance import Decision, Instance
from optimizer.model.variables import PlanVars

Hint = dict[str, int]
"""Variable name → value; absent = 0."""


def decision_of(plan: PlanVars, solver: cp_model.CpSolver) -> Decision:
    """What the solver chose, without the slack that costs nothing: racks and switches that nobody needs."""
    instance = plan.instance
    years = range(instance.years)
    counts = {o.id: tuple(solver.value(plan.acquired(o, year)) for year in years) for o in instance.offers}
    owned = {o.id: tuple(solver.value(plan.owned[o.id, year]) for year in years) for o in instance.offers if o.owned}
    placed = tuple(key for key, var in plan.placed.items() if solver.value(var))
    racks = {key: solver.value(var) for key, var in plan.racks.items()}
    return Decision(
        placed=placed,
        parts={key: solver.value(var) for key, var in plan.parts.items() if solver.value(var)},
        counts={s: count for s, count in counts.items() if any(count)},
        owned={s: count for s, count in owned.items() if any(count)},
        racks=_trimmed(racks, instance, counts, owned),
        switches=_switches(instance, placed),
    )


def _trimmed(
    racks: dict[tuple[str, str], int],
    instance: Instance,
    counts: dict[str, tuple[int, ...]],
    owned: dict[str, tuple[int, ...]],
) -> dict[tuple[str, str], int]:
    """Racks that the servers really need: free racks cost nothing, so the solver may hold too many."""
    for offer in instance.offers:
        if offer.rack_fit is None:
            continue
        room = {g.name: fit for g, fit in zip(instance.racks, offer.rack_fit, strict=True) if fit}
        held = {name: racks[offer.id, name] for name in room}
        standing = [n + o for n, o in zip(counts[offer.id], owned.get(offer.id, (0,) * instance.years), strict=True)]
        for name in sorted(room, reverse=True):
            spare = sum(room[n] * held[n] for n in room) - max(standing)
            held[name] -= min(held[name], max(0, spare // room[name]))
            racks[offer.id, name] = held[name]
    return {key: number for key, number in racks.items() if number}


def _switches(instance: Instance, placed: tuple[tuple[str, str, int], ...]) -> tuple[int, int]:
    """(leaf, spine) switches for the ports of what is placed."""
    if instance.network is None:
        return 0, 0
    ports = sum(i.ports for i in instance.loads if (i.workload, i.offer, i.tenths) in set(placed))
    width = instance.network.switch_ports
    if ports <= width:
        return (1, 0) if ports else (0, 0)
    leaves = -(-2 * ports // width)
    return leaves, -(-leaves // 2)


def hint_of(plan: PlanVars, decision: Decision) -> Hint:
    """A decision as values of the variables of any model that has its offers and loads."""
    instance = plan.instance
    fixed: Hint = {plan.placed[key].name: 1 for key in decision.placed if key in plan.placed}
    fixed |= {plan.parts[key].name: parts for key, parts in decision.parts.items()}
    for offer in instance.offers:
        counts = decision.counts.get(offer.id, (0,) * instance.years)
        owned = decision.owned.get(offer.id, (0,) * instance.years)
        for year in range(instance.years):
            fixed[plan.acquired(offer, year).name] = counts[year]
            if offer.owned:
                fixed[plan.owned[offer.id, year].name] = owned[year]
    fixed |= {plan.racks[key].name: number for key, number in decision.racks.items()}
    hosts = decision.hosts()
    asked = {d.workload: d.spare_servers for d in instance.demands}
    for offer in instance.offers:
        mine = [workload for workload, host in hosts if host == offer.id]
        if mine:
            fixed[plan.used[offer.id].name] = 1
            fixed[plan.ecosystem[offer.ecosystem].name] = 1
            fixed[plan.spares[offer.id].name] = max(asked[workload] for workload in mine)
    return fixed | _of_parts(plan, decision) | _of_switches(plan, decision)


def _of_parts(plan: PlanVars, decision: Decision) -> Hint:
    """Who uses a divisible pool, and the energy of its parts rounded up."""
    whole = {d.workload: d.parts for d in plan.instance.demands}
    energy = {(i.workload, i.offer): i.energy_fen for i in plan.instance.divisible}
    found: Hint = {}
    for key, parts in decision.parts.items():
        found[plan.divided[key].name] = 1
        if key in plan.energy:
            found[plan.energy[key].name] = -(-energy[key] * parts // whole[key[0]])
    return found


def _of_switches(plan: PlanVars, decision: Decision) -> Hint:
    if plan.network is None:
        return {}
    leaves, spines = decision.switches
    switches = plan.network
    return {
        switches.leaves.name: leaves,
        switches.spines.name: spines,
        switches.single.name: int(leaves == 1 and spines == 0),
    }
