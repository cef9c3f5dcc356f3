"""A solved request, and the same one asked again: with an offer that must be used, at another price or tariff."""

from decimal import Decimal

from optimizer.frozen import Frozen
from optimizer.instance.build import build_instance
from optimizer.instance.cost_fen import cost_fen
from optimizer.instance.instance import Decision, Instance
from optimizer.instance.prepared import Prepared
from optimizer.plan.packed import solve_packed
from optimizer.solve.outcome import Outcome
from optimizer.solve.settings import Settings
from optimizer.units import by_year
from optimizer.verify.check import Verified


class Solved(Frozen):
    """The plan that is asked about."""

    prepared: Prepared
    instance: Instance
    decision: Decision
    cost_fen: int
    settings: Settings
    """Of further solves: gap 0, so that two costs may be compared."""

    @classmethod
    def of(cls, prepared: Prepared, instance: Instance, decision: Decision, settings: Settings) -> "Solved":
        exact = settings.model_copy(update={"gap": 0.0})
        cost = cost_fen(instance, decision)
        return cls(prepared=prepared, instance=instance, decision=decision, cost_fen=cost, settings=exact)

    def ask(self, instance: Instance, prepared: Prepared | None = None) -> tuple[Outcome, Verified | None]:
        """The cheapest plan of a changed instance."""
        return solve_packed(prepared or self.prepared, instance, self.settings, ties=False)


def with_price(prepared: Prepared, offer: str, amount: Decimal) -> Prepared:
    """The same request with another price of one offer (per server, or per server-hour), all else equal."""
    offers = tuple(
        facts.model_copy(update={"price": facts.price.model_copy(update={"amount": amount})})
        if facts.id == offer
        else facts
        for facts in prepared.offers
    )
    return prepared.model_copy(update={"offers": offers})


def with_tariff(prepared: Prepared, factor: Decimal) -> Prepared:
    """The same request with every price per kWh times a factor."""
    per_kwh = {domestic: price * factor for domestic, price in prepared.terms.price_per_kwh.items()}
    terms = prepared.terms.model_copy(update={"price_per_kwh": per_kwh})
    offers = tuple(o.model_copy(update={"price_per_kwh": o.price_per_kwh * factor}) for o in prepared.offers)
    network = prepared.network
    if network is not None:
        network = network.model_copy(update={"price_per_kwh": network.price_per_kwh * factor})
    return prepared.model_copy(update={"terms": terms, "offers": offers, "network": network})


def purchases_of(prepared: Prepared, decision: Decision | None) -> tuple[str, ...]:
    """`count × server name` of what a decision buys and rents."""
    counts = sorted(decision.counts.items()) if decision else []
    return tuple(f"{by_year(count)} × {prepared.offer(offer).server.name or offer}" for offer, count in counts)


def cost_at(prepared: Prepared, decision: Decision) -> int:
    """What a decision costs under the prices of a request, fen."""
    return cost_fen(build_instance(prepared), decision)
