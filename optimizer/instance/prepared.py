"""What stands behind an instance: the facts each integer was made from, for the checker and the report."""

from decimal import Decimal

from optimizer.cost.lead_time import LeadTime
from optimizer.cost.network import NetworkTerms
from optimizer.cost.server_price import ServerPrice
from optimizer.cost.terms import Terms
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card, Server
from optimizer.inputs.demand import Demand
from optimizer.inputs.request import Request
from optimizer.sizing.option import Option, Rejection

RENT_SUFFIX = " (rent)"


class OfferFacts(Frozen):
    """One admitted server type under one origin."""

    id: str
    """Server id, with ` (rent)` when rented."""
    server: Server
    card: Card
    rented: bool
    may_buy: bool
    """False: only what is owned of it, or rented."""
    owned: tuple[int, ...]
    """Owned servers available per year; empty = none."""
    owned_in_warranty: tuple[bool, ...]
    """Per year, for the owned ones."""
    price: ServerPrice
    """Purchase price of a server, or the price of one rented server-hour; 0 for owned ones without a price."""
    second_hand: bool
    """Bought without the vendor's warranty."""
    lead_time: LeadTime | None
    """Of bought servers; None where nothing of it may be bought."""
    pue: Decimal
    price_per_kwh: Decimal
    resale_factor: Decimal
    """Over the whole horizon."""
    resale_class: str
    rack_fit: tuple[int, ...] | None

    @property
    def key(self) -> str:
        """What options are keyed by: the offer without its origin."""
        return self.id.removesuffix(RENT_SUFFIX)


class Prepared(Frozen):
    """A request with everything computed that does not depend on the quantile."""

    request: Request
    terms: Terms
    network: NetworkTerms | None
    """Prices of the request's fabric; None where it states none."""
    offers: tuple[OfferFacts, ...]
    """In id order."""
    demands: tuple[Demand, ...]
    """One per workload of the request, at growth 1."""
    options: dict[tuple[str, str], tuple[Option, ...]]
    """(workload, offer without origin) → layouts, best first on ties."""
    rejections: tuple[Rejection, ...]

    def offer(self, offer_id: str) -> OfferFacts:
        return next(o for o in self.offers if o.id == offer_id)
