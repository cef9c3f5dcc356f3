"""A small plan by hand: two bought pools, one owned, one rented, switches, four workloads, three years; and its cost.

`priced` is the cost function of optimizer/cost written a second time over the plan's own fields, so that a test can
change any of them and know what the workbook must then say.

    servers       4 × 1,000,000 + 2 × 600,000 = 5,200,000      installation 2 % = 104,000      spares 1 % = 52,000
    facility      (4 × 10 kW + 2 × 5 kW) × 2,000 = 100,000
    network       16 × 7,000 + 3 × 200,000 + 64 × 6,000 = 1,096,000
    storage       20 TB × 1,700 = 34,000
    capex ex VAT  6,586,000      incl. VAT  6,382,000 × 1.13 + 204,000 × 1.06 = 7,427,900
    owned         2, 1, 0 in use: no purchase; the first year still in warranty
    rent year 2   2 servers × 8,760 h × 20 = 350,400
"""

from collections.abc import Iterator
from decimal import Decimal

from optimizer.cost.items import CostItem
from optimizer.plan.machines import Pool, UnitPrice
from optimizer.plan.money import CostLine, Network, Objective
from optimizer.plan.plan import Plan
from tests.report.sample_token_cost import token_costs

D = Decimal


def unit_price(amount: str, **changes: object) -> UnitPrice:
    fields: dict[str, object] = {
        "amount": D(amount),
        "basis": "server quote",
        "book": "china-2026",
        "date": "2026-05",
        "source": "tender of May",
        "confidence": "high",
        "vat": "included",
        "low": D(amount) * D("0.9"),
        "high": D(amount) * D("1.2"),
    }
    return UnitPrice.model_validate(fields | changes)


def bought(**changes: object) -> Pool:
    fields: dict[str, object] = {
        "server": "big-8",
        "server_name": "Big 8-card server",
        "card": "big",
        "card_name": "Big 141 GB",
        "vendor": "NVIDIA",
        "ecosystem": "cuda",
        "domestic": False,
        "rented": False,
        "counts": (4, 4, 4),
        "spares": 1,
        "cards_per_server": 8,
        "unit_price": unit_price("1000000"),
        "max_power_w": 10000,
        "typical_power_w": 8000,
        "idle_power_w": 2000,
        "pue": D("1.3"),
        "cooling": "air",
        "rack_units": 8,
        "weight_kg": 120.0,
        "price_per_kwh": D("0.65"),
        "busy_cards": (D("8"), D("9.6"), D("9.6")),
        "facility_work_per_kw": D("2000"),
        "resale_factor": D("0.3"),
        "resale_class": "resale_sxm_oam",
        "racks": {"row-a": 4},
    }
    return Pool.model_validate(fields | changes)


def domestic(**changes: object) -> Pool:
    fields: dict[str, object] = {
        "server": "home-8",
        "server_name": "国产八卡服务器",
        "card": "home",
        "card_name": "昇腾样卡",
        "vendor": "华为",
        "ecosystem": "cann",
        "domestic": True,
        "counts": (2, 2, 2),
        "spares": 0,
        "max_power_w": 5000,
        "typical_power_w": 4000,
        "idle_power_w": 1500,
        "pue": D("1.15"),
        "cooling": "liquid",
        "price_per_kwh": D("0.4"),
        "unit_price": unit_price("600000", basis="module + host band", confidence="low", vat="unknown", date="2025"),
        "busy_cards": (D("4"), D("4"), D("5")),
        "resale_factor": D("0.1"),
        "resale_class": "resale_domestic",
        "weight_kg": None,
        "racks": {"row-a": 1},
    }
    return bought(**(fields | changes))


def owned(**changes: object) -> Pool:
    """Two old servers, one of them switched off in the second year, both in the third."""
    fields: dict[str, object] = {
        "server": "old-8",
        "server_name": "Old 8-card server",
        "card": "old",
        "card_name": "Old 32 GB",
        "counts": (0, 0, 0),
        "owned": (2, 1, 0),
        "owned_in_warranty": (True, False, False),
        "spares": 0,
        "unit_price": unit_price("300000", basis="own quote"),
        "max_power_w": 3000,
        "typical_power_w": 2500,
        "idle_power_w": 800,
        "busy_cards": (D("6.4"), D("3.2"), D(0)),
        "resale_class": "resale_over_four_years",
        "racks": {"row-a": 1},
    }
    return bought(**(fields | changes))


NETWORK = Network(
    kind="roce",
    ports=32,
    nics_added=16,
    nic_price=D(7000),
    leaf_switches=2,
    spine_switches=1,
    switch_price=D(200_000),
    switch_power_w=1300,
    optics=64,
    optic_price=D(6000),
    pue=D("1.3"),
    price_per_kwh=D("0.65"),
)


def rented(**changes: object) -> Pool:
    fields: dict[str, object] = {
        "server": "cloud-1",
        "server_name": "Cloud single card",
        "card": "small",
        "card_name": "Small 24 GB",
        "vendor": "NVIDIA",
        "rented": True,
        "counts": (0, 2, 2),
        "spares": 0,
        "cards_per_server": 1,
        "unit_price": unit_price("20", basis="hourly rent, on demand"),
        "cooling": "",
        "max_power_w": 0,
        "typical_power_w": 0,
        "idle_power_w": 0,
        "price_per_kwh": D("0.65"),
        "busy_cards": (D(0), D("0.8"), D("0.8")),
        "racks": {},
        "rack_units": 0,
        "weight_kg": None,
    }
    return bought(**(fields | changes))


PARAMETERS = {
    "installation_rate": ("0.02", "安装调试费率", "ratio"),
    "spares_stock_rate": ("0.01", "备件库存费率", "ratio"),
    "facility_work_air_per_kw": ("2000", "机房改造", "CNY/kW"),
    "facility_work_liquid_per_kw": ("2000", "机房改造（液冷）", "CNY/kW"),
    "maintenance_rate": ("0.06", "维保费率", "ratio/year"),
    "warranty_years": ("2", "质保", "years"),
    "licence_per_card_year": ("1000", "软件许可", "CNY/card/year"),
    "staff_fte_year": ("200000", "运维人员", "CNY/FTE/year"),
    "servers_per_fte": ("50", "人均台数", "servers/FTE"),
    "engineer_month": ("50000", "适配人月单价", "CNY/month"),
    "resale_sxm_oam": ("0.3", "残值率", "ratio"),
    "resale_domestic": ("0.1", "残值率（国产）", "ratio"),
    "nic_200g_price": ("7000", "网卡", "CNY/piece"),
    "switch_roce_price": ("200000", "交换机", "CNY/switch"),
    "optic_price": ("6000", "光模块", "CNY/piece"),
    "parallel_storage_price": ("1700", "并行存储单价", "CNY/TB"),
    "vat_goods": ("0.13", "货物增值税率", "ratio"),
    "depreciation_years": ("4", "折旧年限", "years"),
    "book_residual_rate": ("0.05", "账面残值率", "share of cost"),
    "vat_credit_year": ("1", "进项税抵扣年份", "years"),
}


def parameter(plan: Plan, name: str) -> Decimal:
    return next(p.value for p in plan.parameters if p.id == name)


def cost_lines(plan: Plan) -> Iterator[CostLine]:
    """The formulas of optimizer/cost over the plan's own numbers."""
    rules, years = plan.cost_rules, range(1, plan.cost_rules.horizon_years + 1)
    vat = {"goods": rules.vat_goods, "services": rules.vat_services, "space": rules.vat_space, "none": D(0)}

    def line(item: CostItem, subject: str, year: int, ex_vat: Decimal, vat_class: str = "none") -> CostLine:
        amount = ex_vat if rules.vat_recoverable else ex_vat * (1 + vat[vat_class])
        running = year > 0 and item != "resale"
        time = D(year) - (D("0.5") if running and rules.timing == "mid_year" else D(0))
        return CostLine(
            item=item,
            subject=subject,
            year=year,
            amount=amount,
            present_value=amount * (1 + rules.discount_rate) ** -time,
        )

    def rate(name: str) -> Decimal:
        return parameter(plan, name)

    for pool in plan.pools:
        n, price, name = pool.count, pool.unit_price.amount, pool.server
        if pool.rented:
            for year in years:
                yield line("rent", f"{name} (rent)", year, pool.counts[year - 1] * 8760 * price, "services")
            continue
        if n:
            yield line("servers", name, 0, n * price, "goods")
            yield line("installation", name, 0, n * price * rate("installation_rate"), "services")
            yield line("facility_work", name, 0, n * D(pool.max_power_w) / 1000 * pool.facility_work_per_kw, "services")
            yield line("spares_stock", name, 0, n * price * rate("spares_stock_rate"), "goods")
            yield line("resale", name, years[-1], -n * price * pool.resale_factor)
        for year in years:
            own = pool.owned[year - 1] if pool.owned else 0
            late = n * (year > rate("warranty_years"))
            late += own if pool.owned and not pool.owned_in_warranty[year - 1] else 0
            load = (pool.typical_power_w - pool.idle_power_w) * pool.busy_cards[year - 1] / pool.cards_per_server
            kwh = D("8.76") * pool.pue * (pool.idle_power_w * (n + own) + load)
            yield line("energy", name, year, kwh * pool.price_per_kwh, "goods")
            yield line("maintenance", name, year, late * price * rate("maintenance_rate"), "services")
            cards = (n + own) * pool.cards_per_server
            yield line("licences", name, year, cards * rate("licence_per_card_year"), "services")
            yield line("staff", name, year, (n + own) * rate("staff_fte_year") / rate("servers_per_fte"))
    if plan.network is not None:
        net, switches = plan.network, plan.network.leaf_switches + plan.network.spine_switches
        equipment = net.nics_added * net.nic_price + switches * net.switch_price + net.optics * net.optic_price
        yield line("network", "network", 0, equipment, "goods")
        for year in years:
            kwh = D("8.76") * net.pue * net.switch_power_w * switches
            yield line("energy", "network", year, kwh * net.price_per_kwh, "goods")
    if plan.storage is not None:
        yield line("storage", "storage", 0, plan.storage.ordered_tb * plan.storage.price_per_tb, "goods")
    for rent in plan.rack_rents:
        racks = sum(pool.racks.get(rent.group, 0) for pool in plan.pools)
        for year in years:
            yield line("space", rent.group, year, racks * (rent.cost_per_month or D(0)) * 12, "space")
    for effort in plan.ecosystem_costs:
        yield line("adaptation", effort.ecosystem, 0, effort.months * effort.month_price)


def capex(plan: Plan) -> tuple[Decimal, Decimal]:
    """(ex VAT, incl. VAT), whatever the buyer recovers."""
    ex_vat = dict.fromkeys(("servers", "network", "storage", "installation", "facility_work", "spares_stock"), D(0))
    rules = plan.cost_rules.model_copy(update={"vat_recoverable": True})
    for line in cost_lines(plan.model_copy(update={"cost_rules": rules})):
        if line.item in ex_vat:
            ex_vat[line.item] += line.amount
    goods, services = 1 + rules.vat_goods, 1 + rules.vat_services
    bought_goods = ex_vat["servers"] + ex_vat["network"] + ex_vat["storage"] + ex_vat["spares_stock"]
    incl = bought_goods * goods + (ex_vat["installation"] + ex_vat["facility_work"]) * services
    return sum(ex_vat.values(), D(0)), incl


def priced(plan: Plan) -> Plan:
    """The plan with cost lines, objective and totals that follow from its other fields."""
    lines = tuple(line for line in cost_lines(plan) if line.amount)
    tco = sum((line.present_value for line in lines), D(0))
    resale = sum((line.present_value for line in lines if line.item == "resale"), D(0))
    ex_vat, incl_vat = capex(plan)
    bound = (tco * D("0.9995")).quantize(D("0.01"))
    return plan.model_copy(
        update={
            "cost_lines": lines,
            "objective": Objective(currency="CNY", tco_npv=tco, bound=bound, gap=float((tco - bound) / tco)),
            "totals": plan.totals.model_copy(update={"capex": ex_vat, "capex_incl_vat": incl_vat}),
            "cost_per_million_tokens": token_costs(plan, lines) if plan.cost_per_million_tokens else (),
            "tco_at_zero_resale": tco - resale,
            "limits": tuple(
                limit.model_copy(update={"used": float(incl_vat)}) if limit.limit == "capex_budget" else limit
                for limit in plan.limits
            ),
        }
    )
