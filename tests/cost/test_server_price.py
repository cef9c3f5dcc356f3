"""Which quote becomes the price of a server, by hand sums."""

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.cost.server_price import Basis, ServerPrice, server_price
from optimizer.inputs.catalog import Server
from optimizer.inputs.prices import PriceQuote
from optimizer.plan.machines import UnitPrice
from tests.catalog.shipped import catalog
from tests.cost.price_requests import quote, request

H20, L20, TOWER = "hgx-h20-8x96", "pcie-8x-l20", "pcie-4x-rtx4090"


def price(server: str, *quotes: PriceQuote, **more: object) -> ServerPrice:
    found = server_price(request(*quotes, **more), catalog().servers[server])  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("server", "basis", "amount", "confidence", "date"),
    [
        # module 880,000 + host 260,000; the server quote of 2024 is too old
        (H20, "module + host band", Decimal(1_140_000), "low", "2025-12"),
        # tender average with VAT
        ("atlas_800i_a2_910b4", "server quote", Decimal(653_113) / Decimal("1.13"), "medium", "2026-01"),
        ("kunlun_p800_8oam", "server quote", Decimal(761_969) / Decimal("1.13"), "medium", "2026-01"),
        ("hgx-h200-oem", "server quote", Decimal(1_500_000), "low", "2026-01"),
        # 500,000 USD x 6.9438
        ("dgx-b200", "USD price × FX", Decimal(3_471_900), "low", "undated"),
        # mean of 25,000 and 38,000 = 31,500 x 8 + 110,000
        (L20, "card + host band", Decimal(362_000), "low", "undated"),
        # 31,500 x 4 + 70,000
        ("pcie-4x-l20", "card + host band", Decimal(196_000), "low", "undated"),
        # a tower has no build-up, although its card has a CNY quote: 16,000 x 6.9438
        (TOWER, "USD price × FX", Decimal("111100.8"), "low", "2026"),
        # two quotes of 2026-02: 85M with medium beats 150M with low confidence
        ("cloudmatrix384", "server quote", Decimal(85_000_000), "medium", "2026-02"),
        # 20M and 30M, no typical
        ("gb200-nvl72", "server quote", Decimal(25_000_000), "low", "2026"),
    ],
)
def test_shipped_prices(server: str, basis: Basis, amount: Decimal, confidence: str, date: str) -> None:
    found = price(server)
    assert (found.basis, found.amount, found.confidence, found.date) == (basis, amount, confidence, date)
    assert found.book == "china-2026"
    assert found.low <= found.amount <= found.high


def test_every_shipped_server_has_a_price() -> None:
    for server in (server for server in catalog().servers.values() if server.site is not None):
        for case in ("low", "typical", "high"):
            found = server_price(request(price_case=case), server)
            assert found is not None
            assert found.amount > 0


def test_same_fields_as_the_plan() -> None:
    only_before = {"lead_time_weeks", "pieces_per_server"}
    assert ServerPrice.model_fields.keys() == UnitPrice.model_fields.keys() | only_before
    assert UnitPrice.model_validate(price(H20).model_dump(exclude=only_before)).amount == 1_140_000


@pytest.mark.parametrize(
    ("date", "used"),
    [
        ("2025-05-30", True),  # 18 months to the day
        ("2025-05-29", False),
        ("2025-05", True),  # counts as the 31st
        ("2025-04", False),
        ("2025", True),  # counts as 31 December
        ("2024", False),
        ("2023 to 2026-01", True),
        ("undated", False),
    ],
)
def test_age_of_a_server_quote(date: str, used: bool) -> None:
    found = price(H20, quote(H20, "server", "CNY", 5, date=date), quote(H20, "server", "USD", 1))
    assert found.basis == ("server quote" if used else "USD price × FX")


def test_eighteen_months_before_a_day_that_the_month_lacks() -> None:
    # 18 months before 2026-08-31 is 2025-02-28
    for date, basis in (("2025-02-28", "server quote"), ("2025-02-27", "USD price × FX")):
        quotes = quote(H20, "server", "CNY", 5, date=date), quote(H20, "server", "USD", 1, date="2026-01")
        assert price(H20, *quotes, as_of=datetime.date(2026, 8, 31)).basis == basis


def test_old_server_quote_without_anything_else_is_no_price() -> None:
    assert server_price(request(quote(H20, "server", "CNY", 5, date="2023")), catalog().servers[H20]) is None


def test_newest_then_confidence_then_first() -> None:
    old = quote(H20, "server", "CNY", 1, date="2026-01", confidence="high")
    low = quote(H20, "server", "CNY", 2, confidence="low")
    first = quote(H20, "server", "CNY", 3)
    second = quote(H20, "server", "CNY", 4)
    assert price(H20, old, low, first, second).amount == 3
    assert price(H20, old, low).amount == 2


def test_module_before_card_and_only_for_eight_cards() -> None:
    module, card = quote("h20-96", "module8", "CNY", 800), quote("h20-96", "card", "CNY", 200)
    assert price(H20, module, card).amount == 260_800
    assert price(H20, card).amount == 8 * 200 + 260_000
    four = catalog().servers["pcie-4x-l20"]
    assert server_price(request(quote("l20", "module8", "CNY", 800)), four) is None
    eight_pcie = quote("l20", "card", "CNY", 1, date="2020")  # cards have no age limit
    assert price(L20, eight_pcie).amount == 8 + 110_000


@pytest.mark.parametrize("server", [TOWER, "tower-2x-rtx4090", "gb200-nvl72", "atlas_800_3000_duo2"])
def test_no_build_up_for_towers_racks_and_other_counts(server: str) -> None:
    entry = catalog().servers[server]
    assert server_price(request(quote(entry.card, "card", "CNY", 100)), entry) is None


def test_no_purchase_price_for_a_rent_only_offer() -> None:
    offer = Server(id="cloud", card="h20-96", cards=8)
    assert server_price(request(quote("h20-96", "module8", "CNY", 800)), offer) is None


def test_price_case_picks_the_column_and_the_host_band() -> None:
    module = quote("h20-96", "module8", "CNY", 800, low=700)  # high blank: typical
    found = {case: price(H20, module, price_case=case) for case in ("low", "typical", "high")}
    assert {case: p.amount for case, p in found.items()} == {"low": 200_700, "typical": 260_800, "high": 320_800}
    assert {(p.low, p.high) for p in found.values()} == {(Decimal(200_700), Decimal(320_800))}


def test_only_the_low_price_is_known() -> None:
    assert price(H20, quote(H20, "server", "CNY", low=9)).amount == 9


def test_vat_is_taken_off_the_module_and_not_off_the_host_band() -> None:
    found = price(H20, quote("h20-96", "module8", "CNY", 1130, vat="included"))
    assert (found.amount, found.vat) == (Decimal(261_000), "included")


def test_import_margin() -> None:
    usd = quote(H20, "server", "USD", 100, low=90, high=120, confidence="high")
    found = price(H20, usd, book_fields={"import_margin": Decimal("0.05"), "usd_cny": Decimal(7)})
    # 100 x 1.05 x 7
    assert (found.amount, found.low, found.high) == (Decimal(735), Decimal("661.5"), Decimal(882))
    assert found.confidence == "low"


def test_request_in_usd() -> None:
    fx = {"usd_cny": Decimal(7)}
    assert price(H20, quote(H20, "server", "CNY", 700), currency="USD", book_fields=fx).amount == 100
    assert price(H20, quote(H20, "server", "USD", 100), currency="USD", book_fields=fx).amount == 100
    # (800,000 + 260,000) / 7, part by part
    built = price(H20, quote("h20-96", "module8", "CNY", 700_000), currency="USD", book_fields=fx)
    assert built.amount == Decimal(100_000) + Decimal(260_000) / 7


@given(low=st.integers(1, 10**7), steps=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)))
def test_cases_stay_ordered(low: int, steps: tuple[int, int]) -> None:
    module = quote("h20-96", "module8", "CNY", low + steps[0], low=low, high=low + sum(steps), vat="included")
    found = price(H20, module)
    assert found.low <= found.amount <= found.high


def test_own_quotes_beat_the_book_whatever_their_age() -> None:
    book = quote(H20, "server", "CNY", 5), quote("h20-96", "module8", "CNY", 800)
    own = quote(H20, "server", "CNY", 1130, date="2020", vat="included"), quote("h20-96", "card", "CNY", 1)
    found = price(H20, *book, own=own)
    assert (found.basis, found.book, found.confidence, found.date) == ("own quote", "quotes", "high", "2020")
    # 1,130 / 1.13
    assert (found.amount, found.low, found.high) == (Decimal(1000),) * 3
    assert found.vat == "included"


def test_the_newest_of_two_own_quotes() -> None:
    own = quote(H20, "server", "CNY", 7, date="2026-11"), quote(H20, "server", "CNY", 5, date="2026-10")
    assert price(H20, own=own).amount == 7


def test_an_own_dollar_quote_pays_no_import_margin() -> None:
    fx = {"import_margin": Decimal("0.05"), "usd_cny": Decimal(7)}
    assert price(H20, own=(quote(H20, "server", "USD", 100),), book_fields=fx).amount == 700


def test_an_own_card_quote_is_built_up_with_the_host_band() -> None:
    own = (quote("h20-96", "card", "CNY", 113, vat="included", confidence="high"),)
    found = price(H20, quote(H20, "server", "CNY", 5), own=own)
    # 8 x 113 / 1.13 + 260,000; as sure as the band
    assert (found.amount, found.basis, found.book) == (Decimal(260_800), "card + host band", "quotes")
    assert found.confidence == "low"
    tower = price(TOWER, quote(TOWER, "server", "CNY", 9), own=(quote("rtx4090", "card", "CNY", 1),))
    assert (tower.basis, tower.book, tower.amount) == ("server quote", "china-2026", Decimal(9))


@pytest.mark.parametrize(
    ("date", "used"),
    [
        ("2026-08-31", True), ("2026-09-01", False), ("2026-08", True), ("2026-09", False), ("2026", True),
        ("2027", False), ("2026-08 to 2026-10", True), ("2026-09 to 2026-10", False), ("undated", True),
    ],
)  # fmt: skip
def test_a_quote_that_came_after_as_of_is_not_used(date: str, used: bool) -> None:
    asked = request(quote(H20, "server", "USD", 1, date=date), as_of=datetime.date(2026, 8, 31))
    assert (server_price(asked, catalog().servers[H20]) is not None) == used


def test_the_older_quote_stands_where_the_newer_one_came_after_as_of() -> None:
    quotes = quote(H20, "server", "CNY", 5, date="2026-09-01"), quote(H20, "server", "CNY", 4, date="2026-08-01")
    assert price(H20, *quotes, as_of=datetime.date(2026, 8, 31)).amount == 4
    assert price(H20, *quotes, as_of=datetime.date(2026, 9, 1)).amount == 5


def test_before_every_dated_quote_only_undated_ones_are_left() -> None:
    asked = request(as_of=datetime.date(1, 1, 1))
    found = {server.id: server_price(asked, server) for server in catalog().servers.values()}
    assert found["atlas_800i_a2_910b4"] is None
    assert {each.date for each in found.values() if each is not None} == {"undated"}
