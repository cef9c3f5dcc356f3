"""Shipped offers for rent: links of the hardware they have, a region and a price each."""

import pytest

from tests.catalog.shipped import catalog

RENTED = [server for server in catalog().servers.values() if server.rent is not None]


def test_an_offer_for_rent_has_no_site_and_says_where_it_is() -> None:
    assert len(RENTED) == 68
    assert [server.id for server in RENTED if server.site is not None] == []
    assert [server.id for server in RENTED if not (server.rent and server.rent.region and server.vendor)] == []


def test_only_whole_boards_and_bridged_pairs_are_linked() -> None:
    for server in RENTED:
        board = catalog().cards[server.card].form_factor in ("SXM", "OAM") and server.cards == 8
        pairs = server.id == "hyperstack-n3-h100x8-nvlink"
        assert server.scale_up_domain_cards == (8 if board else 2 if pairs else 1), server.id


def test_a_longer_commitment_is_never_dearer() -> None:
    for server in RENTED:
        assert server.rent is not None
        stated = (server.rent.price_per_hour, server.rent.one_year_per_hour, server.rent.three_year_per_hour)
        prices = [price for price in stated if price is not None]
        assert prices == sorted(prices, reverse=True), server.id


@pytest.mark.parametrize("zone", ["aws-ningxia-", "aws-beijing-"])
def test_prices_of_chinese_regions_are_in_yuan(zone: str) -> None:
    found = [server.rent for server in RENTED if server.id.startswith(zone)]
    assert found
    assert {rent.currency for rent in found if rent} == {"CNY"}
