"""The optimisation problem in integers: what the model, and only the model, reads.

Symbols as in docs/model.md: workload w, offer s (a server type, bought or rented), year p, rack group g, ecosystem e.
Money is present value in fen (hundredths of the request currency), power in W, load in pool units
(`units_per_card` to the card, so that every load is an integer).
"""

from optimizer.frozen import Frozen


class Offer(Frozen):
    """One server type under one origin: a pool that may be opened."""

    id: str
    """Server id, with ` (rent)` for rented ones."""
    server: str
    rented: bool
    ecosystem: str
    units: int
    """Load units of one server = cards · units_per_card, rounded down."""
    units_per_card: int
    buy_fen: int
    """Bought: present value of one server over the horizon, without the energy of its load. Rented: 0."""
    rent_fen: tuple[int, ...]
    """Rented: present value of one server in each year. Bought: empty."""
    capex_fen: int
    """What one server takes from the capex budget, VAT included, rounded up; 0 when rented."""
    max_power_w: int
    """0 when rented: it stands elsewhere."""
    facility_power_w: int
    """max_power_w × PUE, rounded up."""
    rack_fit: tuple[int, ...] | None
    """Servers per rack of each group; None = stands outside racks (towers, rack-scale systems, rented, no racks)."""
    max_count: int
    """No plan needs more of them."""


class Load(Frozen):
    """The whole of an indivisible workload on one offer."""

    workload: str
    offer: str
    units: tuple[int, ...]
    """Per year, rounded up."""
    energy_fen: int
    """Present value of the energy of this load, all years."""
    options: tuple[int, ...]
    """Index of the chosen layout per year, into the pair's options."""


class DivisibleLoad(Frozen):
    """A divisible workload on one offer: `parts` of them make the whole demand."""

    workload: str
    offer: str
    units: tuple[int, ...]
    """Per part and year, rounded up."""
    energy_fen: int
    """Present value of the energy of the whole demand on this offer; a part costs its share, rounded up in total."""
    option: int


class Demand(Frozen):
    """One workload."""

    workload: str
    path: str
    """Where the file states it, e.g. `workloads[0]`."""
    spare_servers: int
    parts: int
    """1 = indivisible; else the number of equal parts it may be divided into."""


class RackGroup(Frozen):
    """Identical racks."""

    name: str
    path: str
    count: int
    """Racks that may be used, reserve taken off."""
    rent_fen: int
    """Present value of one rack over the horizon."""


class Limits(Frozen):
    """None = not limited. Reserves are already taken off; amounts are rounded down."""

    it_power_w: int | None
    facility_power_w: int | None
    capex_fen: int | None
    ecosystems: int | None


class Instance(Frozen):
    """A problem ready to solve."""

    years: int
    demands: tuple[Demand, ...]
    offers: tuple[Offer, ...]
    loads: tuple[Load, ...]
    divisible: tuple[DivisibleLoad, ...]
    racks: tuple[RackGroup, ...]
    limits: Limits
    adaptation_fen: dict[str, int]
    """By ecosystem of the offers."""


class Decision(Frozen):
    """An answer: which load runs where, and how much is bought, rented and racked."""

    placed: tuple[tuple[str, str], ...]
    """(workload, offer) of every indivisible workload."""
    parts: dict[tuple[str, str], int]
    """(workload, offer) → parts of a divisible workload; zero shares left out."""
    counts: dict[str, tuple[int, ...]]
    """Offer → servers in service per year; constant for bought ones; unused offers left out."""
    racks: dict[tuple[str, str], int]
    """(offer, rack group) → racks used."""
