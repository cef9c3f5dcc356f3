"""Replicas on numbered servers."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from optimizer.verify.packing import Item, pack


def item(name: str, replicas: int | Fraction, cards: int | Fraction, *, whole: bool = True) -> Item:
    return Item(name, Fraction(replicas), Fraction(cards), whole)


def test_the_large_one_goes_first() -> None:
    """4 + 2 + 2 cards on two servers of 4: the 4 alone on the first."""
    seats = pack([item("small", 2, 2), item("large", 1, 4)], servers=2, cards_per_server=4)
    assert seats is not None
    assert [(s.number, s.workload, s.replicas) for s in seats] == [(1, "large", Fraction(1)), (2, "small", Fraction(2))]


def test_one_card_too_many() -> None:
    assert pack([item("a", 3, 4)], servers=1, cards_per_server=8) is None
    assert pack([item("a", 2, 4)], servers=1, cards_per_server=8) is not None


def test_a_replica_over_two_servers() -> None:
    seats = pack([item("big", 1, 16)], servers=2, cards_per_server=8)
    assert seats is not None
    assert [(s.number, s.part, s.replicas) for s in seats] == [(1, True, Fraction(1, 2)), (2, True, Fraction(1, 2))]
    assert pack([item("big", 1, 16)], servers=1, cards_per_server=8) is None


def test_shared_loads_fill_what_is_left() -> None:
    """0.75 + 0.75 of a card on two cards."""
    shared = [item("a", Fraction(3, 4), 1, whole=False), item("b", Fraction(3, 4), 1, whole=False)]
    assert pack(shared, servers=2, cards_per_server=1) is not None
    assert pack(shared, servers=1, cards_per_server=1) is None


@given(
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from([1, 2, 4, 8])), min_size=1, max_size=4),
    st.integers(1, 8),
)
def test_powers_of_two_pack_exactly(wanted: list[tuple[int, int]], servers: int) -> None:
    """Replicas of 1, 2, 4 or 8 cards fit whenever their cards do, and no server holds more than it has."""
    items = [item(f"w{i}", replicas, cards) for i, (replicas, cards) in enumerate(wanted)]
    total = sum(replicas * cards for replicas, cards in wanted)
    seats = pack(items, servers, cards_per_server=8)
    assert (seats is not None) == (total <= 8 * servers)
    if seats is not None:
        held: dict[int, Fraction] = {}
        for seat in seats:
            held[seat.number] = held.get(seat.number, Fraction(0)) + seat.cards
        assert max(held.values()) <= 8
        assert sum(held.values()) == total
