"""Who may buy what."""

import pytest

from optimizer.cost.availability import admissible, availability
from optimizer.inputs.catalog import Availability, Card
from tests.catalog.shipped import catalog

BUYERS = ("private", "soe", "state", "overseas")
TABLE = {
    ("free", True): BUYERS,
    ("free", False): ("private", "soe", "overseas"),
    ("licensed", True): ("private", "overseas"),
    ("licensed", False): ("private", "overseas"),
    ("restricted", True): ("overseas",),
    ("restricted", False): ("overseas",),
    ("unknown", True): ("overseas",),
    ("unknown", False): ("overseas",),
    ("discontinued", True): (),
    ("discontinued", False): (),
    (None, True): BUYERS,
    (None, False): ("private", "soe", "overseas"),
}


@pytest.mark.parametrize(("case", "buyers"), TABLE.items())
def test_table(case: tuple[Availability | None, bool], buyers: tuple[str, ...]) -> None:
    card = Card(id="x", ecosystem="cuda", availability=case[0], domestic=case[1])
    assert tuple(buyer for buyer in BUYERS if admissible(card, buyer)) == buyers
    for buyer in BUYERS:
        verdict = availability(card, buyer)
        assert verdict.reason
        assert verdict.lead_time_risk == (case[0] == "licensed" and buyer == "private")


@pytest.mark.parametrize(("case", "buyers"), TABLE.items())
def test_second_hand_opens_the_rest_to_private_buyers_only(
    case: tuple[Availability | None, bool], buyers: tuple[str, ...]
) -> None:
    card = Card(id="x", ecosystem="cuda", availability=case[0], domestic=case[1])
    for buyer in BUYERS:
        verdict = availability(card, buyer, allow_second_hand=True)
        assert verdict.admissible == (buyer in buyers or buyer == "private")
        assert verdict.second_hand == (buyer == "private" and buyer not in buyers)
        assert verdict.reason


@pytest.mark.parametrize(
    ("card", "buyers"),
    [
        ("h100-sxm", ("overseas",)),
        ("h20-96", ("private", "overseas")),
        ("l20", ("private", "soe", "overseas")),
        ("rtx-4090", ()),
        ("ascend_910b3", BUYERS),
    ],
)
def test_shipped_cards(card: str, buyers: tuple[str, ...]) -> None:
    assert tuple(buyer for buyer in BUYERS if admissible(catalog().cards[card], buyer)) == buyers
