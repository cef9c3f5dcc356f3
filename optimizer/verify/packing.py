"""Replicas on numbered servers.

Largest first, each on the first server with room for its devices; a replica larger than a server takes whole servers.
Loads that may share cards come last: each of their replicas needs the room of a whole one, in cards that only sharers
use, and there their loads add up to no more than the cards. Every server keeps its cards as an exact fraction.
"""

from fractions import Fraction
from typing import NamedTuple

from optimizer.frozen import Frozen


class Item(NamedTuple):
    """All replicas of one workload in a pool."""

    workload: str
    replicas: Fraction
    cards_per_replica: Fraction
    """Cards whose devices one replica occupies; whole servers where it spans several."""
    whole: bool
    """False: its replicas may share their cards with those of other such workloads."""


class Seated(Frozen):
    """Replicas of one workload on one numbered server (from 1); `part` of a replica that needs several servers."""

    number: int
    workload: str
    replicas: Fraction
    cards: Fraction
    part: bool = False


def pack(items: list[Item], servers: int, cards_per_server: int) -> tuple[Seated, ...] | None:
    """Seats on at most `servers` servers, or None when they do not fit this way."""
    room = [Fraction(cards_per_server)] * servers
    seats: list[Seated] = []
    for item in sorted((i for i in items if i.whole), key=lambda i: (-i.cards_per_replica, i.workload)):
        taken = _whole(item, room, cards_per_server)
        if taken is None:
            return None
        seats += taken
    sharers = [i for i in items if not i.whole]
    if any(_slots(item, room, cards_per_server) < -(-item.replicas // 1) for item in sharers):
        return None
    for item in sharers:
        poured = _pour(item, room)
        if poured is None:
            return None
        seats += poured
    return tuple(sorted(seats, key=lambda seat: (seat.number, seat.workload)))


def _whole(item: Item, room: list[Fraction], cards_per_server: int) -> list[Seated] | None:
    """Whole replicas, as many as fit on each server in turn."""
    if item.cards_per_replica > cards_per_server:
        return _spanning(item, room, cards_per_server)
    left, seats = int(item.replicas), []
    for number, free in enumerate(room):
        fit = min(left, int(free // item.cards_per_replica))
        if fit:
            cards = fit * item.cards_per_replica
            room[number] -= cards
            left -= fit
            seats.append(Seated(number=number + 1, workload=item.workload, replicas=Fraction(fit), cards=cards))
        if not left:
            break
    return None if left else seats


def _spanning(item: Item, room: list[Fraction], cards_per_server: int) -> list[Seated] | None:
    """Replicas over several empty servers each."""
    each = int(item.cards_per_replica / cards_per_server)
    empty = [number for number, free in enumerate(room) if free == cards_per_server][: each * int(item.replicas)]
    if len(empty) < each * item.replicas:
        return None
    for number in empty:
        room[number] = Fraction(0)
    share, cards = Fraction(1, each), Fraction(cards_per_server)
    return [Seated(number=n + 1, workload=item.workload, replicas=share, cards=cards, part=True) for n in empty]


def _slots(item: Item, room: list[Fraction], cards_per_server: int) -> int:
    """Replicas of a sharing workload that the cards left to sharers have room for."""
    if item.cards_per_replica <= cards_per_server:
        return sum(int(free // item.cards_per_replica) for free in room)
    empty = sum(free == cards_per_server for free in room)
    return empty // int(item.cards_per_replica / cards_per_server)


def _pour(item: Item, room: list[Fraction]) -> list[Seated] | None:
    """Its load in any proportion onto the servers with room."""
    left = item.replicas * item.cards_per_replica
    seats = []
    for number, free in enumerate(room):
        taken = min(left, free)
        if taken <= 0:
            continue
        room[number] -= taken
        left -= taken
        share = taken / item.cards_per_replica
        seats.append(Seated(number=number + 1, workload=item.workload, replicas=share, cards=taken))
    return seats if left == 0 else None
