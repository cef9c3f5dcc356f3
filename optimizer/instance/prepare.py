"""Request → everything behind the instances: admitted offers with prices, options of every pair, rejections."""

from decimal import Decimal

from optimizer.cost.resale import resale_factor
from optimizer.cost.server_price import ServerPrice, server_price
from optimizer.cost.terms import Terms, terms_of
from optimizer.inputs.catalog import Server
from optimizer.inputs.demand import demand
from optimizer.inputs.request import Request
from optimizer.inputs.workload import Workload
from optimizer.instance.admission import Refusal, refusal
from optimizer.instance.prepared import OfferFacts, Prepared
from optimizer.instance.rack_fit import rack_fit
from optimizer.sizing.option import Option, Rejection
from optimizer.sizing.size import size

RENT_SUFFIX = " (rent)"


def prepare(request: Request) -> Prepared:
    """Size every admitted server for every workload. Policy is checked first: what may not be had is not sized."""
    terms = terms_of(request)
    offers: list[OfferFacts] = []
    rejections: list[Rejection] = []
    workloads = request.requirements.workloads
    for server in sorted(request.catalog.servers.values(), key=lambda s: s.id):
        admitted, reason = _admit(request, terms, server)
        offers += admitted
        if not admitted and reason is not None:
            rejections += [_rejection(w.name, server.id, reason) for w in workloads]
    options: dict[tuple[str, str], tuple[Option, ...]] = {}
    for server in {o.server.id: o.server for o in offers}.values():
        for workload in workloads:
            narrowed = _narrowed(workload, server)
            found = _rejection(workload.name, server.id, narrowed) if narrowed else size(request, workload, server)
            if isinstance(found, Rejection):
                rejections.append(found)
            else:
                options[workload.name, server.id] = found
    order = {w.name: i for i, w in enumerate(workloads)}
    return Prepared(
        request=request,
        terms=terms,
        offers=tuple(offers),
        demands=tuple(demand(w) for w in workloads),
        options=options,
        rejections=tuple(sorted(rejections, key=lambda r: (order[r.workload], r.server))),
    )


def _admit(request: Request, terms: Terms, server: Server) -> tuple[list[OfferFacts], Refusal | None]:
    """The origins under which a server is admitted, and the refusal of the purchase otherwise."""
    card = request.catalog.cards[server.card]
    offers = []
    reason = refusal(request, server, card, rented=False)
    if reason is None:
        offers.append(_facts(request, terms, server, rented=False))
    if server.rent is not None and request.requirements.rent.allowed:
        rent_reason = refusal(request, server, card, rented=True)
        if rent_reason is None:
            offers.append(_facts(request, terms, server, rented=True))
        reason = reason or rent_reason
    return offers, reason


def _facts(request: Request, terms: Terms, server: Server, *, rented: bool) -> OfferFacts:
    card = request.catalog.cards[server.card]
    factor, name = resale_factor(request, card)
    horizon = Decimal(terms.horizon_years) / 3
    cooling = server.site.cooling if server.site else "air"
    return OfferFacts(
        id=server.id + RENT_SUFFIX if rented else server.id,
        server=server,
        card=card,
        rented=rented,
        price=_rent_price(request, server) if rented else _purchase_price(request, server),
        pue=Decimal(str(request.requirements.site.pue.of(cooling))),
        price_per_kwh=terms.price_per_kwh[card.domestic],
        resale_factor=Decimal(0) if rented or not factor else factor**horizon,
        resale_class=name,
        rack_fit=None if rented else rack_fit(request, server),
    )


def _purchase_price(request: Request, server: Server) -> ServerPrice:
    price = server_price(request, server)
    if price is None:
        raise AssertionError(f"{server.id} was admitted without a price")
    return price


def _rent_price(request: Request, server: Server) -> ServerPrice:
    if server.rent is None:
        raise AssertionError(f"{server.id} has no hourly price")
    hour = request.money(server.rent.price_per_hour, server.rent.currency)
    spec = server.spec
    return ServerPrice(
        amount=hour,
        low=hour,
        high=hour,
        basis="hourly rent",
        book="catalog",
        date=spec.date if spec else "undated",
        source=spec.source if spec else "own catalog entry",
        confidence=spec.confidence if spec else "high",
        vat="excluded",
    )


def _narrowed(workload: Workload, server: Server) -> Refusal | None:
    """The workload's own choice of cards and servers."""
    if not workload.cards.admits(server.card):
        return "card", server.card, "excluded", "workloads[].cards"
    if not workload.servers.admits(server.id):
        return "card", server.id, "excluded", "workloads[].servers"
    return None


def _rejection(workload: str, server: str, reason: Refusal) -> Rejection:
    limit, needed, available, unit = reason
    return Rejection(workload=workload, server=server, limit=limit, needed=needed, available=available, unit=unit)
