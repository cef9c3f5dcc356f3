"""The same instances as a mixed-integer program for the MIP solver that ships inside ortools: an independent optimum.

Written from the rules, not from the CP-SAT model: pools are opened by big-M rows with M = the offer's own bound.
"""

from ortools.linear_solver import pywraplp

from optimizer.instance.instance import Instance


def mip_optimum(instance: Instance, seconds: float = 60) -> float | None:
    """Lowest cost, fen; None when infeasible. Raises AssertionError when undecided in the time."""
    solver = pywraplp.Solver.CreateSolver("SCIP")
    solver.SetTimeLimit(int(seconds * 1000))
    years = range(instance.years)
    whole = {d.workload: d.parts for d in instance.demands}
    asked = {d.workload: d.spare_servers for d in instance.demands}
    offers = {o.id: o for o in instance.offers}
    x = {(i.workload, i.offer): solver.BoolVar("") for i in instance.loads}
    f = {(i.workload, i.offer): solver.IntVar(0, whole[i.workload], "") for i in instance.divisible}
    z = {key: solver.BoolVar("") for key in f}
    used = {s: solver.BoolVar("") for s in offers}
    count = {
        (s, year): solver.IntVar(0, o.max_count, "")
        for s, o in offers.items()
        for year in (years if o.rented else (0,))
    }
    spares = {s: solver.IntVar(0, max(asked.values()), "") for s in offers}
    ecosystem = {e: solver.BoolVar("") for e in {o.ecosystem for o in offers.values()}}
    racks = {
        (s, g.name): solver.IntVar(0, g.count, "")
        for s, o in offers.items()
        if o.rack_fit
        for g, fit in zip(instance.racks, o.rack_fit, strict=True)
        if fit
    }
    for demand in instance.demands:
        if demand.parts == 1:
            solver.Add(sum(v for (w, _), v in x.items() if w == demand.workload) == 1)
        else:
            solver.Add(sum(v for (w, _), v in f.items() if w == demand.workload) == demand.parts)
    for key, part in f.items():
        solver.Add(part <= whole[key[0]] * z[key])
    for (w, s), v in (*x.items(), *z.items()):
        solver.Add(v <= used[s])
        solver.Add(spares[s] >= asked[w] * v)
    for s, o in offers.items():
        for year in years:
            load = sum(i.units[year] * x[i.workload, s] for i in instance.loads if i.offer == s)
            load += sum(i.units[year] * f[i.workload, s] for i in instance.divisible if i.offer == s)
            servers = count[s, year if o.rented else 0]
            solver.Add(load + o.units * spares[s] <= o.units * servers)
            solver.Add(servers <= o.max_count * used[s])
        solver.Add(used[s] <= ecosystem[o.ecosystem])
        if o.rack_fit is not None:
            room = sum(fit * racks[s, g.name] for g, fit in zip(instance.racks, o.rack_fit, strict=True) if fit)
            solver.Add(count[s, 0] <= room)
    for g in instance.racks:
        solver.Add(sum(v for (_, name), v in racks.items() if name == g.name) <= g.count)
    bought = {s: count[s, 0] for s, o in offers.items() if not o.rented}
    limits = instance.limits
    if limits.it_power_w is not None:
        solver.Add(sum(offers[s].max_power_w * n for s, n in bought.items()) <= limits.it_power_w)
    if limits.facility_power_w is not None:
        solver.Add(sum(offers[s].facility_power_w * n for s, n in bought.items()) <= limits.facility_power_w)
    if limits.capex_fen is not None:
        solver.Add(sum(offers[s].capex_fen * n for s, n in bought.items()) <= limits.capex_fen)
    if limits.ecosystems is not None:
        solver.Add(sum(ecosystem.values()) <= limits.ecosystems)
    rent = {g.name: g.rent_fen for g in instance.racks}
    objective = sum(offers[s].buy_fen * n for s, n in bought.items())
    objective += sum(offers[s].rent_fen[year] * n for (s, year), n in count.items() if offers[s].rented)
    objective += sum(i.energy_fen * x[i.workload, i.offer] for i in instance.loads)
    objective += sum(i.energy_fen / whole[i.workload] * f[i.workload, i.offer] for i in instance.divisible)
    objective += sum(rent[g] * v for (_, g), v in racks.items())
    objective += sum(instance.adaptation_fen[e] * v for e, v in ecosystem.items())
    solver.Minimize(objective)
    status = solver.Solve()
    if status == pywraplp.Solver.INFEASIBLE:
        return None
    assert status == pywraplp.Solver.OPTIMAL, status
    return float(solver.Objective().Value())
