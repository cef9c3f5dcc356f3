"""The rest of the sample plan: limits, sources and all that is only shown."""

from decimal import Decimal
from typing import Literal

from optimizer.inputs.request import Assumption
from optimizer.plan.data_version import DataVersion
from optimizer.plan.machines import Seat, Seating
from optimizer.plan.money import (
    CostPerMillionTokens,
    CostRules,
    EcosystemCost,
    Objective,
    Parameter,
    RackRent,
    RentOffer,
)
from optimizer.plan.plan import DomesticShare, InputFile, LimitUse, Plan, Source, Totals, Variant
from optimizer.sizing.option import Rejection
from tests.report.sample_acceptance import ACCEPTANCE
from tests.report.sample_explanation import EXPLANATION
from tests.report.sample_placements import CURVES, WORKLOADS, placements
from tests.report.sample_plan import NETWORK, PARAMETERS, bought, domestic, owned, priced, rented
from tests.report.sample_racks import RACKS
from tests.report.sample_storage import STORAGE

D = Decimal


LIMITS = (
    LimitUse(limit="it_power", path="site.it_power_kw", used=50.0, available=60.0, unit="kW", binding=False),
    LimitUse(limit="facility_power", path="site.facility_power_kw", used=63.5, available=64.0, unit="kW", binding=True),
    LimitUse(limit="capex_budget", path="finance.capex_budget", used=0.0, available=9e6, unit="CNY", binding=False),
    LimitUse(limit="racks row-a", path="site.racks[0]", used=5.0, available=12.0, unit="racks", binding=False),
)
REJECTIONS = (
    Rejection(workload="assistant", server="small-1", limit="memory", needed=36.2, available=24.0, unit="GB"),
    Rejection(workload="assistant", server="home-8", limit="tpot", needed=72.5, available=60.0, unit="ms"),
    Rejection(workload="票据识别", server="big-8", limit="measured_zero", needed="> 0", available="0", unit="pages/s"),
)
VARIANTS = (
    Variant(
        kind="p10",
        status="optimal",
        tco_npv=D("7012345.67"),
        gap=0.0,
        purchases=("4 × Big 8-card server",),
        same_servers=True,
    ),
    Variant(
        kind="p50",
        status="optimal",
        tco_npv=D("6001234.5"),
        gap=0.0004,
        purchases=("6 × 国产八卡服务器",),
        same_servers=False,
    ),
    Variant(
        kind="sixteen_bit",
        status="optimal",
        tco_npv=D("8123456.78"),
        gap=0.0,
        purchases=("6 × Big 8-card server",),
        same_servers=True,
    ),
)


DATA = (
    DataVersion(kind="catalog", name="servers.box", date="", entries=200, sha256="a" * 64),
    DataVersion(kind="price_book", name="china-2026", date="2026-11-01", entries=90, sha256="b" * 64),
)
SEATING = (
    Seating(
        server="big-8",
        rented=False,
        year=3,
        seats=(
            Seat(number=1, workload="assistant", replicas="2", devices=8),
            Seat(number=2, workload="assistant", replicas="2", devices=8),
            Seat(number=3, workload="assistant", replicas="1", devices=4),
        ),
    ),
    Seating(
        server="home-8",
        rented=False,
        year=1,
        seats=(Seat(number=1, workload="票据识别", replicas="2.5", devices=3),),
    ),
)
RULES = CostRules(
    horizon_years=3,
    discount_rate=D("0.08"),
    timing="mid_year",
    vat_recoverable=True,
    vat_goods=D("0.13"),
    vat_services=D("0.06"),
    vat_space=D("0.09"),
    capex_budget=D(9_000_000),
)
TOTALS = Totals(
    servers=9,
    servers_bought=6,
    servers_rented=2,
    servers_owned=1,
    cards=50,
    it_power_kw=50.0,
    facility_power_kw=63.5,
    racks=5,
    capex=D(0),
    capex_incl_vat=D(0),
    energy_mwh=150.0,
    domestic_share=DomesticShare(spend=0.2, cards=0.3, servers=0.25, compute=0.2),
)
ASSUMPTIONS = (
    Assumption(path="finance.discount_rate", value="0.08", unit="", source="default"),
    Assumption(path="site.pue", value="air 1.30, liquid 1.15", unit="", source="default", confidence="medium"),
)
SOURCES = (
    Source(
        item="big-8", what="price", value="1,000,000 CNY", source="tender of May", date="2026-05", confidence="high"
    ),
    Source(item="home", what="spec", value="64 GB", source="vendor data sheet", date="undated", confidence="medium"),
)


RENT_OFFERS = tuple(
    RentOffer(
        server=f"cloud-{n}", card="big", price_per_card_hour=D(price), source=f"list price {n}", date="2026-09",
        confidence="medium",
    )
    for n, price in enumerate(("12", "15", "30"))
)  # fmt: skip


EFFORTS = (
    EcosystemCost(
        ecosystem="cann",
        months=D(3),
        months_low=D(2),
        months_high=D(6),
        month_price=D(50_000),
        source="two integrators, 2026",
    ),
    EcosystemCost(
        ecosystem="cuda",
        months=D(0),
        months_low=D(0),
        months_high=D(0),
        month_price=D(50_000),
        source="baseline",
    ),
)

BESIDE: dict[str, object] = {
    "rent_offers": RENT_OFFERS,
    "explanation": EXPLANATION,
    "rejections": REJECTIONS,
    "assumptions": ASSUMPTIONS,
    "sources": SOURCES,
    "limits": LIMITS,
    "variants": VARIANTS,
}


def parameters() -> tuple[Parameter, ...]:
    return tuple(
        Parameter(
            id=i,
            name_zh=name,
            name_en=i.replace("_", " "),
            value=D(value),
            value_low=D(value) * D("0.8"),
            value_high=D(value) * D("1.25"),
            unit=unit,
            source="own estimate",
            date="undated",
            confidence="low",
        )
        for i, (value, name, unit) in PARAMETERS.items()
    )


def sample_plan(*, language: Literal["zh", "en"] = "zh", **changes: object) -> Plan:
    """The plan of the sample's heading; `changes` replace top-level fields before the cost is computed."""
    fields: dict[str, object] = {
        "name": "集团大模型平台一期",
        "language": language,
        "as_of": "2026-11-30",
        "buyer": "private",
        "price_book": "china-2026",
        "price_case": "typical",
        "usd_cny": D("6.95"),
        "usd_cny_date": "2026-10-30",
        "tool_version": "0.1.0",
        "files": (InputFile(name="request.yaml", sha256="0" * 64),),
        "data": DATA,
        "status": "optimal",
        "requested_gap": 1e-3,
        "repeatable": True,
        "solver": "CP-SAT 9.15, 1 worker, seed 0",
        "objective": Objective(currency="CNY", tco_npv=D(0), bound=D(0), gap=0.0),
        "workloads": WORKLOADS,
        "pools": (bought(), domestic(), owned(), rented()),
        "placements": placements(),
        "seating": SEATING,
        "curves": CURVES,
        "racks": RACKS,
        "acceptance": ACCEPTANCE,
        "cost_rules": RULES,
        "parameters": parameters(),
        "ecosystem_costs": EFFORTS,
        "rack_rents": (RackRent(group="row-a", cost_per_month=D(9000)),),
        "network": NETWORK,
        "storage": STORAGE,
        "split_note": ("sft",),
        "cost_lines": (),
        "totals": TOTALS,
        "cost_per_million_tokens": (
            CostPerMillionTokens(workload="assistant", blended=D("1.234567"), output=D("6.17")),
        ),
        "not_limited": ("site.racks[].weight_kg", "policy.ecosystems.maximum"),
        "not_counted": ("income tax", "power and maintenance of the storage", "a category without translation"),
        "tco_at_zero_resale": D(0),
        "quote_needed": ("home-8",),
        "below_checkpoint_precision": ("assistant",),
    }
    plan = Plan.model_validate(fields | BESIDE | changes)
    there = {pool.server for pool in plan.pools}
    kept = tuple(rack for rack in plan.racks if rack.server in there)  # of pools that a test left out
    return priced(plan.model_copy(update={"racks": kept}))
