"""LibreOffice recalculates every formula: as written it gives the plan, with changed inputs what the formulas say."""

from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest
from openpyxl.workbook.workbook import Workbook

from optimizer.plan.comparison import CATEGORY_ITEMS, Comparison
from optimizer.plan.plan import Plan
from optimizer.report.compare_workbook import write_comparison
from optimizer.report.texts import label
from optimizer.report.workbook import write_workbook
from tests.report.office import recalculated
from tests.report.reading import formula_cells, formulas, number, page_one, planned_column, row_of, values
from tests.report.sample_comparison import sample_comparison
from tests.report.sample_parts import RULES, sample_plan
from tests.report.sample_plan import NETWORK, bought, domestic, owned, priced, rented, unit_price

pytestmark = pytest.mark.office
VALUE_COLUMN = 6


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
VARIED: dict[str, Plan] = {
    "sample": sample_plan(),
    FROM_USD: at_price(MILLION, "USD"),
    FROM_CNY: by_load("0.4", quoted="CNY"),
    "english, five years": sample_plan(
        language="en",
        cost_rules=RULES.model_copy(update={"horizon_years": 5, "discount_rate": Decimal("0.0375")}),
        pools=(
            bought(
                counts=(4,) * 5,
                busy_cards=tuple(Decimal(n) / 3 for n in range(5)),
                resale_factor=Decimal("0.1343"),
            ),
            rented(counts=(1, 0, 2, 2, 3), busy_cards=(Decimal(0),) * 5),
        ),
        placements=(),
        network=None,
    ),
    "one year, bought alone, VAT is a cost": sample_plan(
        cost_rules=RULES.model_copy(update={"horizon_years": 1, "vat_recoverable": False, "timing": "end_year"}),
        pools=(domestic(counts=(2,), busy_cards=(Decimal("1.23456789"),)),),
        placements=(),
        rack_rents=(),
        network=None,
    ),
    "rented alone": sample_plan(
        pools=(rented(),), placements=(), rack_rents=(), limits=(), quote_needed=(), network=None
    ),
    "owned alone": sample_plan(
        pools=(owned(),), quote_needed=(), ecosystem_costs=(), network=None, no_acquisition=True
    ),
    "owned beside bought of one type": sample_plan(
        pools=(bought(owned=(1, 0, 2), owned_in_warranty=(False, False, True)),), network=None
    ),
}
COMPARED: dict[str, Comparison] = {
    "comparison": sample_comparison(),
    "comparison in English, base without a plan": sample_comparison(
        language="en", results=sample_comparison().results[::-1], bridges=(), curve=()
    ),
}
WITHIN_RANGE = "a price within its range"
OTHER_END = "the low of an input that had no range"
BROKEN_LIMIT = "dearer than the budget"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Name → (as written or changed, recalculated)."""
    folder = tmp_path_factory.mktemp("office")
    written: dict[str, Path] = {}
    for number_, (name, plan) in enumerate(VARIED.items()):
        written[name] = folder / f"plan{number_}.xlsx"
        write_workbook(plan, written[name])
    for number_, (name, comparison) in enumerate(COMPARED.items()):
        written[name] = folder / f"comparison{number_}.xlsx"
        write_comparison(comparison, written[name])
    inputs = {name: (change.base, change.inputs) for name, change in CHANGES.items()}
    inputs[WITHIN_RANGE] = ("sample", {"单价 · Big 8-card server": 1_050_000})
    inputs[BROKEN_LIMIT] = ("sample", {"单价 · Big 8-card server": 2_000_000})
    for number_, (name, (base, rows)) in enumerate(inputs.items()):
        written[name] = folder / f"changed{number_}.xlsx"
        book = openpyxl.load_workbook(written[base])
        sheet = book[label("sheet.inputs", "zh")]
        for row_label, value in rows.items():
            row = row_of(sheet, row_label)
            planned = sheet.cell(row, planned_column(3))
            (sheet.cell(row, VALUE_COLUMN) if planned.value is None else planned).value = value
        book.save(written[name])
    written[OTHER_END] = folder / "end.xlsx"
    book = openpyxl.load_workbook(written["sample"])
    sheet = book[label("sheet.inputs", "zh")]
    sheet.cell(row_of(sheet, label("inputs.discount_rate", "zh")), planned_column(3) - 1).value = 0.05
    book.save(written[OTHER_END])
    results = recalculated(list(written.values()), folder)
    return {name: (path, result) for (name, path), result in zip(written.items(), results, strict=True)}


def tco(book: Workbook, language: str) -> float:
    page = book[label("sheet.summary", language)]
    return number(page, row_of(page, label("summary.tco", language)), 4)


def first_page(book: Workbook) -> set[str]:
    return {str(c.value) for row in page_one(book).iter_rows() for c in row if c.value is not None}


@pytest.mark.parametrize("name", [*VARIED, *COMPARED])
def test_recalculation_gives_every_cached_value(name: str, books: dict[str, tuple[Path, Path]]) -> None:
    written, result = books[name]
    cached, again, checked = values(written), values(result), 0
    for cell in formula_cells(formulas(written)):
        before = cached[cell.parent.title][cell.coordinate].value
        after = again[cell.parent.title][cell.coordinate].value
        if isinstance(before, str):
            assert after == before, (cell.parent.title, cell.coordinate)
        else:
            assert abs(after - before) <= max(0.01, 1e-9 * abs(before)), (cell.parent.title, cell.coordinate)
            if abs(before) < 10:  # factors, flags, shares: 0.01 would be too coarse
                assert after == pytest.approx(before, rel=1e-9, abs=1e-9), (cell.parent.title, cell.coordinate)
        checked += 1
    assert checked > (100 if name in VARIED else 25)


def test_recalculated_bridges_add_up(books: dict[str, tuple[Path, Path]]) -> None:
    sheet = values(books["comparison"][1])[label("sheet.bridge", "zh")]
    row = row_of(sheet, label("bridge.check", "zh"), column=1)
    assert [sheet.cell(row, column).value for column in (6, 7)] == [1, 1]
    base = number(sheet, row_of(sheet, label("bridge.base", "zh"), column=1), 6)
    parts = [number(sheet, row_of(sheet, label(f"category.{c}", "zh"), column=1), 6) for c in CATEGORY_ITEMS]
    plan = COMPARED["comparison"].results[1].plan
    assert plan is not None
    assert abs(base + sum(parts) - float(plan.objective.tco_npv)) < 0.01


@pytest.mark.parametrize("name", VARIED)
def test_recalculated_tco_is_the_plans_and_all_checks_hold(name: str, books: dict[str, tuple[Path, Path]]) -> None:
    plan, book = VARIED[name], values(books[name][1])
    assert abs(tco(book, plan.language) - float(plan.objective.tco_npv)) <= max(
        0.01, 1e-9 * float(plan.objective.tco_npv)
    )
    assert {label(f"summary.{key}", plan.language) for key in ("checks_hold", "inputs_same")} <= first_page(book)


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_input_changes_the_tco_as_the_cost_function_says(
    name: str, books: dict[str, tuple[Path, Path]]
) -> None:
    change, book = CHANGES[name], values(books[name][1])
    expected = float(change.plan.objective.tco_npv)
    assert abs(expected - float(VARIED[change.base].objective.tco_npv)) > 100
    assert abs(tco(book, "zh") - expected) <= max(0.01, 1e-9 * expected)
    page = book[label("sheet.summary", "zh")]
    capex = number(page, row_of(page, label("summary.capex_incl_vat", "zh")), 4)
    assert abs(capex - float(change.plan.totals.capex_incl_vat)) <= 0.01


@pytest.mark.parametrize("name", CHANGES)
def test_page_one_says_what_was_changed(name: str, books: dict[str, tuple[Path, Path]]) -> None:
    shown = first_page(values(books[name][1]))
    is_price = not name.startswith(("discount", "VAT", "load"))
    expected, other = ("prices_changed", "inputs_changed") if is_price else ("inputs_changed", "prices_changed")
    if name in ("unit price", "the high case"):  # up to 1.1 million the plan stays the cheapest
        expected = "out_of_range"
    assert label(f"summary.{expected}", "zh") in shown
    assert label(f"summary.{other}", "zh") not in shown
    broken = name == "the high case"  # the budget
    assert label("summary.checks_fail" if broken else "summary.checks_stale", "zh") in shown
    assert label("summary.checks_hold", "zh") not in shown
    assert label("status.optimal", "zh") not in shown
    page = values(books[name][1])[label("sheet.summary", "zh")]
    gap = row_of(page, label("proof.gap", "zh"))
    assert [page.cell(gap, column).value for column in (4, 6)] == [label("summary.stale", "zh")] * 2


def test_a_price_within_its_range_asks_for_no_other_plan(books: dict[str, tuple[Path, Path]]) -> None:
    assert label("summary.in_range", "zh") in first_page(values(books[WITHIN_RANGE][1]))


def test_a_low_that_the_buyer_states_enters_the_tornado_alone(books: dict[str, tuple[Path, Path]]) -> None:
    book = values(books[OTHER_END][1])
    sheet = book[label("sheet.sensitivity", "zh")]
    row = row_of(sheet, label("inputs.discount_rate", "zh"), column=1)
    expected = changed(rules={"discount_rate": Decimal("0.05")}).objective.tco_npv
    assert number(sheet, row, 9) == pytest.approx(float(expected), abs=0.01)
    assert tco(book, "zh") == pytest.approx(float(VARIED["sample"].objective.tco_npv), abs=0.01)
    assert {label("summary.checks_hold", "zh"), label("summary.inputs_same", "zh")} <= first_page(book)


def test_a_broken_limit_fails_the_master_check(books: dict[str, tuple[Path, Path]]) -> None:
    shown = first_page(values(books[BROKEN_LIMIT][1]))
    assert label("summary.checks_fail", "zh") in shown  # 12.0 million CNY against a budget of 9
