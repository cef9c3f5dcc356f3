"""Changes to the sample plan: inputs of its workbook by label, and the plan that has the same ones, priced again."""

from decimal import Decimal
from typing import NamedTuple

from optimizer.plan.plan import Plan
from optimizer.report.texts import label
from tests.report.sample_parts import sample_plan
from tests.report.sample_plan import NETWORK, priced, unit_price


class Change(NamedTuple):
    """Inputs changed in a copy of the workbook, by row label, and the plan that has the same changes."""

    inputs: dict[str, float]
    plan: Plan
    base: str = "sample"
    """Which workbook is changed."""


def changed(*, pools: dict[str, dict[str, object]] | None = None, rules: dict[str, object] | None = None,
            parameters: dict[str, str] | None = None, network: dict[str, object] | None = None) -> Plan:  # fmt: skip
    """The sample with changes to its pools (by server), rules, parameters and network, priced again."""
    plan, values_ = sample_plan(), parameters or {}
    return priced(
        plan.model_copy(
            update={
                "pools": tuple(p.model_copy(update=(pools or {}).get(p.server, {})) for p in plan.pools),
                "network": NETWORK.model_copy(update=network or {}),
                "cost_rules": plan.cost_rules.model_copy(update=rules or {}),
                "parameters": tuple(
                    p.model_copy(update={"value": Decimal(values_[p.id])}) if p.id in values_ else p
                    for p in plan.parameters
                ),
            }
        )
    )


def at_an_end(end: int) -> Plan:
    """The sample with every input at its low (0) or its high (1): prices, parameters, and what follows from them."""
    plan, factor = sample_plan(), (Decimal("0.8"), Decimal("1.25"))[end]
    values_ = {p.id: str((p.value_low, p.value_high)[end]) for p in plan.parameters}
    pools: dict[str, dict[str, object]] = {
        p.server: {
            "unit_price": p.unit_price.model_copy(update={"amount": (p.unit_price.low, p.unit_price.high)[end]}),
            "resale_factor": p.resale_factor * factor,  # a horizon of three years: the parameter's own range
            "facility_work_per_kw": p.facility_work_per_kw * factor,
        }
        for p in plan.pools
    }
    efforts = tuple(
        e.model_copy(update={"months": (e.months_low, e.months_high)[end], "month_price": e.month_price * factor})
        for e in plan.ecosystem_costs
    )
    network: dict[str, object] = {
        name: getattr(NETWORK, name) * factor for name in ("nic_price", "switch_price", "optic_price")
    }
    rules: dict[str, object] = {"vat_goods": plan.cost_rules.vat_goods * factor}
    found = changed(pools=pools, parameters=values_, network=network, rules=rules)
    assert plan.storage is not None
    storage = plan.storage.model_copy(update={"price_per_tb": plan.storage.price_per_tb * factor})
    return priced(found.model_copy(update={"ecosystem_costs": efforts, "storage": storage}))


def at_price(amount: Decimal, quoted: str | None, **pool: object) -> Plan:
    """The first pool at a price that is quoted in a currency, or in the plan's."""
    return changed(pools={"big-8": {"unit_price": unit_price(str(amount), quoted=quoted), **pool}})


def by_load(load: str, amount: Decimal = Decimal(1_000_000), quoted: str | None = None, **pool: object) -> Plan:
    """A plan in USD; `assistant` works at a load on 20 cards of the first pool, beside a run that keeps 16 busy."""
    plan = at_price(amount, quoted, busy_cards=(20 * Decimal(load) + 16,) * 3, **pool)
    return plan.model_copy(update={"objective": plan.objective.model_copy(update={"currency": "USD"})})


TARIFF, RATE, MILLION = Decimal("1.1"), Decimal("6.95"), Decimal(1_000_000)
FROM_USD, FROM_CNY = "a price in USD, the plan in CNY", "a price in CNY, the plan in USD, busy cards by load"
CHANGES = {
    "unit price": Change(
        {"单价 · Big 8-card server": 1_234_567.89}, changed(pools={"big-8": {"unit_price": unit_price("1234567.89")}})
    ),
    "tariff": Change(
        {"电价 · Big 8-card server, Old 8-card server": 1.1},
        changed(pools={"big-8": {"price_per_kwh": TARIFF}, "old-8": {"price_per_kwh": TARIFF}}),
    ),
    "network": Change(
        {"网卡单价": 9000, "交换机单价": 250_000.5, "光模块单价": 7000, "电价 · 网络设备": 0.9},
        changed(
            network={
                "nic_price": Decimal(9000), "switch_price": Decimal("250000.5"), "optic_price": Decimal(7000),
                "price_per_kwh": Decimal("0.9"),
            }
        ),
    ),
    "price of an owned server, for its maintenance": Change(
        {"单价 · Old 8-card server": 500_000}, changed(pools={"old-8": {"unit_price": unit_price("500000")}})
    ),
    "exchange rate, from USD": Change(
        {label("inputs.fx", "zh"): 7.2975}, at_price(MILLION / RATE * Decimal("7.2975"), None), FROM_USD
    ),
    "exchange rate, from CNY": Change(
        {label("inputs.fx", "zh"): 6.6}, by_load("0.4", MILLION * RATE / Decimal("6.6")), FROM_CNY
    ),
    "load and quantity": Change(
        {"平均负载率 · assistant": 0.65, "采购台数 · Big 8-card server": 5}, by_load("0.65", counts=(5,) * 3), FROM_CNY
    ),
    "discount rate": Change({"折现率": 0.12}, changed(rules={"discount_rate": Decimal("0.12")})),
    "VAT switch": Change({"增值税可抵扣": 0}, changed(rules={"vat_recoverable": False})),
    "the low case": Change({label("inputs.case", "zh"): 1}, at_an_end(0)),
    "the high case": Change({label("inputs.case", "zh"): 3}, at_an_end(1)),
    "many at once": Change(
        {
            "租价 · Cloud single card": 33.5,
            "运行成本按年中折现": 0,
            "质保年限": 0,
            "每名运维人员管理台数": 20,
            "PUE · 国产八卡服务器": 1.5,
            "PUE · 网络设备": 1.4,
            "期末残值率 · Big 8-card server": 0.05,
            "安装调试费率": 0.035,
            "备件库存费率": 0.02,
            "维保费率": 0.1,
        },
        changed(
            pools={
                "big-8": {"resale_factor": Decimal("0.05")},
                "home-8": {"pue": Decimal("1.5")},
                "cloud-1": {"unit_price": unit_price("33.5", basis="hourly rent, on demand")},
            },
            network={"pue": Decimal("1.4")},
            rules={"timing": "end_year"},
            parameters={"warranty_years": "0", "servers_per_fte": "20", "installation_rate": "0.035",
                        "spares_stock_rate": "0.02", "maintenance_rate": "0.1"},
        ),
    ),
}  # fmt: skip
