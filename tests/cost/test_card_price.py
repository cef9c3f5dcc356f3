"""Price of one card, by hand sums."""

from decimal import Decimal

import pytest

from optimizer.cost.card_price import CardBasis, CardPrice, card_price
from optimizer.inputs.prices import PriceQuote
from tests.catalog.shipped import catalog
from tests.cost.price_requests import quote, request


def price(card_id: str, *quotes: PriceQuote, **more: object) -> CardPrice:
    found = card_price(request(*quotes, **more), card_id)  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("card_id", "basis", "amount", "confidence"),
    [
        ("ascend_910c", "card quote", Decimal(145_000), "medium"),
        ("h20-96", "module / 8", Decimal(110_000), "medium"),  # 880,000 / 8, before the USD quote for the card
        ("h100-sxm", "USD card quote × FX", Decimal(28_000) * Decimal("6.9438"), "low"),
        ("ascend_910b4", "card quote", Decimal(60_000), "low"),
    ],
)
def test_shipped_prices(card_id: str, basis: CardBasis, amount: Decimal, confidence: str) -> None:
    found = price(card_id)
    assert (found.basis, found.amount, found.confidence) == (basis, amount, confidence)
    assert found.source


def test_every_shipped_card_has_a_price_above_0() -> None:
    buyable = {server.card for server in catalog().servers.values() if server.site}
    assert all(price(card_id).amount > 0 for card_id in buyable)


def test_vat_margin_and_price_case() -> None:
    with_vat = quote("h20-96", "card", "CNY", 113_000, vat="included", low=11_300)
    assert price("h20-96", with_vat).amount == 100_000
    assert price("h20-96", with_vat, price_case="low").amount == 10_000
    dollars = quote("h20-96", "card", "USD", 10_000)
    fields = {"import_margin": Decimal("0.1")}
    assert price("h20-96", dollars, book_fields=fields).amount == Decimal("76381.8")


def test_the_cheaper_server_by_card_is_divided() -> None:
    quotes = quote("pcie-4x-l20", "server", "CNY", 200_000), quote("pcie-8x-l20", "server", "CNY", 320_000)
    found = price("l20", *quotes)
    assert (found.basis, found.server, found.amount) == ("server / cards", "pcie-8x-l20", Decimal(40_000))


def test_no_price_is_none() -> None:
    assert card_price(request(quote("l20", "card", "CNY", 1)), "h20-96") is None
