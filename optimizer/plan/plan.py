"""Plan: purchases, placements, cost, limits, proof and provenance. Dumps to JSON and loads back equal.

Money is in the request currency, ex VAT where VAT is recoverable; amounts are exact decimals. Years count from 1;
year 0 = at purchase. Names follow the JSON contract in docs/json.md.
"""

from decimal import Decimal
from typing import Literal

from optimizer.cost.items import CostItem
from optimizer.frozen import Frozen
from optimizer.inputs.request import Assumption
from optimizer.sizing.option import Origin, Rejection


class Objective(Frozen):
    """What was minimised and how well that is proved."""

    currency: Literal["CNY", "USD"]
    tco_npv: Decimal
    """Present value of all cost over the horizon less resale."""
    bound: Decimal
    """No admissible plan costs less than this."""
    gap: float
    """(tco_npv − bound) / tco_npv."""
    seconds: float | None = None
    """Wall time of the solve; absent from workbooks, which must not depend on the clock."""


class UnitPrice(Frozen):
    """Price of one server as the plan uses it, and where it comes from."""

    amount: Decimal
    """Request currency, ex VAT."""
    basis: Literal[
        "server quote",
        "module + host band",
        "card + host band",
        "USD price × FX",
        "hourly rent",
    ]
    book: str
    date: str
    source: str
    confidence: Literal["low", "medium", "high"]
    vat: Literal["excluded", "included", "unknown"]
    """How the source states it; `included` was divided by 1 + VAT, `unknown` was taken as excluded."""
    low: Decimal
    high: Decimal


class Pool(Frozen):
    """All servers of one type and origin in the plan, with every number its cost formulas use."""

    server: str
    server_name: str
    card: str
    card_name: str
    vendor: str
    ecosystem: str
    domestic: bool
    rented: bool
    counts: tuple[int, ...]
    """Servers in service per year; constant for bought ones."""
    spares: int
    cards_per_server: int
    unit_price: UnitPrice
    """Bought: purchase price; rented: price of one server-hour."""
    max_power_w: int
    typical_power_w: int
    idle_power_w: int
    """Power is 0 for rented pools: they stand elsewhere."""
    pue: Decimal
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

    @property
    def count(self) -> int:
        """Servers in the year with most of them."""
        return max(self.counts)


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
    ttft_p95_ms: float | None
    tpot_p95_ms: float | None
    e2e_p95_ms: float | None
    max_context_tokens: int | None
    notes: tuple[str, ...] = ()


class CostLine(Frozen):
    """One dated amount; positive = cost, resale negative."""

    item: CostItem
    subject: str
    """Server id (rented: `id (rent)`), ecosystem id or rack group."""
    year: int
    amount: Decimal
    present_value: Decimal


class Parameter(Frozen):
    """A named number the cost formulas use."""

    id: str
    name_zh: str
    name_en: str
    value: Decimal
    unit: str
    source: str
    date: str
    confidence: str


class EcosystemCost(Frozen):
    """Adaptation, paid once per ecosystem used."""

    ecosystem: str
    months: Decimal
    month_price: Decimal
    source: str


class RackRent(Frozen):
    """Rent of one rack group; None = the file states none."""

    group: str
    cost_per_month: Decimal | None


class CostRules(Frozen):
    """Money rules in force."""

    horizon_years: int
    discount_rate: Decimal
    timing: Literal["mid_year", "end_year"]
    vat_recoverable: bool
    vat_goods: Decimal
    vat_services: Decimal
    vat_space: Decimal
    capex_budget: Decimal | None


class CostPerMillionTokens(Frozen):
    """Levelised cost of one inference workload."""

    workload: str
    blended: Decimal
    """Per million input + output tokens at average load, levelised (present value of cost / of tokens)."""
    output: Decimal
    """The same cost over output tokens only."""


class DomesticShare(Frozen):
    """Each measure is null when nothing is acquired."""

    spend: float | None
    cards: float | None
    servers: float | None
    compute: float | None


class Totals(Frozen):
    """Peak year."""

    servers: int
    servers_bought: int
    servers_rented: int
    servers_owned: int
    cards: int
    it_power_kw: float
    facility_power_kw: float
    racks: int
    capex: Decimal
    """Servers, installation, facility work and spares stock, ex VAT."""
    capex_incl_vat: Decimal
    energy_mwh: float
    domestic_share: DomesticShare


class LimitUse(Frozen):
    """One limit of the request against what the plan uses."""

    limit: str
    path: str
    used: float
    available: float
    unit: str
    binding: bool
    """One more of the smallest unit in the plan would break it."""


class Variant(Frozen):
    """The same request solved under another rule, for page one."""

    kind: Literal["p10", "p50", "sixteen_bit"]
    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    tco_npv: Decimal | None
    gap: float | None
    purchases: tuple[str, ...]
    """`count × server name`."""
    same_servers: bool
    """The same server types as the plan."""


class Source(Frozen):
    """One fact the plan rests on."""

    item: str
    what: str
    value: str
    source: str
    date: str
    confidence: str


class WorkloadEcho(Frozen):
    """What was asked of one workload, in words of the file."""

    name: str
    kind: str
    model: str
    demand: Decimal
    """At the first year's growth, `unit`."""
    unit: str
    demand_note: str
    """How the traffic form became this demand."""
    latency: str
    native_precision: str
    growth: tuple[float, ...]
    average_load: float


class InputFile(Frozen):
    """A file the plan was made from."""

    name: str
    sha256: str


class Plan(Frozen):
    """The answer to one requirements file."""

    name: str
    scenario: str | None = None
    language: Literal["zh", "en"]
    as_of: str
    buyer: str
    price_book: str
    price_case: str
    usd_cny: Decimal
    usd_cny_date: str
    tool_version: str
    files: tuple[InputFile, ...]
    status: Literal["optimal", "feasible"]
    requested_gap: float
    repeatable: bool
    """False when the run used several workers or a wall-clock limit."""
    solver: str
    objective: Objective
    workloads: tuple[WorkloadEcho, ...]
    pools: tuple[Pool, ...]
    placements: tuple[Placement, ...]
    seating: tuple[Seating, ...]
    cost_rules: CostRules
    parameters: tuple[Parameter, ...]
    ecosystem_costs: tuple[EcosystemCost, ...]
    rack_rents: tuple[RackRent, ...]
    cost_lines: tuple[CostLine, ...]
    totals: Totals
    cost_per_million_tokens: tuple[CostPerMillionTokens, ...]
    limits: tuple[LimitUse, ...]
    not_limited: tuple[str, ...]
    """Limits the file leaves open, by path."""
    not_counted: tuple[str, ...]
    """Cost categories outside this plan."""
    tco_at_zero_resale: Decimal
    variants: tuple[Variant, ...]
    quote_needed: tuple[str, ...]
    """Server ids whose price has low confidence: ask for a quote before ordering."""
    below_checkpoint_precision: tuple[str, ...]
    """Workloads whose weights are served below the checkpoint's precision."""
    rejections: tuple[Rejection, ...]
    assumptions: tuple[Assumption, ...]
    sources: tuple[Source, ...]
