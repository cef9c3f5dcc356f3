"""Decision variables.

x[w,s] ∈ {0,1}      indivisible workload w runs on pool s
f[w,s] ∈ 0 … parts  parts of divisible workload w on pool s
z[w,s] ∈ {0,1}      divisible workload w uses pool s
h[w,s] ∈ ℕ          energy of f[w,s] parts, fen, rounded up
y[s]   ∈ {0,1}      pool s is used
v[e]   ∈ {0,1}      ecosystem e is used
n[s]   ∈ ℕ          servers bought of type s
g[s,p] ∈ ℕ          servers of type s rented in year p
b[s]   ∈ ℕ          spare servers pool s keeps
r[s,g] ∈ ℕ          racks of group g filled with servers of type s
"""

from ortools.sat.python import cp_model

from optimizer.instance.instance import DivisibleLoad, Instance, Load, Offer


class PlanVars:
    """The variables of one instance, keyed by ids."""

    def __init__(self, instance: Instance, model: cp_model.CpModel) -> None:
        self.instance, self.model = instance, model
        self.offers: dict[str, Offer] = {o.id: o for o in instance.offers}
        self.placed = {(i.workload, i.offer): model.new_bool_var(f"x[{i.workload},{i.offer}]") for i in instance.loads}
        parts = {d.workload: d.parts for d in instance.demands}
        self.parts: dict[tuple[str, str], cp_model.IntVar] = {}
        self.divided: dict[tuple[str, str], cp_model.IntVar] = {}
        self.energy: dict[tuple[str, str], cp_model.IntVar] = {}
        for i in instance.divisible:
            key = (i.workload, i.offer)
            self.parts[key] = model.new_int_var(0, parts[i.workload], f"f[{i.workload},{i.offer}]")
            self.divided[key] = model.new_bool_var(f"z[{i.workload},{i.offer}]")
            if i.energy_fen:
                self.energy[key] = model.new_int_var(0, i.energy_fen, f"h[{i.workload},{i.offer}]")
        self.used = {o.id: model.new_bool_var(f"y[{o.id}]") for o in instance.offers}
        ecosystems = sorted({o.ecosystem for o in instance.offers})
        self.ecosystem = {e: model.new_bool_var(f"v[{e}]") for e in ecosystems}
        self.bought = {o.id: model.new_int_var(0, o.max_count, f"n[{o.id}]") for o in instance.offers if not o.rented}
        self.rented = {
            (o.id, year): model.new_int_var(0, o.max_count, f"g[{o.id},{year + 1}]")
            for o in instance.offers
            if o.rented
            for year in range(instance.years)
        }
        most_spares = max((d.spare_servers for d in instance.demands), default=0)
        self.spares = {o.id: model.new_int_var(0, most_spares, f"b[{o.id}]") for o in instance.offers}
        self.racks = {
            (o.id, g.name): model.new_int_var(0, -(-o.max_count // fit), f"r[{o.id},{g.name}]")
            for o in instance.offers
            if o.rack_fit is not None
            for g, fit in zip(instance.racks, o.rack_fit, strict=True)
            if fit
        }

    def count(self, offer: Offer, year: int) -> cp_model.IntVar:
        """Servers of a pool in service in a year (0-based)."""
        return self.rented[offer.id, year] if offer.rented else self.bought[offer.id]

    def loads_of(self, offer: Offer) -> list[tuple[Load, cp_model.IntVar]]:
        """Indivisible loads that may run on a pool, with their Booleans."""
        return [(i, self.placed[i.workload, i.offer]) for i in self.instance.loads if i.offer == offer.id]

    def divisible_of(self, offer: Offer) -> list[tuple[DivisibleLoad, cp_model.IntVar]]:
        """Divisible loads that may run on a pool, with their parts."""
        return [(i, self.parts[i.workload, i.offer]) for i in self.instance.divisible if i.offer == offer.id]

    def hosts(self, offer: Offer) -> list[tuple[str, cp_model.IntVar]]:
        """(workload, Boolean that it uses the pool) for every workload that may."""
        placed = [(i.workload, var) for i, var in self.loads_of(offer)]
        return placed + [(i.workload, self.divided[i.workload, offer.id]) for i, _ in self.divisible_of(offer)]
