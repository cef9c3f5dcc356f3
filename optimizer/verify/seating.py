"""Seats of a plan's replicas, and the cuts where they do not fit."""

from collections.abc import Sequence
from fractions import Fraction

from optimizer.instance.instance import Decision, Instance, PackingCut
from optimizer.instance.placed import Placed, placements
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.verify.packing import Item, Seated, pack

Seats = dict[str, tuple[int, tuple[Seated, ...]]]
"""Offer → (its fullest year, 0-based; seats in that year)."""


def spares_of(prepared: Prepared, placed: Sequence[Placed]) -> dict[str, int]:
    """The largest number of spare servers any workload of the pool asks for."""
    spares: dict[str, int] = {}
    for p in placed:
        asked = prepared.request.requirements.workloads[p.workload].spare_servers
        spares[p.offer] = max(spares.get(p.offer, 0), asked)
    return spares


def seats_of(
    prepared: Prepared, decision: Decision, placed: Sequence[Placed], spares: dict[str, int]
) -> tuple[Seats, list[str]]:
    """Seats in each pool's fullest year; a line for every pool and year whose replicas do not fit."""
    fullest: Seats = {}
    broken = []
    for offer in decision.offers():
        most = Fraction(-1)
        for year, count in enumerate(_counts(prepared, decision, offer)):
            items = _items(prepared, placed, offer, year)
            seated = pack(items, count - spares.get(offer, 0), prepared.offer(offer).server.cards) if count else ()
            if seated is None:
                broken.append(f"{offer}, year {year + 1}: its replicas do not fit {count} servers")
                continue
            cards = _cards(items)
            if cards >= most:
                most, fullest[offer] = cards, (year, seated)
    return fullest, broken


def packing_cuts(
    prepared: Prepared, instance: Instance, decision: Decision, quantile: str | None
) -> tuple[PackingCut, ...]:
    """One cut for every pool and year whose replicas do not fit; none when all do."""
    placed = placements(prepared, instance, decision, quantile)
    spares = spares_of(prepared, placed)
    names = [w.name for w in prepared.request.requirements.workloads]
    cuts = []
    for offer in decision.offers():
        cards = prepared.offer(offer).server.cards
        for year, count in enumerate(_counts(prepared, decision, offer)):
            needed = servers_needed(prepared, placed, offer, year) if count else 0
            if needed > count - spares.get(offer, 0):
                mine = [p for p in placed if p.offer == offer and p.year == year]
                charged = sum((p.cards for p in mine), Fraction(0))
                cuts.append(
                    PackingCut(
                        offer=offer,
                        year=year,
                        workloads=tuple((names[p.workload], p.tenths) for p in mine),
                        servers=needed,
                        surplus=max(0, needed - -(-charged // cards)),
                    )
                )
    return tuple(cuts)


def servers_needed(prepared: Prepared, placed: Sequence[Placed], offer: str, year: int) -> int:
    """Fewest servers on which the replicas of a pool fit in a year, spares apart."""
    items, cards = _items(prepared, placed, offer, year), prepared.offer(offer).server.cards
    count = -(-_cards(items) // cards)
    while pack(items, count, cards) is None:
        count += 1
    return count


def _cards(items: Sequence[Item]) -> Fraction:
    return sum((item.replicas * item.cards_per_replica for item in items), Fraction(0))


def _counts(prepared: Prepared, decision: Decision, offer: str) -> list[int]:
    nothing = (0,) * prepared.terms.horizon_years
    acquired, owned = decision.counts.get(offer, nothing), decision.owned.get(offer, nothing)
    return [n + o for n, o in zip(acquired, owned, strict=True)]


def _items(prepared: Prepared, placed: Sequence[Placed], offer: str, year: int) -> list[Item]:
    names = [w.name for w in prepared.request.requirements.workloads]
    facts = prepared.offer(offer)
    mine = (p for p in placed if p.offer == offer and p.year == year)
    return [Item(names[p.workload], p.replicas, _occupied(p, facts), p.whole_replicas) for p in mine]


def _occupied(placed: Placed, facts: OfferFacts) -> Fraction:
    """Cards that one replica's devices occupy; whole servers where it spans several."""
    per_card = facts.card.facts.devices if facts.card.facts else 1
    devices, cards = placed.option.devices, facts.server.cards
    if devices > cards * per_card:
        return Fraction(-(-devices // (cards * per_card)) * cards)
    return Fraction(devices, per_card)
