"""Shipped servers: power adds up, prices cover the cards, links belong to the offer."""

from decimal import Decimal

import pytest

from optimizer.inputs.catalog import Server
from optimizer.inputs.prices import PriceQuote
from tests.catalog.shipped import book, catalog

CHEAPER_THAN_CARDS = {
    (
        "hgx-h200-oem",
        "CNY typical",
    ): "whole machine 1.5M, single module 190k each: both low-confidence press of 2026-01",
    ("hgx-h100-oem", "USD high"): "300k for the node; the high card price is for single new cards",
    ("gb200-nvl72", "USD low"): "2.8M for the rack; the card row is a rack price / 72, rounded",
}
"""(server, currency and price case) → why the whole is quoted below its parts."""
OFFERS = list(catalog().servers.values())
SERVERS = [server for server in OFFERS if server.site is not None]


@pytest.mark.parametrize("server", SERVERS, ids=lambda s: s.id)
def test_power_is_ordered_and_covers_the_cards(server: Server) -> None:
    site, facts = server.site, catalog().cards[server.card].facts
    assert site is not None
    assert facts is not None
    assert site.max_power_w >= site.typical_power_w >= site.idle_power_w
    assert site.max_power_w >= facts.tdp_w * server.cards * 0.9


def test_every_server_has_a_price() -> None:
    priced = {quote.item_id for quote in book().quotes if quote.unit == "server"}
    assert {server.priced_as or server.id for server in SERVERS} - priced == set()


def test_every_quote_is_for_something_shipped() -> None:
    for quote in book().quotes:
        assert quote.item_id in (catalog().servers if quote.unit == "server" else catalog().cards)


def test_a_server_costs_at_least_its_cards() -> None:
    """First line of both in the same currency, price case by price case, where both state it."""
    cheaper = set()
    for server in SERVERS:
        for currency in ("CNY", "USD"):
            whole, card = _first(server.id, "server", currency), _first(server.card, "card", currency)
            for case in ("low", "typical", "high"):
                price, part = _stated(whole, case), _stated(card, case)
                if price is not None and part is not None and price < server.cards * part:
                    cheaper.add((server.id, f"{currency} {case}"))
    assert cheaper == CHEAPER_THAN_CARDS.keys()


def _first(item: str, unit: str, currency: str) -> PriceQuote | None:
    found = [q for q in book().quotes if (q.item_id, q.unit, q.currency) == (item, unit, currency)]
    return found[0] if found else None


def _stated(quote: PriceQuote | None, case: str) -> Decimal | None:
    return getattr(quote, case, None)


def test_tender_averages_with_vat_are_marked() -> None:
    included = {quote.item_id for quote in book().quotes if quote.vat == "included"}
    assert included == {"atlas_800i_a2_910b4", "kunlun_p800_8oam"}
    assert {q.vat for q in book().quotes if q.currency == "USD"} == {"excluded"}


def test_links_belong_to_the_offer() -> None:
    for server in OFFERS:
        facts = catalog().cards[server.card].facts
        assert facts is not None
        assert server.scale_up_domain_cards <= server.cards, server.id
        if server.scale_up_domain_cards > 1:
            assert server.scale_up_link != "none", server.id
            assert facts.scale_up_bytes_per_s > 0, server.id


def test_rack_scale_systems() -> None:
    whole = {s.id: s.cards for s in SERVERS if s.site and s.site.form == "rack_scale"}
    assert whole == {"gb200-nvl72": 72, "gb300-nvl72": 72, "cloudmatrix384": 384}


def test_book() -> None:
    shipped = book()
    assert (shipped.id, str(shipped.snapshot)) == ("china-2026", "2026-11-30")
    assert shipped.usd_cny == Decimal("6.9438")
    assert shipped.import_margin == 0
    assert shipped.usd_cny_spec is not None
    assert "stale" in shipped.usd_cny_spec.source.lower()
