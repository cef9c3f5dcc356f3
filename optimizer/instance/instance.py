"""The optimisation problem in integers: what the model, and only the model, reads.

Symbols as in docs/model.md: workload w, offer s (a server type, bought or rented), year p, rack group g, ecosystem e.
Money is present value in fen (hundredths of the request currency), power in W, load in pool units
(as many to the card as make every load an integer).
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
    """Pool units of one server: its cards times the units of one card."""
    buy_fen: int
    """Bought: present value of one server over the horizon, without the energy of its load. Rented: 0."""
    rent_fen: tuple[int, ...]
    """Rented: present value of one server in each year. Bought: empty."""
    owned: tuple[int, ...]
    """Servers of this type already owned and available, per year; empty = none."""
    own_fen: tuple[int, ...]
    """Present value of the running cost of one owned server used in a year."""
    cards: int
    """Cards of one server."""
    capex_fen: int
    """What one server takes from the capex budget, VAT included, rounded up; 0 when rented."""
    max_power_w: int
    """0 when rented: it stands elsewhere."""
    facility_power_w: int
    """max_power_w × PUE, rounded up."""
    rack_fit: tuple[int, ...] | None
    """Servers per rack of each group; None = stands outside racks (towers, rack-scale systems, rented, no racks)."""
    max_count: int
    """No plan needs more of them; 0 where they may not be bought."""


class Load(Frozen):
    """A workload on one offer, whole or so many tenths of it."""

    workload: str
    offer: str
    tenths: int
    """10 = the whole workload."""
    units: tuple[int, ...]
    """Per year, rounded up."""
    servers: tuple[int, ...]
    """Per year: servers that hold it alone."""
    energy_fen: int
    """Present value of the energy of this load, all years."""
    ports: int
    """Switch ports (of the fabric's switch rate) its groups over several servers need; 0 = none."""
    network_fen: int
    """Present value of the optics and network cards of these ports."""
    network_capex_fen: int
    """The same as the capex budget counts it, VAT included."""


class DivisibleLoad(Frozen):
    """A divisible workload on one offer: `parts` of them make the whole demand."""

    workload: str
    offer: str
    units: tuple[int, ...]
    """Per part and year, rounded up."""
    least_servers: int
    """Servers that hold one replica: what any part of it needs."""
    energy_fen: int
    """Present value of the energy of the whole demand on this offer; a part costs its share, rounded up in total."""


class Demand(Frozen):
    """One workload."""

    workload: str
    path: str
    """Where the file states it, e.g. `workloads[0]`."""
    spare_servers: int
    parts: int
    """1 = not freely divisible; else the number of equal parts it may be divided into."""
    max_offers: int
    """Server types that may share it in tenths."""


class RackGroup(Frozen):
    """Identical racks."""

    name: str
    path: str
    count: int
    """Racks that may be used, reserve taken off."""
    rent_fen: int
    """Present value of one rack over the horizon."""


class Network(Frozen):
    """Switches between servers: one where its ports suffice, else leaves (half down, half up) and spines."""

    switch_ports: int
    switch_fen: int
    """Present value of one switch: purchase and energy."""
    switch_capex_fen: int
    switch_power_w: int
    switch_facility_w: int
    uplink_fen: int
    """Present value of the optics of one leaf's uplinks."""
    uplink_capex_fen: int
    max_ports: int
    """No plan needs more."""


class PackingCut(Frozen):
    """These workloads together need so many servers of an offer in a year: their replicas do not pack any closer."""

    offer: str
    year: int
    """0-based."""
    workloads: tuple[tuple[str, int | None], ...]
    """(workload, tenths); None for a freely divisible one."""
    servers: int
    """Spares apart."""
    surplus: int
    """Servers beyond what their load alone would fill."""


class ShareRow(Frozen):
    """A least share, exact: Σ weight · (den · member − num) · servers ≥ 0, coefficients already multiplied out."""

    path: str
    """The rule in the request."""
    bought: dict[str, int]
    """Offer → coefficient of one bought server."""
    rented: dict[str, tuple[int, ...]]
    """Offer → coefficient of one server rented in each year."""
    owned: dict[str, tuple[int, ...]]
    """Offer → coefficient of one owned server used in each year."""


class StockRow(Frozen):
    """Most pieces of an item that can be bought: Σ pieces · servers bought ≤ stock."""

    path: str
    """`stock.<item>`: no field of the request, but a line of a file that it names."""
    pieces: dict[str, int]
    """Offer → pieces that one server takes: 1, or the cards that its price is built up from."""
    stock: int


class Limits(Frozen):
    """None = not limited. Reserves are already taken off; amounts are rounded down."""

    it_power_w: int | None
    facility_power_w: int | None
    capex_fen: int | None
    ecosystems: int | None
    rent_share: tuple[int, int] | None = None
    """Rented cards ≤ num/den of the cards in service, each year."""


class Instance(Frozen):
    """A problem ready to solve."""

    years: int
    demands: tuple[Demand, ...]
    offers: tuple[Offer, ...]
    loads: tuple[Load, ...]
    divisible: tuple[DivisibleLoad, ...]
    racks: tuple[RackGroup, ...]
    limits: Limits
    shares: tuple[ShareRow, ...]
    stock: tuple[StockRow, ...]
    cuts: tuple[PackingCut, ...]
    """Found by packing the replicas of an answer on numbered servers; none to begin with."""
    must_use: tuple[str, ...] = ()
    """Offers that the plan must use, for the question what that would cost."""
    not_again: tuple[tuple[str, ...], ...] = ()
    """Sets of offers already told: the plan uses no set of them a second time, for the next best plan."""
    network: Network | None
    """None where no load spans servers."""
    adaptation_fen: dict[str, int]
    """By ecosystem of the offers."""
    storage_fen: int = 0
    """Present value of the storage that is bought: the same for every plan."""
    storage_capex_fen: int = 0
    """The same as the capex budget counts it, VAT included."""


class Decision(Frozen):
    """An answer: which load runs where, and how much is bought, rented and racked."""

    placed: tuple[tuple[str, str, int], ...]
    """(workload, offer, tenths) of every workload that is not freely divisible."""
    parts: dict[tuple[str, str], int]
    """(workload, offer) → parts of a divisible workload; zero shares left out."""
    counts: dict[str, tuple[int, ...]]
    """Offer → servers bought (constant) or rented per year; offers without any left out."""
    owned: dict[str, tuple[int, ...]]
    """Offer → owned servers in use per year; offers without any left out."""
    racks: dict[tuple[str, str], int]
    """(offer, rack group) → racks used."""
    switches: tuple[int, int] = (0, 0)
    """(leaf, spine); a single switch is one leaf and no spine."""

    def hosts(self) -> set[tuple[str, str]]:
        """(workload, offer) of everything placed."""
        return {(workload, offer) for workload, offer, _ in self.placed} | set(self.parts)

    def offers(self) -> list[str]:
        """Pools in use, in id order."""
        return sorted({*self.counts, *self.owned})
