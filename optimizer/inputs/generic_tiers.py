"""Generic tiers: cards that stand for real ones (`closest_cards`), and their servers, which no one sells.

A request is offered them only where it names them: card or server under `allowed` of the policy or of a workload, or
server in the inventory (owned ones may then be used, no more are bought).
"""

from collections.abc import Iterator

from optimizer.inputs.catalog import Card, Catalog, Server
from optimizer.inputs.known_ids import KnownIds, unknown_id
from optimizer.inputs.requirements import Requirements
from optimizer.inputs.workload import Choice

Faults = Iterator[tuple[str, str, str]]
"""(field, what, remedy)."""


def named(choice_of_cards: Choice, choice_of_servers: Choice, server: Server) -> bool:
    """Whether one pair of choices names the server or its card."""
    return server.card in choice_of_cards.allowed or server.id in choice_of_servers.allowed


def may_be_acquired(requirements: Requirements, server: Server) -> bool:
    """Whether the policy or a workload names a server of a generic tier."""
    choices = (requirements.policy, *requirements.workloads)
    return any(named(choice.cards, choice.servers, server) for choice in choices)


def without_unnamed(catalog: Catalog, requirements: Requirements) -> Catalog:
    """The catalog without servers of generic tiers that the request does not name; their cards stay."""
    owned = {item.server for item in requirements.inventory}
    kept = {
        name: server
        for name, server in catalog.servers.items()
        if not catalog.cards[server.card].closest_cards or name in owned or may_be_acquired(requirements, server)
    }
    return catalog.model_copy(update={"servers": kept})


def card_faults(card: Card, catalog: Catalog, known: KnownIds) -> Faults:
    """Closest cards that do not exist, or stand for others themselves."""
    for number, name in enumerate(card.closest_cards):
        path, real = f"closest_cards[{number}]", catalog.cards.get(name)
        if name not in known.cards:
            yield path, *unknown_id("card", name, known.cards)
        elif real and real.closest_cards:
            yield path, f"{name} is a generic tier itself", "name cards that can be ordered"


def server_faults(server: Server, catalog: Catalog, known: KnownIds) -> Faults:
    """A server that is priced as one that cannot stand for it."""
    name, card = server.priced_as, catalog.cards.get(server.card)
    if name is None or card is None:
        return
    real = catalog.servers.get(name)
    if not card.closest_cards:
        yield "priced_as", f"{card.id} is no generic tier", "remove the key; the server has a price of its own"
    elif name not in known.servers:
        yield "priced_as", *unknown_id("server", name, known.servers)
    elif real and real.card not in card.closest_cards:
        yield "priced_as", f"{real.card} of {name} is no closest card of {card.id}", "name a server with one of them"
    elif real and real.cards != server.cards:
        yield "priced_as", f"{name} holds {real.cards} cards, this server {server.cards}", "name one with as many cards"
