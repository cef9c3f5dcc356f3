"""Smaller instances whose every plan is a plan of the full one."""

from optimizer.instance.instance import Decision, Instance, Load, Offer

BEST_PER_KIND = 3
"""Offers kept per workload and ecosystem: its cheapest by cost of the cards it takes."""
WHOLE = 10


def whole_only(instance: Instance) -> Instance:
    """Every workload on one server type."""
    demands = tuple(d.model_copy(update={"max_offers": 1}) for d in instance.demands)
    loads = tuple(load for load in instance.loads if load.tenths == WHOLE)
    cuts = tuple(cut for cut in instance.cuts if all(tenths in (None, WHOLE) for _, tenths in cut.workloads))
    return instance.model_copy(update={"demands": demands, "loads": loads, "cuts": cuts})


def few_offers(instance: Instance, best: Decision | None) -> Instance:
    """The cheapest few offers of every workload and ecosystem, every owned one, and those of the best plan so far."""
    offers = {o.id: o for o in instance.offers}
    kept = {o.id for o in instance.offers if o.owned or o.id in instance.must_use} | set(best.offers() if best else ())
    ranked: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for load in instance.loads:
        if load.tenths == WHOLE:
            offer = offers[load.offer]
            ranked.setdefault((load.workload, offer.ecosystem), []).append((_cost(offer, load), offer.id))
    for costs in ranked.values():
        kept |= {offer for _, offer in sorted(costs)[:BEST_PER_KIND]}
    kept |= {i.offer for i in instance.divisible}
    return instance.model_copy(
        update={
            "offers": tuple(o for o in instance.offers if o.id in kept),
            "loads": tuple(i for i in instance.loads if i.offer in kept),
            "cuts": tuple(c for c in instance.cuts if c.offer in kept),
            "shares": tuple(
                s.model_copy(
                    update={
                        "bought": {o: c for o, c in s.bought.items() if o in kept},
                        "rented": {o: c for o, c in s.rented.items() if o in kept},
                        "owned": {o: c for o, c in s.owned.items() if o in kept},
                    }
                )
                for s in instance.shares
            ),
            "stock": tuple(
                row.model_copy(update={"pieces": {o: k for o, k in row.pieces.items() if o in kept}})
                for row in instance.stock
            ),
        }
    )


def _cost(offer: Offer, load: Load) -> float:
    """Fen for the share of servers that the load takes, at its fullest."""
    server = sum(offer.rent_fen) if offer.rented else offer.buy_fen
    return server * max(load.units) / offer.units + load.energy_fen + load.network_fen
