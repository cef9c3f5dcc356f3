"""What a plan buys and where everything runs: pools, seats, placements."""

import datetime
from decimal import Decimal
from typing import Literal

from optimizer.cost.server_price import Basis
from optimizer.frozen import Frozen
from optimizer.sizing.option import Origin


class UnitPrice(Frozen):
    """Price of one server as the plan uses it, and where it comes from."""

    amount: Decimal
    """Request currency, ex VAT."""
    basis: Basis
    book: str
    date: str
    source: str
    confidence: Literal["low", "medium", "high"]
    vat: Literal["excluded", "included", "unknown"]
    """How the source states it; `included` was divided by 1 + VAT, `unknown` was taken as excluded."""
    low: Decimal
    high: Decimal
    quoted: Literal["CNY", "USD"] | None = None
    """Currency in which all of it is quoted; None where its parts are quoted in both, or it is no quote."""
    cards_amount: Decimal | None = None
    """The part of `amount` that is the quote for the cards or their module; None where only the whole has a price."""
    valid_until: datetime.date | None = None
    """Last day on which the line says that the price holds."""
    stock: int | None = None
    stock_item: str = ""
    """Pieces that the line says can be had, and of what: the server, or the card or module behind it."""


class LeadTime(Frozen):
    """Weeks from order to delivery."""

    low: int
    typical: int
    high: int
    source: str
    """`price line`, `server entry`, or the cost parameter of the class."""


class Parts(Frozen):
    """What is inside one server, as far as the catalog knows; empty or None where it does not."""

    card_form: str = ""
    cpu: str = ""
    host_memory_bytes: int | None = None
    nics: str = ""
    scale_up_link: str = ""
    psu_rating_w: int | None = None


class Pool(Frozen):
    """All servers of one type and origin in the plan, with every number its cost formulas use."""

    server: str
    server_name: str
    card: str
    card_name: str
    stands_for: tuple[str, ...] = ()
    """Names of the real cards that a generic tier stands for, best first; empty for real cards."""
    vendor: str
    ecosystem: str
    domestic: bool
    rented: bool
    counts: tuple[int, ...]
    """Servers bought (constant) or rented in service per year."""
    owned: tuple[int, ...] = ()
    """Servers of the inventory in use per year, on top of `counts`; empty = none."""
    owned_in_warranty: tuple[bool, ...] = ()
    """Per year: whether the owned servers still are (no maintenance line)."""
    second_hand: bool = False
    """Bought without the vendor's warranty: maintenance from year 1."""
    lead_time: LeadTime | None = None
    """Of bought servers; None where nothing is bought."""
    spares: int
    cards_per_server: int
    unit_price: UnitPrice
    """Bought: purchase price; rented: price of one server-hour."""
    max_power_w: int
    typical_power_w: int
    idle_power_w: int
    """Power is 0 for rented pools: they stand elsewhere."""
    pue: Decimal
    cooling: str = ""
    """air or liquid: decides PUE and facility work; empty for rented pools."""
    rack_units: int
    weight_kg: float | None
    price_per_kwh: Decimal
    busy_cards: tuple[Decimal, ...]
    """Per year: Σ over workloads of cards occupied × average load; what dynamic energy counts."""
    facility_work_per_kw: Decimal
    resale_factor: Decimal
    """Share of the purchase price recovered at the end of the horizon."""
    resale_class: str
    racks: dict[str, int]
    """Racks used per rack group."""
    parts: Parts = Parts()

    @property
    def count(self) -> int:
        """Servers bought, or rented in the year with most of them."""
        return max(self.counts)

    def in_service(self, year: int) -> int:
        """Servers of the pool in a year (0-based), owned ones included."""
        return self.counts[year] + (self.owned[year] if self.owned else 0)

    @property
    def standing(self) -> int:
        """Servers in the year with most of them in service."""
        return max(self.in_service(year) for year in range(len(self.counts)))


class Seat(Frozen):
    """Replicas of one workload on one numbered server of a pool, in the pool's fullest year."""

    number: int
    """1-based; spares carry the highest numbers and have no seats."""
    workload: str
    replicas: str
    """Whole number, a decimal share for services that share cards, or `part of one` where a replica takes several."""
    devices: int


class Seating(Frozen):
    """Who sits where in one pool."""

    server: str
    rented: bool
    year: int
    seats: tuple[Seat, ...]


class Placement(Frozen):
    """One workload on one pool in one year."""

    workload: str
    year: int
    server: str
    rented: bool
    owned: bool = False
    replicas: Decimal
    """Fractional only for services that may share cards or divide freely."""
    cards: Decimal
    """Cards charged for all replicas."""
    tensor_parallel: int | None
    pipeline_parallel: int | None
    expert_parallel: int | None
    weight_precision: str | None
    kv_precision: str | None
    demand: Decimal
    """The part of the workload's demand that this pool carries, `unit`."""
    capacity_per_replica: Decimal
    capacity: Decimal
    """All replicas, `unit`."""
    unit: str
    origin: Origin
    quantile: Literal["p10", "p50"] | None
    band_p10: float | None
    band_p50: float | None
    band_p90: float | None
    concurrency: int | None
    """Sequences in flight per replica."""
    ttft_mean_ms: float | None = None
    ttft_p95_ms: float | None
    tpot_mean_ms: float | None = None
    tpot_p95_ms: float | None
    e2e_mean_ms: float | None = None
    e2e_p95_ms: float | None
    max_context_tokens: int | None
    days: float | None = None
    """Pre-training: length of the run."""
    card_hours: float | None = None
    """Training: of the run, or of one job."""
    mfu: float | None = None
    notes: tuple[str, ...] = ()
