"""Ranges: every number that is shipped lies inside, and a slip of 1,000 in either direction lies outside."""

from collections.abc import Iterator

import pytest

from optimizer.inputs.catalog import Card, Server
from optimizer.inputs.plausible import (
    CARD,
    MODEL,
    NETWORK,
    PER_CARD,
    PRICES,
    RENT,
    card_faults,
    model_faults,
    outside,
    quote_faults,
    server_faults,
)
from tests.catalog.shipped import book, catalog


def test_no_range_is_as_wide_as_the_slip_it_must_see() -> None:
    ranges = (*CARD.values(), *PER_CARD.values(), *PRICES.values(), *RENT.values(), NETWORK)
    assert [allowed for allowed in ranges if allowed.most >= 1000 * allowed.least] == []
    assert all(allowed.why and allowed.unit for allowed in ranges)


def slipped(value: float) -> Iterator[int]:
    """The number in units 1,000 times as large, and as small."""
    yield round(value * 1000)
    if value >= 1000:
        yield round(value / 1000)


@pytest.mark.parametrize("card", catalog().cards.values(), ids=lambda card: card.id)
def test_cards(card: Card) -> None:
    assert list(card_faults(card)) == []
    assert card.facts is not None
    for field in CARD:
        for wrong in slipped(getattr(card.facts, field) or 0):
            if wrong:
                facts = card.facts.model_copy(update={field: wrong})
                found = {path for path, _, _ in card_faults(card.model_copy(update={"facts": facts}))}
                assert f"facts.{field}" in found, field


@pytest.mark.parametrize("server", catalog().servers.values(), ids=lambda server: server.id)
def test_servers(server: Server) -> None:
    assert list(server_faults(server)) == []
    for term in ("price_per_hour", "one_year_per_hour", "three_year_per_hour"):
        if server.rent and (price := getattr(server.rent, term)):
            for wrong in (price * 1000, price / 1000):
                rent = server.rent.model_copy(update={term: wrong})
                found = {path for path, _, _ in server_faults(server.model_copy(update={"rent": rent}))}
                assert f"rent.{term}" in found
    if server.site is None:
        return
    for path in PER_CARD:
        part, _, field = path.rpartition(".")
        owner = server.site if part else server
        for wrong in slipped(getattr(owner, field) or 0):
            if wrong:
                changed = owner.model_copy(update={field: wrong})
                whole = server.model_copy(update={"site": changed}) if part else changed
                assert path in {found for found, _, _ in server_faults(whole)}, path  # type: ignore[arg-type]


def test_prices() -> None:
    for quote in book().quotes:
        cards = catalog().servers[quote.item_id].cards if quote.unit == "server" else 1
        assert list(quote_faults(quote, cards)) == []
        for case in ("low", "typical", "high"):
            if price := getattr(quote, case):
                for wrong in (price * 1000, price / 1000):
                    found = {path for path, _, _ in quote_faults(quote.model_copy(update={case: wrong}), cards)}
                    assert case in found, quote


def test_models_follow_their_shapes() -> None:
    seen = set()
    for model in catalog().models.values():
        assert list(model_faults(model)) == [], model.id
        fewer = model.model_copy(update={"total_params": model.total_params // 3, "active_params": 1})
        seen |= {model.id for path, _, _ in model_faults(fewer) if path == "total_params"}
    assert seen == set(catalog().models)  # the shape of every model is known
    assert set(MODEL) == {"max_context_tokens"}


def test_the_ends_of_a_range_are_inside() -> None:
    allowed = CARD["tdp_w"]
    assert outside(allowed.least, allowed) is None
    assert outside(allowed.most, allowed) is None
    assert outside(allowed.most + 1, allowed) is not None
    assert outside(None, allowed) is None
    assert outside(allowed.most + 1, allowed, parts=2) is None
