"""The requirements file as one frozen object. Defaults: `defaults.py` prints the ones a file leaves out."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence, Cooling
from optimizer.inputs.fields import (
    Count,
    Flag,
    IsoDate,
    MoneyAmount,
    Month,
    Name,
    OpenShare,
    PositiveNumber,
    PositiveShare,
    Share,
)
from optimizer.inputs.workload import Choice, Workload


def _one_is_a_list(value: object) -> object:
    return (value,) if isinstance(value, str) else value


BookNames = Annotated[
    tuple[str, ...], BeforeValidator(_one_is_a_list, json_schema_input_type=str | tuple[str, ...]), Field(min_length=1)
]
Pue = Annotated[float, Field(strict=True, ge=1, le=3)]


class PueByCooling(Frozen):
    """Facility power / IT power by cooling class."""

    air: Pue = 1.30
    liquid: Pue = 1.15

    def of(self, cooling: Cooling) -> float:
        return self.air if cooling == "air" else self.liquid


class RackGroup(Frozen):
    """Identical racks; a dimension left out is not limited."""

    name: Name
    count: Count
    units: Count | None = None
    power_kw: PositiveNumber | None = None
    weight_kg: PositiveNumber | None = None
    cost_per_month: MoneyAmount | None = None
    """Per rack in use, request currency, ex VAT."""


class Reserve(Frozen):
    """Share kept free for the next step; comes off the limits."""

    power: OpenShare = 0.0
    racks: OpenShare = 0.0


class Electricity(Frozen):
    """Flat tariff, request currency per kWh, ex VAT."""

    price_per_kwh: MoneyAmount
    domestic_price_per_kwh: MoneyAmount | None = None
    """Tariff for servers with domestic cards, where a hub grants one; absent = the same."""


class Fabric(Frozen):
    """Network between servers: what lets a group span several of them."""

    kind: Literal["roce", "ib"]
    gbps_per_card: PositiveNumber


class SiteStorage(Frozen):
    """Shared storage for training data and checkpoints."""

    owned: Flag = False
    """It exists: none is bought."""
    capacity_tb: Count | None = None
    """Of what exists, or to be bought; absent: what the training workloads need."""


class Site(Frozen):
    """Where the servers stand. A limit left out is no limit."""

    place: Literal["office", "server_room", "datacenter"] = "datacenter"
    it_power_kw: PositiveNumber | None = None
    facility_power_kw: PositiveNumber | None = None
    pue: PueByCooling = PueByCooling()
    cooling: Annotated[tuple[Cooling, ...], Field(min_length=1)] = ("air",)
    racks: tuple[RackGroup, ...] = ()
    fabric: Fabric | None = None
    """Absent: no group spans several servers."""
    storage: SiteStorage = SiteStorage()
    """For pretrain and finetune workloads; inference needs none of it."""
    reserve: Reserve = Reserve()
    electricity: Electricity | None = None
    """Absent: 0.65 CNY/kWh, converted to the request currency."""


class Vat(Frozen):
    """Whether the buyer recovers input VAT; if not, it is a cost."""

    recoverable: Flag = True


class Finance(Frozen):
    """Money rules."""

    horizon_years: Annotated[int, Field(strict=True, ge=1, le=10)] = 3
    discount_rate: Annotated[MoneyAmount, Field(lt=1)] = Decimal("0.08")
    timing: Literal["mid_year", "end_year"] = "mid_year"
    capex_budget: MoneyAmount | None = None
    """Incl. VAT, request currency; 0 = buy nothing; absent = not limited."""
    vat: Vat = Vat()


class EcosystemPolicy(Frozen):
    """Which software stacks may be used, and how many at once."""

    allowed: tuple[str, ...] = ()
    """Empty = all."""
    maximum: Count | None = None
    minimum_share: dict[str, Share] = Field(default_factory=dict)
    """Least share of an ecosystem, measured like the domestic share."""


class DomesticShareRule(Frozen):
    """Least domestic share of what the plan acquires (design: no ballast, every year; spend over the horizon)."""

    minimum: Share
    by: Literal["spend", "cards", "servers", "compute"] = "spend"
    precision: Literal["bf16"] = "bf16"
    """Compute is counted in dense BF16, FP16 where a chip has none."""
    scope: Literal["purchases", "fleet"] = "purchases"
    """fleet: servers already owned count too."""


class Policy(Frozen):
    """What may be bought."""

    domestic_share: DomesticShareRule | None = None
    ecosystems: EcosystemPolicy = EcosystemPolicy()
    vendors: Choice = Choice()
    cards: Choice = Choice()
    servers: Choice = Choice()
    consumer_cards: Literal["forbid", "allow", "development_only"] = "forbid"
    ecc: Literal["any", "require"] = "any"
    ecc_above_days: PositiveNumber | None = None
    """Training runs and jobs that last longer need cards with ECC memory; absent = not limited."""
    minimum_confidence: Confidence = "low"
    allow_second_hand: Flag = False
    """A private buyer may take cards that are restricted or discontinued: no warranty."""
    maximum_lead_time_weeks: Count | None = None
    """Servers that typically take longer from order to delivery are not bought; absent = not limited."""


class SizingRules(Frozen):
    """How cautiously modelled capacities are taken."""

    quantile: Literal["auto", "p10", "p50"] = "auto"
    load_limit: PositiveShare = 0.8


Term = Literal["on_demand", "one_year"]


class RentPolicy(Frozen):
    """Whether servers may be rented by the hour."""

    allowed: Flag = False
    term: Term = "on_demand"
    """Which price of an offer counts; one_year is committed year by year. Offers without it are not rented."""
    maximum_share: Share = 1.0
    """Of the cards in service, each year."""


class BuyPolicy(Frozen):
    """Whether servers may be bought; false = rent (and what is owned) only."""

    allowed: Flag = True


class InventoryItem(Frozen):
    """Servers already owned: no purchase, running cost only while used, may stay off."""

    server: str
    count: Count
    cards: Count | None = None
    """Usable cards of each of these servers; absent = all."""
    year_bought: Annotated[int, Field(strict=True, ge=2000, le=2100)] | None = None
    """For maintenance after warranty; absent = out of warranty."""
    until: Annotated[int, Field(strict=True, ge=2000, le=2100)] | None = None
    """Last calendar year in service; needs `start`."""


class Requirements(Frozen):
    """One requirements file."""

    name: Name
    language: Literal["zh", "en"] = "zh"
    currency: Literal["CNY", "USD"] = "CNY"
    as_of: IsoDate | None = None
    """Absent: the snapshot date of the price book."""
    price_book: BookNames = ("china-2026",)
    """Shipped ids, or own folders with book.yaml and quotes.csv; of several, each lies on top of those before it."""
    price_case: Literal["low", "typical", "high"] = "typical"
    buyer: Literal["state", "soe", "private", "overseas"] = "private"
    catalog: tuple[str, ...] = ()
    """Own catalog files or folders, relative to this file."""
    measurements: tuple[str, ...] = ()
    """Measured rows (CSV, short form), relative to this file."""
    workloads: Annotated[tuple[Workload, ...], Field(min_length=1)]
    site: Site = Site()
    finance: Finance = Finance()
    policy: Policy = Policy()
    sizing: SizingRules = SizingRules()
    rent: RentPolicy = RentPolicy()
    buy: BuyPolicy = BuyPolicy()
    inventory: tuple[InventoryItem, ...] = ()
    quotes: tuple[str, ...] = ()
    """CSV files `item_id,currency,price,vat,date,source`: beat the price book line by line."""
    costs: dict[str, MoneyAmount] = Field(default_factory=dict)
    """Overrides of named cost parameters, in the parameter's own unit."""
    start: Month | None = None
    """Month in which year 1 begins; asked for by name only where something needs it."""
