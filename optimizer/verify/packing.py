"""Replicas on numbered servers.

Largest first onto the first server with room; a replica larger than a server takes whole servers; loads that may share
cards are poured into what is left. Every server keeps its cards as an exact fraction, so nothing is overbooked.
"""

from fractions import Fraction
from typing import NamedTuple

from optimizer.frozen import Frozen


class Item(NamedTuple):
    """All replicas of one workload in a pool."""

    workload: str
    replicas: Fraction
    cards_per_replica: Fraction
    whole: bool


class Seated(Frozen):
    """Replicas of one workload on one numbered server (from 1); `part` of a replica that needs several servers."""

    number: int
    workload: str
    replicas: Fraction
    cards: Fraction
    part: bool = False


def pack(items: list[Item], servers: int, cards_per_server: int) -> tuple[Seated, ...] | None:
    """Seats on at most `servers` servers, or None when they do not fit."""
    room = [Fraction(cards_per_server)] * servers
    seats: list[Seated] = []
    for item in sorted((i for i in items if i.whole), key=lambda i: (-i.cards_per_replica, i.workload)):
        for _ in range(int(item.replicas)):
            taken = _large(item, room, cards_per_server) or _small(item, room)
            if not taken:
                return None
            seats += taken
    for item in (i for i in items if not i.whole):
        poured = _pour(item, room)
        if poured is None:
            return None
        seats += poured
    return tuple(_merged(seats))


def _large(item: Item, room: list[Fraction], cards_per_server: int) -> list[Seated]:
    """A replica over several empty servers."""
    servers = item.cards_per_replica / cards_per_server
    if servers <= 1:
        return []
    empty = [number for number, free in enumerate(room) if free == cards_per_server][: int(servers)]
    if len(empty) < servers:
        return []
    for number in empty:
        room[number] = Fraction(0)
    share = 1 / servers
    return [
        Seated(number=n + 1, workload=item.workload, replicas=share, cards=Fraction(cards_per_server), part=True)
        for n in empty
    ]


def _small(item: Item, room: list[Fraction]) -> list[Seated]:
    """A replica on the first server with room."""
    for number, free in enumerate(room):
        if free >= item.cards_per_replica:
            room[number] -= item.cards_per_replica
            seat = Seated(number=number + 1, workload=item.workload, replicas=Fraction(1), cards=item.cards_per_replica)
            return [seat]
    return []


def _pour(item: Item, room: list[Fraction]) -> list[Seated] | None:
    """Any proportion of the load onto any server with room."""
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


def _merged(seats: list[Seated]) -> list[Seated]:
    """One seat per (server, workload), in server order."""
    merged: dict[tuple[int, str], Seated] = {}
    for seat in seats:
        key = (seat.number, seat.workload)
        if key in merged and not seat.part:
            before = merged[key]
            update = {"replicas": before.replicas + seat.replicas, "cards": before.cards + seat.cards}
            seat = before.model_copy(update=update)
        merged[key] = seat
    return [merged[key] for key in sorted(merged)]
