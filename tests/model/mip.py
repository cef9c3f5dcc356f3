"""The same instances as a mixed-integer program for the MIP solver that ships inside ortools: an independent optimum.

Written from the rules, not from the CP-SAT model: pools are opened by big-M rows with M = the offer's own bound.
"""

from ortools.linear_solver import pywraplp

from optimizer.instance.instance import Instance


class Mip:
    """One instance as rows of the MIP solver."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.solver = solver = pywraplp.Solver.CreateSolver("SCIP")
        self.whole = {d.workload: d.parts for d in instance.demands}
        self.asked = {d.workload: d.spare_servers for d in instance.demands}
        self.offers = {o.id: o for o in instance.offers}
        self.x = {(i.workload, i.offer): solver.BoolVar("") for i in instance.loads}
        self.f = {(i.workload, i.offer): solver.IntVar(0, self.whole[i.workload], "") for i in instance.divisible}
        self.z = {key: solver.BoolVar("") for key in self.f}
        self.used = {s: solver.BoolVar("") for s in self.offers}
        self.count = {
            (s, year): solver.IntVar(0, o.max_count, "")
            for s, o in self.offers.items()
            for year in (range(instance.years) if o.rented else (0,))
        }
        self.bought = {s: self.count[s, 0] for s, o in self.offers.items() if not o.rented}
        self.spares = {s: solver.IntVar(0, max(self.asked.values()), "") for s in self.offers}
        self.ecosystem = {e: solver.BoolVar("") for e in sorted({o.ecosystem for o in self.offers.values()})}
        self.racks = {
            (s, g.name): solver.IntVar(0, g.count, "")
            for s, o in self.offers.items()
            if o.rack_fit
            for g, fit in zip(instance.racks, o.rack_fit, strict=True)
            if fit
        }

    def add_placement(self) -> None:
        for demand in self.instance.demands:
            placed = self.x if demand.parts == 1 else self.f
            mine = [v for (w, _), v in placed.items() if w == demand.workload]
            self.solver.Add(self.solver.Sum(mine) == demand.parts)
        for key, part in self.f.items():
            self.solver.Add(part <= self.whole[key[0]] * self.z[key])
        for (w, s), v in (*self.x.items(), *self.z.items()):
            self.solver.Add(v <= self.used[s])
            self.solver.Add(self.spares[s] >= self.asked[w] * v)

    def add_pools(self) -> None:
        for s, o in self.offers.items():
            for year in range(self.instance.years):
                load = sum(i.units[year] * self.x[i.workload, s] for i in self.instance.loads if i.offer == s)
                load += sum(i.units[year] * self.f[i.workload, s] for i in self.instance.divisible if i.offer == s)
                servers = self.count[s, year if o.rented else 0]
                self.solver.Add(load + o.units * self.spares[s] <= o.units * servers)
                self.solver.Add(servers <= o.max_count * self.used[s])
            self.solver.Add(self.used[s] <= self.ecosystem[o.ecosystem])

    def add_limits(self) -> None:
        limits = self.instance.limits
        for field, limit in (
            ("max_power_w", limits.it_power_w),
            ("facility_power_w", limits.facility_power_w),
            ("capex_fen", limits.capex_fen),
        ):
            if limit is not None:
                taken = [getattr(self.offers[s], field) * n for s, n in self.bought.items()]
                self.solver.Add(self.solver.Sum(taken) <= limit)
        if limits.ecosystems is not None:
            self.solver.Add(self.solver.Sum(list(self.ecosystem.values())) <= limits.ecosystems)
        for s, n in self.bought.items():
            fits = self.offers[s].rack_fit
            if fits is not None:
                filled = [(g.name, fit) for g, fit in zip(self.instance.racks, fits, strict=True) if fit]
                self.solver.Add(n <= self.solver.Sum([fit * self.racks[s, g] for g, fit in filled]))
        for g in self.instance.racks:
            mine = [v for (_, name), v in self.racks.items() if name == g.name]
            self.solver.Add(self.solver.Sum(mine) <= g.count)

    def objective(self) -> pywraplp.LinearExpr:
        instance = self.instance
        rent = {g.name: g.rent_fen for g in instance.racks}
        terms = [self.offers[s].buy_fen * n for s, n in self.bought.items()]
        terms += [self.offers[s].rent_fen[p] * n for (s, p), n in self.count.items() if self.offers[s].rented]
        terms += [i.energy_fen * self.x[i.workload, i.offer] for i in instance.loads]
        terms += [i.energy_fen / self.whole[i.workload] * self.f[i.workload, i.offer] for i in instance.divisible]
        terms += [rent[g] * v for (_, g), v in self.racks.items()]
        terms += [instance.adaptation_fen[e] * v for e, v in self.ecosystem.items()]
        return self.solver.Sum(terms)


def mip_optimum(instance: Instance, seconds: float = 60) -> float | None:
    """Lowest cost, fen; None when infeasible. Raises AssertionError when undecided in the time."""
    mip = Mip(instance)
    mip.solver.SetTimeLimit(int(seconds * 1000))
    mip.add_placement()
    mip.add_pools()
    mip.add_limits()
    mip.solver.Minimize(mip.objective())
    status = mip.solver.Solve()
    if status == pywraplp.Solver.INFEASIBLE:
        return None
    assert status == pywraplp.Solver.OPTIMAL, status
    return float(mip.solver.Objective().Value())
