"""Shipped book < company book < quotes of the request; what an offer says beside its price; second-hand machines."""

from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from optimizer.errors import InputError
from optimizer.inputs.request import Request
from optimizer.plan.delivery import LapsedPrice
from optimizer.plan.make_plan import make_plan
from optimizer.plan.no_plan import NoPlan
from optimizer.plan.plan import Plan
from optimizer.report.console import print_plan
from optimizer.report.workbook import write_workbook
from optimizer.solve.settings import Settings
from tests.requests import request_from

TENDER = """
name: layers
workloads:
  - {name: cards, kind: capacity, demand: {value: 16, unit: cards}}
policy: {servers: {allowed: [hgx-h20-8x96, atlas_800i_a2_910b4, pcie-8x-l20, hgx-h100-oem]}, cards: {allowed: CARDS}}
"""
BOOK = "id: ours\nname: Frame contract\nmarket: China\nsnapshot: 2026-11-20\n"
RATE = "usd_cny: 7.1\nusd_cny_spec: {source: treasury, date: 2026-11-20, confidence: high}\n"
LINES = "item_id,unit,currency,typical,date,vat,source,confidence,valid_until,stock,lead_time_weeks\n"
QUOTES = "item_id,currency,price,vat,date,source,valid_until,stock,lead_time_weeks\n"


def request(cards: str = "[h20-96, ascend_910b4, l20]", more: str = "", **files: str) -> Request:
    return request_from(TENDER.replace("CARDS", cards) + more, **files)


def planned(asked: Request) -> Plan:
    plan = make_plan(asked, Settings())
    assert isinstance(plan, Plan), plan
    return plan


def ours(line: str, rate: str = "") -> dict[str, str]:
    return {"ours/book_yaml": BOOK + rate, "ours/quotes_csv": LINES + line + "\n"}


LAYERS = "price_book: [china-2026, ours/]\n"


def test_a_company_book_and_a_one_line_quote_change_the_plan_and_are_named() -> None:
    shipped = planned(request())
    assert [p.server for p in shipped.pools] == ["pcie-8x-l20"]
    contract = "atlas_800i_a2_910b4,server,CNY,50000,2026-11,excluded,frame contract 7,high,,,"
    layered = planned(request(more=LAYERS, **ours(contract)))
    (pool,) = layered.pools
    assert (pool.server, pool.unit_price.book) == ("atlas_800i_a2_910b4", "ours")
    assert pool.unit_price.amount == 50_000
    assert layered.price_book == "ours > china-2026"
    assert any(s.item == "atlas_800i_a2_910b4" and "ours" in s.what for s in layered.sources)
    offer = QUOTES + "hgx-h20-8x96,CNY,20000,excluded,2026-11-25,offer 12,,,\n"
    quoted = planned(request(more=LAYERS + "quotes: [q.csv]\n", q_csv=offer, **ours(contract)))
    (pool,) = quoted.pools
    assert (pool.server, pool.unit_price.book, pool.unit_price.source) == ("hgx-h20-8x96", "quotes", "offer 12")


def test_a_layer_hides_those_below_by_whatever_basis(capsys: pytest.CaptureFixture[str]) -> None:
    """A card price of ours + host band (31,000 x 8 + 110,000) although the book below has its own line."""
    plan = planned(request("[l20]", LAYERS, **ours("l20,card,CNY,31000,2026-11,excluded,contract,medium,,,")))
    (pool,) = plan.pools
    assert (pool.unit_price.basis, pool.unit_price.amount) == ("card + host band", Decimal(358_000))
    assert pool.unit_price.book == "ours"
    print_plan(plan, "plan.xlsx")
    assert "358,000" in capsys.readouterr().out


def test_the_other_order_lets_the_shipped_book_win() -> None:
    line = "atlas_800i_a2_910b4,server,CNY,1,2026-11,excluded,x,high,,,"
    plan = planned(request("[ascend_910b4]", "price_book: [ours/, china-2026]\n", **ours(line)))
    assert {p.unit_price.book for p in plan.pools} == {"china-2026"}


def test_exchange_rate_of_the_best_layer_that_states_one() -> None:
    dollars = "l20,card,USD,4000,2026-11,excluded,x,high,,,\npcie-8x-l20,server,USD,40000,2026-11,excluded,x,high,,,"
    below = planned(request("[l20]", LAYERS, **ours(dollars)))
    assert below.pools[0].unit_price.amount == Decimal("277752.0")  # 40,000 x 6.9438
    own = planned(request("[l20]", LAYERS, **ours(dollars, RATE)))
    assert own.pools[0].unit_price.amount == 284_000  # 40,000 x 7.1
    assert (own.usd_cny, own.usd_cny_date) == (Decimal("7.1"), "2026-11-20")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("price_book: ours/\n", "price_book: no exchange rate: usd_cny is in no book named here"),
        ("price_book: [china-2026, china-2026]\n", "price_book[1]: a second book with the id china-2026"),
        ("price_book: [china-2026, chinna]\n", 'price_book[1]: unknown price book "chinna"'),
        ("price_book: []\n", "price_book: "),
        ("price_book: 7\n", "price_book"),
        ("price_book: [7]\n", "price_book[0]"),
    ],
)
def test_problems_of_layers(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        request(more=text, **ours("l20,card,CNY,5,2026,excluded,x,high,,,"))
    assert [str(p) for p in refused.value.problems if message in str(p)], refused.value.problems
    assert len(refused.value.problems) == 1, refused.value.problems


def test_a_lapsed_line_of_a_book_is_not_used_and_a_valid_one_is_dated_on_page_one() -> None:
    lapsed = "l20,card,CNY,1000,2026-10,excluded,x,high,2026-11-29,,"
    below = planned(request("[l20]", LAYERS, **ours(lapsed)))
    assert below.pools[0].unit_price.book == "china-2026"
    assert below.lapsed_prices == (LapsedPrice(book="ours", item="l20", valid_until="2026-11-29"),)
    plan = planned(request("[l20]", LAYERS, **ours(lapsed.replace("11-29", "11-30"))))
    assert plan.pools[0].unit_price.book == "ours"
    assert plan.prices_valid_until == "2026-11-30"
    assert plan.lapsed_prices == ()


def test_a_line_that_another_of_its_book_replaces_is_no_loss() -> None:
    lines = "l20,card,CNY,1000,2026-10,excluded,x,high,2026-11-29,,\nl20,card,CNY,1100,2026-11,excluded,x,high,,,"
    assert planned(request("[l20]", LAYERS, **ours(lines))).lapsed_prices == ()


@pytest.mark.parametrize(
    ("language", "words"), [("zh", "另有 2 项：有效期早于基准日"), ("en", "2 more: valid until before")]
)
def test_lapsed_lines_are_named_where_the_plan_is_read(
    language: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cards = ("l20", "h20-96", "h20-141", "l40s", "l40", "l4", "h100-sxm")
    lines = "\n".join(f"{card},card,CNY,1000,2026-10,excluded,x,high,2026-11-29,," for card in cards)
    plan = planned(request("[l20]", LAYERS + f"language: {language}\n", **ours(lines)))
    print_plan(plan, "plan.xlsx")
    printed = "".join(capsys.readouterr().out.split())
    assert "l4(ours,2026-11-29)" not in printed
    assert words.replace(" ", "") in printed
    write_workbook(plan, tmp_path / "x.xlsx")
    book = openpyxl.load_workbook(tmp_path / "x.xlsx")
    assert [c for sheet in book for row in sheet.iter_rows() for c in row if words in str(c.value)]


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ("2026-11-29,,", "valid until 2026-11-29, before as_of (2026-11-30)"),
        ("30.11.2026,,", 'valid_until: must be a day (got "30.11.2026")'),
        (",-1,", "stock"),
        (",2.5,", "stock"),
        (",,0", "lead_time_weeks: must lie between 1 and 520 (got 0)"),
        (",,six", "lead_time_weeks"),
    ],
)
def test_problems_of_terms(terms: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        request(more="quotes: [q.csv]\n", q_csv=QUOTES + f"l20,CNY,5,excluded,2026-11,x,{terms}\n")
    (problem,) = refused.value.problems
    assert message in str(problem)
    assert (problem.file, problem.line) == ("q.csv", 2)


def test_stock_is_a_limit_that_binds_and_that_conflicts() -> None:
    quotes = QUOTES + "hgx-h20-8x96,CNY,200000,excluded,2026-11,x,,1,\n"
    plan = planned(request("[h20-96, l20]", "quotes: [q.csv]\n", q_csv=quotes))
    assert [p.server for p in plan.pools] == ["pcie-8x-l20"]  # two of the cheap ones are not to be had
    result = make_plan(request("[h20-96]", "quotes: [q.csv]\n", q_csv=quotes), Settings())
    assert isinstance(result, NoPlan)
    assert [(m.path, m.value, m.unit) for m in result.conflict if m.path.startswith("stock")] == [
        ("stock.hgx-h20-8x96", "1", "in stock")
    ]
    enough = planned(request("[h20-96]", "quotes: [q.csv]\n", q_csv=quotes.replace(",,1,", ",,2,")))
    (limit,) = (use for use in enough.limits if use.path.startswith("stock"))
    assert (limit.used, limit.available, limit.binding) == (2, 2, True)


def test_stock_of_cards_counts_cards() -> None:
    quotes = QUOTES + "l20,CNY,1000,excluded,2026-11,x,,15,\n"
    assert isinstance(make_plan(request("[l20]", "quotes: [q.csv]\n", q_csv=quotes), Settings()), NoPlan)
    planned(request("[l20]", "quotes: [q.csv]\n", q_csv=quotes.replace(",15,", ",16,")))


def test_lead_time_can_be_limited_and_late_ones_are_told() -> None:
    assert planned(request("[ascend_910b4]")).late_delivery == ()
    late = planned(request("[ascend_910b4]", "start: 2027-01\n"))
    (told,) = late.late_delivery
    assert (told.server, told.weeks, told.order_by) == ("atlas_800i_a2_910b4", 10, "2026-10-23")
    text = TENDER.replace("CARDS", "[h20-96]").replace("policy: {", "policy: {maximum_lead_time_weeks: 35, ")
    result = make_plan(request_from(text), Settings())
    assert isinstance(result, NoPlan)
    assert {"workloads[0]", "policy.maximum_lead_time_weeks"} <= {m.path for m in result.conflict}
    assert any(r.unit == "weeks of lead time" and (r.needed, r.available) == (36, 35) for r in result.rejections)


def test_second_hand_pays_maintenance_from_year_1_and_is_told(tmp_path: Path) -> None:
    text = TENDER.replace("CARDS", "[h100-sxm]")
    assert isinstance(make_plan(request_from(text), Settings()), NoPlan)
    plan = planned(request_from(text.replace("policy: {", "policy: {allow_second_hand: true, ")))
    assert plan.second_hand == ("hgx-h100-oem",)
    lines = {line.year: line.amount for line in plan.cost_lines if line.item == "maintenance"}
    price = plan.pools[0].unit_price.amount
    assert lines == dict.fromkeys((1, 2, 3), 2 * price * Decimal("0.08"))
    write_workbook(plan, tmp_path / "plan.xlsx")  # raises where its formulas say otherwise
