"""Weeks from order to delivery: the price line's, the server's, its class's."""

import pytest

from optimizer.cost.lead_time import LeadTime, lead_time
from optimizer.cost.server_price import server_price
from tests.catalog.shipped import catalog
from tests.cost.price_requests import quote, request


def found(server_id: str, line_weeks: int | None = None, entry_weeks: int | None = None) -> LeadTime:
    server = catalog().servers[server_id].model_copy(update={"lead_time_weeks": entry_weeks})
    asked = request(quote(server_id, "server", "CNY", 1, lead_time_weeks=line_weeks))
    return lead_time(asked, server, catalog().cards[server.card], server_price(asked, server))


@pytest.mark.parametrize(
    ("server", "weeks"),
    [
        ("hgx-h20-8x96", (12, 36, 52)),
        ("pcie-4x-l20", (12, 20, 30)),
        ("atlas_800i_a2_910b4", (4, 10, 26)),
    ],
)
def test_classes(server: str, weeks: tuple[int, int, int]) -> None:
    lead = found(server)
    assert (lead.low, lead.typical, lead.high) == weeks
    assert lead.source.startswith("lead_time_")


def test_the_line_then_the_entry() -> None:
    assert found("pcie-4x-l20", 3, 9) == LeadTime(low=3, typical=3, high=3, source="price line")
    assert found("pcie-4x-l20", None, 9) == LeadTime(low=9, typical=9, high=9, source="server entry")
