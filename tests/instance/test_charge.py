"""Cards charged per replica, and replicas per demand."""

from fractions import Fraction

import pytest

from optimizer.instance.charge import cards_per_replica, replicas_for


@pytest.mark.parametrize(
    ("devices", "cards", "per_card", "charged"),
    [
        (1, 8, 1, 1),
        (2, 8, 1, 2),
        (3, 8, 1, 4),  # two replicas of three leave two cards over: four each
        (5, 8, 1, 8),
        (8, 8, 1, 8),
        (9, 8, 1, 16),  # over one server: whole servers
        (1, 8, 2, Fraction(1, 2)),  # one die of a two-die card
        (16, 8, 2, 8),
        (5, 72, 1, Fraction(72, 14)),
    ],
)
def test_cards_per_replica(devices: int, cards: int, per_card: int, charged: Fraction) -> None:
    assert cards_per_replica(devices, cards, per_card) == charged


def test_whole_replicas_round_up() -> None:
    assert replicas_for(Fraction(10), Fraction(4), fractional=False) == 3
    assert replicas_for(Fraction(8), Fraction(4), fractional=False) == 2


def test_shared_services_take_their_fraction() -> None:
    assert replicas_for(Fraction(10), Fraction(4), fractional=True) == Fraction(5, 2)
