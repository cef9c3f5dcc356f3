"""Plan: purchases, placements, cost, limits, proof and provenance. Dumps to JSON and loads back equal.

Money is in the request currency, ex VAT where VAT is recoverable; amounts are exact decimals. Years count from 1;
year 0 = at purchase. Names follow the JSON contract in docs/json.md.
"""

from decimal import Decimal
from typing import Literal

from optimizer.frozen import Frozen
from optimizer.inputs.request import Assumption
from optimizer.plan.acceptance import Acceptance
from optimizer.plan.caution import Caution
from optimizer.plan.data_version import DataVersion
from optimizer.plan.delivery import LapsedPrice, LateDelivery, RentedAbroad
from optimizer.plan.elevation import Rack
from optimizer.plan.load_curves import LoadCurve, StatedFactor
from optimizer.plan.machines import Placement, Pool, Seating
from optimizer.plan.money import (
    CostLine,
    CostPerMillionTokens,
    CostRules,
    EcosystemCost,
    Network,
    Objective,
    Parameter,
    RackRent,
    RentOffer,
)
from optimizer.plan.storage import Storage
from optimizer.plan.why.explanation import Explanation
from optimizer.sizing.option import Rejection


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
    """Servers, network, storage, installation, facility work and spares stock, ex VAT."""
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


class Asked(Frozen):
    """One field that the requirements file states."""

    path: str
    value: str
    file: str
    line: int


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
    data: tuple[DataVersion, ...] = ()
    """Catalog and price books by content."""
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
    racks: tuple[Rack, ...] = ()
    """Who stands in which U of which rack; empty where the file states no racks."""
    curves: tuple[LoadCurve, ...] = ()
    """What one replica does at rising numbers of requests in flight."""
    stated_factors: tuple[StatedFactor, ...] = ()
    """What the file says of speculation and of prefill and decode apart; multiplies the model's prediction."""
    acceptance: Acceptance = Acceptance()
    """What to measure at delivery, and what the sizing expects."""
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
    lead_time_risk: tuple[str, ...] = ()
    """Server ids whose cards are sold under licence: delivery may slip or fail."""
    late_delivery: tuple[LateDelivery, ...] = ()
    second_hand: tuple[str, ...] = ()
    """Server ids bought without the vendor's warranty."""
    rented_abroad: tuple[RentedAbroad, ...] = ()
    lapsed_prices: tuple[LapsedPrice, ...] = ()
    unusual_prices: tuple[str, ...] = ()
    """Server ids whose price per card is out of every usual range: check the unit."""
    prices_valid_until: str | None = None
    """First day on which a price of the plan lapses; None where no line states one."""
    cautions: tuple[Caution, ...] = ()
    """What to look at in the machines on site and the site's supply; never a limit."""
    below_checkpoint_precision: tuple[str, ...]
    """Workloads whose weights are served below the checkpoint's precision."""
    network: Network | None = None
    """Switches and optics between servers; None when no group spans several."""
    storage: Storage | None = None
    """For data and checkpoints; None where nothing is trained and the file asks for none."""
    split_note: tuple[str, ...] = ()
    """Workloads that run on several server types because a share rule is in force."""
    no_acquisition: bool = False
    """Nothing is bought or rented: what is owned carries everything."""
    rejections: tuple[Rejection, ...]
    assumptions: tuple[Assumption, ...]
    sources: tuple[Source, ...]
    asked: tuple[Asked, ...] = ()
    """Every field that the file states, in its order."""
    rent_offers: tuple[RentOffer, ...] = ()
    """Offers to rent the cards that the plan buys; none of them is in the plan."""
    explanation: Explanation | None = None
    """Why not others, what limits cost, ranges, alternatives; None where nobody asked."""
