"""Cost of a decision in the integers of its instance, in plain Python: the specification of the model's objective."""

from optimizer.instance.instance import Decision, Instance


def cost_fen(instance: Instance, decision: Decision) -> int:
    """Present value in fen: servers, rent, owned servers, energy of loads, racks, network, storage, adaptation."""
    offers = {o.id: o for o in instance.offers}
    total = instance.storage_fen
    for offer_id, counts in decision.counts.items():
        offer = offers[offer_id]
        if offer.rented:
            total += sum(fen * count for fen, count in zip(offer.rent_fen, counts, strict=True))
        else:
            total += offer.buy_fen * max(counts)
    for offer_id, used in decision.owned.items():
        total += sum(fen * count for fen, count in zip(offers[offer_id].own_fen, used, strict=True))
    loads = {(i.workload, i.offer, i.tenths): i.energy_fen + i.network_fen for i in instance.loads}
    total += sum(loads[key] for key in decision.placed)
    whole = {d.workload: d.parts for d in instance.demands}
    divided = {(i.workload, i.offer): i.energy_fen for i in instance.divisible}
    total += sum(-(-divided[key] * parts // whole[key[0]]) for key, parts in decision.parts.items())
    rack_rent = {g.name: g.rent_fen for g in instance.racks}
    total += sum(rack_rent[group] * racks for (_, group), racks in decision.racks.items())
    if instance.network is not None:
        leaves, spines = decision.switches
        total += instance.network.switch_fen * (leaves + spines)
        total += instance.network.uplink_fen * leaves if spines else 0
    used_ecosystems = {offers[offer].ecosystem for _, offer in decision.hosts()}
    return total + sum(instance.adaptation_fen[e] for e in used_ecosystems)
