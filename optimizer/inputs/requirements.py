"""The requirements file as one frozen object. Defaults: `defaults.py` prints the ones a file leaves out."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Confidence, Cooling
from optimizer.inputs.fields import (
    Count,
    Flag,
    IsoDate,
    MoneyAmount,
    Name,
    OpenShare,
    PositiveNumber,
    PositiveShare,
)
from optimizer.inputs.workload import Choice, Workload

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


class Site(Frozen):
    """Where the servers stand. A limit left out is no limit."""

    place: Literal["office", "server_room", "datacenter"] = "datacenter"
    it_power_kw: PositiveNumber | None = None
    facility_power_kw: PositiveNumber | None = None
    pue: PueByCooling = PueByCooling()
    cooling: Annotated[tuple[Cooling, ...], Field(min_length=1)] = ("air",)
    racks: tuple[RackGroup, ...] = ()
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


class Policy(Frozen):
    """What may be bought."""

    ecosystems: EcosystemPolicy = EcosystemPolicy()
    vendors: Choice = Choice()
    cards: Choice = Choice()
    servers: Choice = Choice()
    consumer_cards: Literal["forbid", "allow", "development_only"] = "forbid"
    ecc: Literal["any", "require"] = "any"
    minimum_confidence: Confidence = "low"


class SizingRules(Frozen):
    """How cautiously modelled capacities are taken."""

    quantile: Literal["auto", "p10", "p50"] = "auto"
    load_limit: PositiveShare = 0.8


class RentPolicy(Frozen):
    """Whether servers may be rented by the hour."""

    allowed: Flag = False


class Requirements(Frozen):
    """One requirements file."""

    name: Name
    language: Literal["zh", "en"] = "zh"
    currency: Literal["CNY", "USD"] = "CNY"
    as_of: IsoDate | None = None
    """Absent: the snapshot date of the price book."""
    price_book: str = "china-2026"
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
