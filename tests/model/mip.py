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
        self.x = {(i.workload, i.offer, i.tenths): solver.BoolVar("") for i in instance.loads}
        self.f = {(i.workload, i.offer): solver.IntVar(0, self.whole[i.workload], "") for i in instance.divisible}
        self.z = {key: solver.BoolVar("") for key in self.f}
        self.used = {s: solver.BoolVar("") for s in self.offers}
        self.count = {
            (s, year): solver.IntVar(0, o.max_count, "")
            for s, o in self.offers.items()
            for year in (range(instance.years) if o.rented else (0,))
        }
        years = range(instance.years)
        self.owned = {
            (s, p): solver.IntVar(0, o.owned[p] if o.owned else 0, "") for s, o in self.offers.items() for p in years
        }
        self.leaves, self.spines = solver.IntVar(0, 99, ""), solver.IntVar(0, 99, "")
        self.single = solver.BoolVar("")
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
            if demand.parts > 1:
                mine = [v for (w, _), v in self.f.items() if w == demand.workload]
                self.solver.Add(self.solver.Sum(mine) == demand.parts)
                continue
            chosen = {(s, j): v for (w, s, j), v in self.x.items() if w == demand.workload}
            self.solver.Add(self.solver.Sum([j * v for (_, j), v in chosen.items()]) == 10)
            self.solver.Add(self.solver.Sum(list(chosen.values())) <= demand.max_offers)
            for offer in {s for s, _ in chosen}:
                self.solver.Add(self.solver.Sum([v for (s, _), v in chosen.items() if s == offer]) <= 1)
        for key, part in self.f.items():
            self.solver.Add(part <= self.whole[key[0]] * self.z[key])
        hosts = [(w, s, v) for (w, s, _), v in self.x.items()] + [(w, s, v) for (w, s), v in self.z.items()]
        for w, s, v in hosts:
            self.solver.Add(v <= self.used[s])
            self.solver.Add(self.spares[s] >= self.asked[w] * v)
        for s in self.offers:
            mine = [v for _, host, v in hosts if host == s]
            self.solver.Add(self.used[s] <= self.solver.Sum(mine))
            for level in {n for n in self.asked.values() if n}:
                lower = max((n for n in self.asked.values() if n < level), default=0)
                asking = [v for w, host, v in hosts if host == s and self.asked[w] >= level]
                self.solver.Add(self.spares[s] <= lower + 9 * self.solver.Sum(asking))

    def add_pools(self) -> None:
        for s, o in self.offers.items():
            for year in range(self.instance.years):
                acquired, own = self.count[s, year if o.rented else 0], self.owned[s, year]
                load = self.load(s, year)
                self.solver.Add(load + o.units * self.spares[s] <= o.units * (acquired + own))
                self.solver.Add(acquired <= o.max_count * self.used[s])
                self.solver.Add(own <= 99 * self.used[s])
                useful = load + o.units * self.spares[s] + o.units - 1
                if o.rented:
                    self.solver.Add(o.units * acquired <= useful)
                if o.owned:
                    on = self.solver.BoolVar("")
                    self.solver.Add(own <= 99 * on)
                    self.solver.Add(o.units * (acquired + own) <= useful + 9999 * (1 - on))
            if not o.rented:
                fullest = [self.solver.BoolVar("") for _ in range(self.instance.years)]
                self.solver.Add(self.solver.Sum(fullest) == 1)
                for year, chosen in enumerate(fullest):
                    useful = self.load(s, year) + o.units * self.spares[s] + o.units - 1
                    self.solver.Add(o.units * self.count[s, 0] <= useful + 10**6 * o.units * (1 - chosen))
            self.solver.Add(self.used[s] <= self.ecosystem[o.ecosystem])

    def load(self, offer: str, year: int) -> pywraplp.LinearExpr:
        mine = [i.units[year] * self.x[i.workload, offer, i.tenths] for i in self.instance.loads if i.offer == offer]
        mine += [i.units[year] * self.f[i.workload, offer] for i in self.instance.divisible if i.offer == offer]
        return self.solver.Sum(mine)

    def add_network(self) -> None:
        network = self.instance.network
        if network is None:
            for var in (self.leaves, self.spines, self.single):
                self.solver.Add(var == 0)
            return
        ports = self.solver.Sum([i.ports * self.x[i.workload, i.offer, i.tenths] for i in self.instance.loads])
        big = 999
        self.solver.Add(self.leaves >= self.single)
        self.solver.Add(self.leaves <= 1 + big * (1 - self.single))
        self.solver.Add(self.spines <= big * (1 - self.single))
        self.solver.Add(ports <= network.switch_ports + big * (1 - self.single))
        self.solver.Add(2 * ports <= network.switch_ports * self.leaves + big * self.single)
        self.solver.Add(self.leaves <= 2 * self.spines + big * self.single)

    def add_shares(self) -> None:
        for row in self.instance.shares:
            terms = [w * self.bought[s] for s, w in row.bought.items()]
            terms += [w * self.count[s, p] for s, ws in row.rented.items() for p, w in enumerate(ws)]
            terms += [w * self.owned[s, p] for s, ws in row.owned.items() for p, w in enumerate(ws)]
            self.solver.Add(self.solver.Sum(terms) >= 0)
        for stock in self.instance.stock:
            self.solver.Add(self.solver.Sum([k * self.bought[s] for s, k in stock.pieces.items()]) <= stock.stock)
        share = self.instance.limits.rent_share
        for year in range(self.instance.years if share else 0):
            num, den = share or (1, 1)
            rented = [o.cards * self.count[s, year] for s, o in self.offers.items() if o.rented]
            bought = [o.cards * self.count[s, 0] for s, o in self.offers.items() if not o.rented]
            own = [o.cards * self.owned[s, year] for s, o in self.offers.items()]
            self.solver.Add(den * self.solver.Sum(rented) <= num * self.solver.Sum([*rented, *bought, *own]))

    def add_limits(self) -> None:
        limits, network = self.instance.limits, self.instance.network
        switches = self.leaves + self.spines
        for field, extra, limit in (
            ("max_power_w", network.switch_power_w if network else 0, limits.it_power_w),
            ("facility_power_w", network.switch_facility_w if network else 0, limits.facility_power_w),
        ):
            for year in range(self.instance.years if limit is not None else 0):
                taken = [getattr(self.offers[s], field) * (n + self.owned[s, year]) for s, n in self.bought.items()]
                self.solver.Add(self.solver.Sum(taken) + extra * switches <= limit)
        if limits.capex_fen is not None:
            spent = [self.offers[s].capex_fen * n for s, n in self.bought.items()]
            spent += [i.network_capex_fen * self.x[i.workload, i.offer, i.tenths] for i in self.instance.loads]
            if network is not None:
                spent.append(network.switch_capex_fen * switches)
                spent.append(network.uplink_capex_fen * (self.leaves - self.single))
            self.solver.Add(self.solver.Sum(spent) + self.instance.storage_capex_fen <= limits.capex_fen)
        if limits.ecosystems is not None:
            self.solver.Add(self.solver.Sum(list(self.ecosystem.values())) <= limits.ecosystems)
        for s, n in self.bought.items():
            fits = self.offers[s].rack_fit
            if fits is not None:
                filled = [(g.name, fit) for g, fit in zip(self.instance.racks, fits, strict=True) if fit]
                room = self.solver.Sum([fit * self.racks[s, g] for g, fit in filled])
                for year in range(self.instance.years):
                    self.solver.Add(n + self.owned[s, year] <= room)
        for g in self.instance.racks:
            mine = [v for (_, name), v in self.racks.items() if name == g.name]
            self.solver.Add(self.solver.Sum(mine) <= g.count)

    def objective(self) -> pywraplp.LinearExpr:
        instance = self.instance
        rent = {g.name: g.rent_fen for g in instance.racks}
        terms = [self.offers[s].buy_fen * n for s, n in self.bought.items()]
        terms += [self.offers[s].rent_fen[p] * n for (s, p), n in self.count.items() if self.offers[s].rented]
        terms += [o.own_fen[p] * self.owned[s, p] for s, o in self.offers.items() for p in range(len(o.own_fen))]
        terms += [(i.energy_fen + i.network_fen) * self.x[i.workload, i.offer, i.tenths] for i in instance.loads]
        if instance.network is not None:
            terms.append(instance.network.switch_fen * (self.leaves + self.spines))
            terms.append(instance.network.uplink_fen * (self.leaves - self.single))
        terms += [i.energy_fen / self.whole[i.workload] * self.f[i.workload, i.offer] for i in instance.divisible]
        terms += [rent[g] * v for (_, g), v in self.racks.items()]
        terms += [instance.adaptation_fen[e] * v for e, v in self.ecosystem.items()]
        return self.solver.Sum(terms) + instance.storage_fen


def mip_optimum(instance: Instance, seconds: float = 60) -> float | None:
    """Lowest cost, fen; None when infeasible. Raises AssertionError when undecided in the time."""
    mip = Mip(instance)
    mip.solver.SetTimeLimit(int(seconds * 1000))
    mip.add_placement()
    mip.add_pools()
    mip.add_limits()
    mip.add_network()
    mip.add_shares()
    mip.solver.Minimize(mip.objective())
    status = mip.solver.Solve()
    if status == pywraplp.Solver.INFEASIBLE:
        return None
    assert status == pywraplp.Solver.OPTIMAL, status
    return float(mip.solver.Objective().Value())
