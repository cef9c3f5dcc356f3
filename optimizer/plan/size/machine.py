"""The cards that one sizing looks at: a server, part of one, or several of one kind joined."""

from collections.abc import Sequence
from typing import NamedTuple

from optimizer.inputs.catalog import Catalog, Server

MOST_MACHINES = 64
"""Servers of one kind that a sizing looks at; a replica spans at most eight of them (`sizing/attempts.py`)."""


class Machine(NamedTuple):
    """`servers` machines of a kind; `server.cards` are those used of each."""

    server: Server
    servers: int = 1

    @property
    def cards(self) -> int:
        return self.server.cards * self.servers


def servers_of(catalog: Catalog, card_id: str) -> tuple[Server, ...]:
    """Servers with a card, fewest cards first; of one size the widest link first, then those to buy, then by id."""
    found = [server for server in catalog.servers.values() if server.card == card_id]
    return tuple(sorted(found, key=lambda s: (s.cards, -s.scale_up_domain_cards, s.site is None, s.id)))


def whole_machines(servers: Sequence[Server]) -> tuple[Machine, ...]:
    """One server of each size, the first of `servers` that has it."""
    by_cards: dict[int, Server] = {}
    for server in servers:
        by_cards.setdefault(server.cards, server)
    return tuple(Machine(server) for server in by_cards.values())


def machine_with(servers: Sequence[Server], cards: int, most: int = MOST_MACHINES) -> Machine | None:
    """The smallest server with that many cards, else the largest of which up to `most` have them; None: none.

    `servers` in the order of `servers_of`.
    """
    for server in servers:
        if server.cards >= cards:
            return Machine(with_cards(server, cards))
    for machine in reversed(whole_machines(servers)):
        if cards % machine.cards == 0 and cards // machine.cards <= most:
            return Machine(machine.server, cards // machine.cards)
    return None


def with_cards(server: Server, cards: int) -> Server:
    """The server with that many of its cards in use."""
    domain = min(server.scale_up_domain_cards, cards)
    return server.model_copy(update={"cards": cards, "scale_up_domain_cards": domain})
