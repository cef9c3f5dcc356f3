"""Shipped generic tiers: what they stand for, and power that follows from the server they are priced as."""

import math

import pytest

from optimizer.inputs.catalog import Server
from tests.catalog.shipped import catalog

TIERS = {card.id: card for card in catalog().cards.values() if card.closest_cards}
SERVERS = [server for server in catalog().servers.values() if server.priced_as is not None]
HOST_LOSS = 1.12
"""Share of the cards' power that a server's power supply and fans add at most: the catalog's own build-ups use it."""


def test_the_ten_tiers_have_servers() -> None:
    assert list(TIERS) == ["C30", "C60", "C70", "C90", "W-A", "W-B", "W-C", "D-S", "D-M", "D-L"]
    assert {server.card for server in SERVERS} == TIERS.keys()


def test_closest_cards_are_real_and_the_first_is_the_priced_one() -> None:
    for tier in TIERS.values():
        assert [name for name in tier.closest_cards if name not in catalog().cards or name in TIERS] == []
    for server in SERVERS:
        assert server.priced_as is not None
        real = catalog().servers[server.priced_as]
        assert (real.card, real.cards) == (TIERS[server.card].closest_cards[0], server.cards)


@pytest.mark.parametrize("server", SERVERS, ids=lambda s: s.id)
def test_power_is_that_of_the_real_server_and_the_difference_of_the_cards(server: Server) -> None:
    assert server.priced_as is not None
    real = catalog().servers[server.priced_as]
    ours, theirs = TIERS[server.card].facts, catalog().cards[real.card].facts
    assert server.site
    assert real.site
    assert ours
    assert theirs
    more = (ours.tdp_w - theirs.tdp_w) * server.cards
    assert server.site.max_power_w == math.ceil(round((real.site.max_power_w + more * HOST_LOSS) / 10, 6)) * 10
    assert server.site.typical_power_w == math.ceil((real.site.typical_power_w + more) / 10) * 10
    assert server.site.idle_power_w == real.site.idle_power_w
