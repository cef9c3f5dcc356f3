"""Tokens per CNY and per kWh by hand, the server and the layout that count, and who is refused."""

from fractions import Fraction
from typing import Any

import pytest

from optimizer.inputs.catalog import Catalog, Server
from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.rank import tokens
from optimizer.plan.rank.tokens import TokenYield, token_yield
from optimizer.sizing.option import Option, Rejection
from tests.catalog.shipped import catalog
from tests.cost.price_requests import quote
from tests.cost.price_requests import request as priced
from tests.sizing.asks import card, inference, server

SITE = {
    "form": "rack", "rack_units": 4, "max_power_w": 9000, "typical_power_w": 8000, "idle_power_w": 1000,
    "cooling": "air",
}  # fmt: skip
CHAT = inference("Qwen3-32B", {"peak_requests_per_s": 1, "input_tokens": 1000, "output_tokens": 250})
PRICE = 1_051_200
"""8 cards × 26,280 h (three years) × 5 CNY."""


def option(server_id: str, devices: int, requests_per_s: float) -> Option:
    return Option(
        workload="chat", server=server_id, origin="modelled", layout=None, devices=devices, unit="requests/s",
        point_capacity=Fraction(1), band=None, quantile=None, capacity=Fraction(1), requests_per_s=requests_per_s,
    )  # fmt: skip


def asked(*servers: Server, prices: dict[str, int], **requirements: Any) -> Request:
    """The shipped catalog with a made-up card and its servers, each with one CNY quote."""
    more = {each.id: each for each in servers}
    own = Catalog.model_validate(
        {**dict(catalog()), "cards": catalog().cards | {"round": card()}, "servers": catalog().servers | more}
    )
    quotes = [quote(name, "server", "CNY", price) for name, price in prices.items()]
    return priced(*quotes, catalog=own, **requirements)


def sized_as(monkeypatch: pytest.MonkeyPatch, found: dict[str, tuple[Option, ...] | Rejection]) -> None:
    def size(request: Request, workload: InferenceWorkload, of: Server) -> tuple[Option, ...] | Rejection:
        return found[of.id]

    monkeypatch.setattr(tokens, "size", size)


def test_tokens_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    box = server(8, site=SITE)
    request = asked(box, prices={box.id: PRICE})
    # 3 of 8 cards: two replicas a server, 4 cards charged each; 4/s · 1,250 / 4 = 1,250 token/s per card
    sized_as(monkeypatch, {box.id: (option(box.id, 1, 0.5), option(box.id, 3, 4.0))})
    found = token_yield(request, CHAT, card())
    assert isinstance(found, TokenYield)
    assert found.tokens_per_s == 1250
    assert found.power_w == 1300  # 8,000 W / 8 · 1.3
    assert found.cost_per_card_hour == 5 + Fraction("0.845")  # 1.3 kW · 0.65 CNY/kWh
    assert found.tokens_per_money == 4_500_000 / Fraction("5.845")
    assert found.tokens_per_kwh == 4_500_000 / Fraction("1.3")
    assert found.output_share == Fraction(1, 5)
    assert found.option.devices == 3


def test_horizon_cooling_and_tariff_are_those_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    box = server(8, site={**SITE, "cooling": "liquid"})
    rules = {
        "finance": {"horizon_years": 6},
        "site": {"cooling": ["liquid"], "electricity": {"price_per_kwh": 1}},
    }
    sized_as(monkeypatch, {box.id: (option(box.id, 1, 1.0),)})
    found = token_yield(asked(box, prices={box.id: PRICE}, **rules), CHAT, card())
    assert isinstance(found, TokenYield)
    assert found.cost_per_card_hour == Fraction("2.5") + Fraction("1.15")


def test_the_cheapest_per_card_of_those_that_the_model_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = [
        server(1, id="a-one", site={**SITE, "form": "tower"}),  # 100,000 a card, too small
        server(8, id="b-eight", site=SITE),  # 150,000 a card
        server(4, id="c-four", site=SITE),  # 160,000 a card
    ]
    prices = {"a-one": 100_000, "b-eight": 1_200_000, "c-four": 640_000}
    small = Rejection(workload="chat", server="a-one", limit="memory", needed=2.0, available=1.0, unit="B")
    sized_as(
        monkeypatch,
        {"a-one": small, "b-eight": (option("b-eight", 1, 1.0),), "c-four": (option("c-four", 1, 9.0),)},
    )
    found = token_yield(asked(*boxes, prices=prices), CHAT, card())
    assert isinstance(found, TokenYield)
    assert found.server.id == "b-eight"


def test_the_largest_admissible_server_says_why_nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = [server(1, id="a-one", site=SITE), server(8, id="b-eight", site=SITE), server(4, id="c-four", site=SITE)]
    misses = {
        box.id: Rejection(workload="chat", server=box.id, limit="memory", needed=9.0, available=1.0, unit="B")
        for box in boxes
    }
    sized_as(monkeypatch, misses)  # type: ignore[arg-type]
    found = token_yield(asked(*boxes, prices=dict.fromkeys(misses, 10)), CHAT, card())
    assert found == misses["b-eight"]


def test_a_card_that_the_buyer_may_not_have_is_refused_unsized(monkeypatch: pytest.MonkeyPatch) -> None:
    box = server(8, site=SITE)
    sized_as(monkeypatch, {})
    banned = card().model_copy(update={"availability": "restricted"})
    request = asked(box, prices={box.id: PRICE})
    own = request.catalog.model_copy(update={"cards": request.catalog.cards | {"round": banned}})
    found = token_yield(request.model_copy(update={"catalog": own}), CHAT, banned)
    assert isinstance(found, Rejection)
    assert (found.limit, found.needed, found.available) == ("availability", "buyer: private", "restricted")


def test_what_is_only_for_rent_or_without_a_price_has_no_purchase() -> None:
    rented, unpriced = server(8), server(8, id="no-price", site={**SITE, "form": "tower"})
    found = token_yield(asked(rented, prices={"hgx-h20-8x96": 1}), CHAT, card())
    assert isinstance(found, Rejection)
    assert (found.limit, found.server) == ("card", "")
    found = token_yield(asked(unpriced, prices={"hgx-h20-8x96": 1}), CHAT, card())
    assert isinstance(found, Rejection)
    assert (found.limit, found.server) == ("price", "no-price")
