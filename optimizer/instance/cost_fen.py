"""Cost of a decision in the integers of its instance, in plain Python: the specification of the model's objective."""

from optimizer.instance.instance import Decision, Instance


def cost_fen(instance: Instance, decision: Decision) -> int:
    """Present value in fen: servers, rent, energy of loads, racks, adaptation."""
    offers = {o.id: o for o in instance.offers}
    total = 0
    for offer_id, counts in decision.counts.items():
        offer = offers[offer_id]
        if offer.rented:
            total += sum(fen * count for fen, count in zip(offer.rent_fen, counts, strict=True))
        else:
            total += offer.buy_fen * max(counts)
    energy = {(i.workload, i.offer): i.energy_fen for i in instance.loads}
    total += sum(energy[key] for key in decision.placed)
    whole = {d.workload: d.parts for d in instance.demands}
    divided = {(i.workload, i.offer): i.energy_fen for i in instance.divisible}
    total += sum(-(-divided[key] * parts // whole[key[0]]) for key, parts in decision.parts.items())
    rack_rent = {g.name: g.rent_fen for g in instance.racks}
    total += sum(rack_rent[group] * racks for (_, group), racks in decision.racks.items())
    hosts = [offer for _, offer in (*decision.placed, *decision.parts)]
    used = {offers[offer].ecosystem for offer in hosts}
    return total + sum(instance.adaptation_fen[e] for e in used)
