"""Every rule of a plan, from the request's own numbers. A plan that fails is never written."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from optimizer.errors import ModelError
from optimizer.frozen import Frozen
from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.instance import Decision, Instance
from optimizer.instance.placed import Placed, placements
from optimizer.instance.prepared import Prepared
from optimizer.instance.splitting import max_offers
from optimizer.instance.usage import WHOLE, demand_in_year
from optimizer.units import exact
from optimizer.verify.cost import total_cost
from optimizer.verify.seating import Seats, seats_of, servers_needed, spares_of
from optimizer.verify.shares import share_violations
from optimizer.verify.site import site_violations


class Verified(Frozen):
    """What the checker established on its own way to the verdict."""

    placed: tuple[Placed, ...]
    seats: Seats
    spares: dict[str, int]
    tco: Decimal


def verify(prepared: Prepared, instance: Instance, decision: Decision, quantile: str | None) -> Verified:
    """The placements, seats and exact cost of a decision. Raises ModelError naming every broken rule."""
    placed = placements(prepared, instance, decision, quantile)
    spares = spares_of(prepared, placed)
    seats, broken = seats_of(prepared, decision, placed, spares)
    broken += [*_demand(prepared, placed), *_ballast(prepared, decision, placed, spares)]
    broken += site_violations(prepared, decision, placed)
    tco = total_cost(prepared, decision, placed)
    broken += share_violations(prepared, decision)
    servers = (*decision.counts.values(), *decision.owned.values())
    integers = 1 + sum(sum(c) for c in servers) + sum(decision.racks.values()) + 2 * len(placed)
    integers += len(instance.adaptation_fen) + 2 * sum(decision.switches)
    if abs(Decimal(cost_fen(instance, decision)) - tco * 100) > Decimal("0.5") * integers + 1:
        broken.append(f"cost: objective {cost_fen(instance, decision)} fen, recomputed {tco * 100:.2f} fen")
    if broken:
        raise ModelError("the plan breaks its own rules:\n" + "\n".join(broken))
    return Verified(placed=placed, seats=seats, spares=spares, tco=tco)


def _demand(prepared: Prepared, placed: Sequence[Placed]) -> Iterator[str]:
    """Every workload is carried in full, every year, by options that are its own."""
    for index, workload in enumerate(prepared.request.requirements.workloads):
        for year in range(prepared.terms.horizon_years):
            mine = [p for p in placed if p.workload == index and p.year == year]
            carried = sum((p.demand for p in mine), Fraction(0))
            if carried != demand_in_year(prepared, index, year):
                yield f"{workload.name}, year {year + 1}: {carried} of {demand_in_year(prepared, index, year)} placed"
            whole = demand_in_year(prepared, index, year)
            split = [p for p in mine if p.tenths is not None and p.tenths < WHOLE]
            if len({p.offer for p in mine}) != len(mine) or (
                split and len(mine) > max_offers(prepared.request, workload)
            ):
                yield f"{workload.name}, year {year + 1}: runs on {len(mine)} pools"
            if any(p.demand < exact(getattr(workload, "minimum_split", 0)) * whole for p in split):
                yield f"{workload.name}, year {year + 1}: a part below its minimum split"
            for p in mine:
                if p.option.workload != workload.name or p.option.server != prepared.offer(p.offer).server.id:
                    yield f"{workload.name}: placed with an option of {p.option.workload} on {p.option.server}"
                if p.whole_replicas and p.replicas.denominator != 1:
                    yield f"{workload.name} on {p.offer}: {p.replicas} replicas"


def _ballast(prepared: Prepared, decision: Decision, placed: Sequence[Placed], spares: dict[str, int]) -> Iterator[str]:
    """Servers beyond those that the loads of the fullest year need, and the spares, are ballast."""
    nothing = (0,) * prepared.terms.horizon_years
    for offer in decision.offers():
        facts, counts = prepared.offer(offer), decision.counts.get(offer, nothing)
        spare = spares.get(offer, 0)
        needed = [servers_needed(prepared, placed, offer, year) + spare for year in range(len(counts))]
        allowed = needed if facts.rented else [max(needed)] * len(counts)
        for year, (count, most) in enumerate(zip(counts, allowed, strict=True), start=1):
            if count > most + len(decision.parts):
                yield f"{offer}, year {year}: {count} servers, {most} have a use"
        for year, (count, own) in enumerate(zip(counts, decision.owned.get(offer, ()), strict=False)):
            if own and count + own > needed[year] + len(decision.parts):
                yield f"{offer}, year {year + 1}: {own} owned servers run, {needed[year]} servers have a use"
