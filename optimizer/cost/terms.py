"""Money rules of one request, looked up once: discount factors, VAT multipliers, named rates."""

from decimal import Decimal
from functools import lru_cache

from optimizer.cost.items import VAT_CLASS, CostItem
from optimizer.frozen import Frozen
from optimizer.inputs.request import Request


class Flow(Frozen):
    """One dated amount per unit (server, rack, ecosystem …), and its present value."""

    item: CostItem
    year: int
    """0 = at purchase; 1 … horizon."""
    amount: Decimal
    """Request currency; VAT on top where it is not recoverable."""
    present_value: Decimal


class Terms(Frozen):
    """Everything the cost functions need of a request."""

    horizon_years: int
    discount_rate: Decimal
    mid_year: bool
    vat_recoverable: bool
    vat: dict[str, Decimal]
    """VAT rate by class; `none` = 0."""
    installation_rate: Decimal
    spares_stock_rate: Decimal
    facility_work_per_kw: dict[str, Decimal]
    """By cooling class."""
    warranty_years: Decimal
    maintenance_rate: Decimal
    licence_per_card_year: Decimal
    staff_per_server_year: Decimal
    engineer_month: Decimal
    price_per_kwh: dict[bool, Decimal]
    """By `domestic`."""

    def flow(self, item: CostItem, year: int, amount: Decimal) -> Flow:
        """Amount ex VAT → dated flow in the basis of the request."""
        if not self.vat_recoverable:
            amount *= 1 + self.vat[VAT_CLASS[item]]
        return Flow(
            item=item,
            year=year,
            amount=amount,
            present_value=amount * self.discount_factor(item, year),
        )

    def discount_factor(self, item: CostItem, year: int) -> Decimal:
        """(1+r)^−t with t = 0 at purchase, the year's end for resale, mid or end of the year for running costs."""
        if year == 0:
            return Decimal(1)
        half = Decimal("0.5") if self.mid_year and item != "resale" else Decimal(0)
        return _factor(self.discount_rate, half - year)

    def incl_vat(self, item: CostItem, amount: Decimal) -> Decimal:
        """An ex-VAT amount with its VAT, whatever the buyer recovers: what a budget and an order form show."""
        return amount * (1 + self.vat[VAT_CLASS[item]])


def terms_of(request: Request) -> Terms:
    """Terms of a request; defaults from the named parameters of the catalog."""
    requirements = request.requirements
    electricity = requirements.site.electricity
    flat = electricity.price_per_kwh if electricity else request.parameter("electricity_price")
    domestic = electricity.domestic_price_per_kwh if electricity else None
    return Terms(
        horizon_years=requirements.finance.horizon_years,
        discount_rate=requirements.finance.discount_rate,
        mid_year=requirements.finance.timing == "mid_year",
        vat_recoverable=requirements.finance.vat.recoverable,
        vat={
            "goods": request.parameter("vat_goods"),
            "services": request.parameter("vat_services"),
            "space": request.parameter("vat_space"),
            "none": Decimal(0),
        },
        installation_rate=request.parameter("installation_rate"),
        spares_stock_rate=request.parameter("spares_stock_rate"),
        facility_work_per_kw={
            "air": request.parameter("facility_work_air_per_kw"),
            "liquid": request.parameter("facility_work_liquid_per_kw"),
        },
        warranty_years=request.parameter("warranty_years"),
        maintenance_rate=request.parameter("maintenance_rate"),
        licence_per_card_year=request.parameter("licence_per_card_year"),
        staff_per_server_year=request.parameter("staff_fte_year") / request.parameter("servers_per_fte"),
        engineer_month=request.parameter("engineer_month"),
        price_per_kwh={False: flat, True: flat if domestic is None else domestic},
    )


@lru_cache(maxsize=1024)
def _factor(rate: Decimal, exponent: Decimal) -> Decimal:
    """(1 + rate) ^ exponent; every cost line asks for one of a few."""
    return (1 + rate) ** exponent
