"""Decision variables.

x[w,s,j] ∈ {0,1}    j tenths of workload w run on pool s (10 = all of it)
f[w,s] ∈ 0 … parts  parts of freely divisible workload w on pool s
z[w,s] ∈ {0,1}      freely divisible workload w uses pool s
h[w,s] ∈ ℕ          energy of f[w,s] parts, fen, rounded up
y[s]   ∈ {0,1}      pool s is used
v[e]   ∈ {0,1}      ecosystem e is used
n[s]   ∈ ℕ          servers bought of type s
u[s,p] ∈ ℕ          owned servers of type s used in year p
g[s,p] ∈ ℕ          servers of type s rented in year p
b[s]   ∈ ℕ          spare servers pool s keeps
r[s,g] ∈ ℕ          racks of group g filled with servers of type s
c[i]   ∈ {0,1}      the workloads of packing cut i all run on its pool
L, M   ∈ ℕ, o ∈ {0,1}   leaf switches, spine switches, and one switch being enough
"""

from collections import defaultdict

from ortools.sat.python import cp_model

from optimizer.instance.instance import DivisibleLoad, Instance, Load, Network, Offer


class NetworkVars:
    """Switch variables of an instance whose loads span servers."""

    def __init__(self, network: Network, model: cp_model.CpModel) -> None:
        most = -(-2 * network.max_ports // network.switch_ports)
        self.leaves = model.new_int_var(0, most, "L")
        self.spines = model.new_int_var(0, most, "M")
        self.single = model.new_bool_var("o")


class PlanVars:
    """The variables of one instance, keyed by ids."""

    def __init__(self, instance: Instance, model: cp_model.CpModel) -> None:
        self.instance, self.model = instance, model
        years = range(instance.years)
        self.offers: dict[str, Offer] = {o.id: o for o in instance.offers}
        self.placed = {
            (i.workload, i.offer, i.tenths): model.new_bool_var(f"x[{i.workload},{i.offer},{i.tenths}]")
            for i in instance.loads
        }
        self._placed_on: dict[str, list[tuple[Load, cp_model.IntVar]]] = defaultdict(list)
        for load, var in zip(instance.loads, self.placed.values(), strict=True):
            self._placed_on[load.offer].append((load, var))
        self._add_divisible()
        self.used = {o.id: model.new_bool_var(f"y[{o.id}]") for o in instance.offers}
        ecosystems = sorted({o.ecosystem for o in instance.offers})
        self.ecosystem = {e: model.new_bool_var(f"v[{e}]") for e in ecosystems}
        self.bought = {o.id: model.new_int_var(0, o.max_count, f"n[{o.id}]") for o in instance.offers if not o.rented}
        self.owned = {
            (o.id, year): model.new_int_var(0, o.owned[year], f"u[{o.id},{year + 1}]")
            for o in instance.offers
            if o.owned
            for year in years
        }
        self.rented = {
            (o.id, year): model.new_int_var(0, o.max_count, f"g[{o.id},{year + 1}]")
            for o in instance.offers
            if o.rented
            for year in years
        }
        most_spares = max((d.spare_servers for d in instance.demands), default=0)
        self.spares = {o.id: model.new_int_var(0, most_spares, f"b[{o.id}]") for o in instance.offers}
        self.racks = {
            (o.id, g.name): model.new_int_var(0, -(-most_on_site(o) // fit), f"r[{o.id},{g.name}]")
            for o in instance.offers
            if o.rack_fit is not None
            for g, fit in zip(instance.racks, o.rack_fit, strict=True)
            if fit
        }
        self.together = [model.new_bool_var(f"c[{index}]") for index in range(len(instance.cuts))]
        self.network = None if instance.network is None else NetworkVars(instance.network, model)

    def _add_divisible(self) -> None:
        model = self.model
        parts = {d.workload: d.parts for d in self.instance.demands}
        self.parts: dict[tuple[str, str], cp_model.IntVar] = {}
        self.divided: dict[tuple[str, str], cp_model.IntVar] = {}
        self.energy: dict[tuple[str, str], cp_model.IntVar] = {}
        for i in self.instance.divisible:
            key = (i.workload, i.offer)
            self.parts[key] = model.new_int_var(0, parts[i.workload], f"f[{i.workload},{i.offer}]")
            self.divided[key] = model.new_bool_var(f"z[{i.workload},{i.offer}]")
            if i.energy_fen:
                self.energy[key] = model.new_int_var(0, i.energy_fen, f"h[{i.workload},{i.offer}]")

    def acquired(self, offer: Offer, year: int) -> cp_model.IntVar:
        """Servers bought, or rented in a year (0-based)."""
        return self.rented[offer.id, year] if offer.rented else self.bought[offer.id]

    def in_service(self, offer: Offer, year: int) -> cp_model.LinearExprT:
        """Servers of a pool in a year: acquired and owned."""
        acquired = self.acquired(offer, year)
        return acquired + self.owned[offer.id, year] if offer.owned else acquired

    def loads_of(self, offer: Offer) -> list[tuple[Load, cp_model.IntVar]]:
        """Loads that may run on a pool, with their Booleans."""
        return self._placed_on[offer.id]

    def divisible_of(self, offer: Offer) -> list[tuple[DivisibleLoad, cp_model.IntVar]]:
        """Freely divisible loads that may run on a pool, with their parts."""
        return [(i, self.parts[i.workload, i.offer]) for i in self.instance.divisible if i.offer == offer.id]

    def hosts(self, offer: Offer) -> list[tuple[str, cp_model.IntVar]]:
        """(workload, Boolean) for everything that would use the pool; a workload once for each of its tenths."""
        placed = [(i.workload, var) for i, var in self.loads_of(offer)]
        return placed + [(i.workload, self.divided[i.workload, offer.id]) for i, _ in self.divisible_of(offer)]

    def all(self) -> dict[str, cp_model.IntVar]:
        """Every variable by its name, which is the same in any model of the same offers and loads."""
        groups = (
            self.placed, self.parts, self.divided, self.energy, self.used, self.ecosystem,
            self.bought, self.owned, self.rented, self.spares, self.racks,
        )  # fmt: skip
        found = {var.name: var for group in groups for var in group.values()}
        if self.network is not None:
            found |= {var.name: var for var in (self.network.leaves, self.network.spines, self.network.single)}
        return found


def most_on_site(offer: Offer) -> int:
    """No plan stands more servers of this type on the site."""
    return offer.max_count + max(offer.owned, default=0)
