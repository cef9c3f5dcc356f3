"""Request → everything behind the instances: admitted offers with prices, options of every pair, rejections."""

from collections.abc import Sequence
from decimal import Decimal

from optimizer.cost.availability import availability
from optimizer.cost.lead_time import lead_time
from optimizer.cost.network import network_terms
from optimizer.cost.resale import resale_factor, resale_share
from optimizer.cost.terms import Terms, terms_of
from optimizer.inputs.catalog import Server
from optimizer.inputs.demand import demand
from optimizer.inputs.request import Request
from optimizer.inputs.workload import Workload
from optimizer.instance.admission import Refusal, narrowings, policy_refusal, refusal
from optimizer.instance.offer_price import owned_price, purchase_price, rent_price
from optimizer.instance.owned import Owned, owned_servers
from optimizer.instance.prepared import RENT_SUFFIX, OfferFacts, Prepared
from optimizer.instance.rack_fit import rack_fit
from optimizer.sizing.calibrate import refuse_unusable_runs
from optimizer.sizing.option import Rejection
from optimizer.sizing.size import size


def prepare(request: Request) -> Prepared:
    """Size every admitted server for every workload. Policy is checked first: what may not be had is not sized.

    Raises InputError for measured runs that cannot calibrate the model.
    """
    refuse_unusable_runs(request)
    terms = terms_of(request)
    owned = owned_servers(request)
    offers: list[OfferFacts] = []
    rejections: list[Rejection] = []
    workloads = request.requirements.workloads
    for server in sorted(request.catalog.servers.values(), key=lambda s: s.id):
        admitted, reason = _admit(request, terms, server, owned.pop(server.id, None))
        offers += admitted
        if not admitted and reason is not None:
            rejections += [_rejection(w.name, server.id, reason) for w in workloads]
    offers += [_facts(request, terms, part.server, offer, owned=part) for offer, part in sorted(owned.items())]
    return _sized(
        Prepared(
            request=request,
            terms=terms,
            network=network_terms(request, terms),
            offers=tuple(offers),
            demands=tuple(demand(w) for w in workloads),
            options={},
            rejections=tuple(rejections),
        ),
        workloads,
    )


def prepare_workloads(before: Prepared, request: Request) -> Prepared:
    """A request that differs from `before` in its workloads alone: what did not change in them is not sized again.

    Raises InputError like `prepare`.
    """
    refuse_unusable_runs(request)
    known = before.request.requirements.workloads
    anew = [w for w in request.requirements.workloads if w not in known]
    names, offered = {w.name for w in anew}, {offer.key for offer in before.offers}
    kept = before.model_copy(
        update={
            "request": request,
            "demands": tuple(demand(w) for w in request.requirements.workloads),
            "options": {pair: found for pair, found in before.options.items() if pair[0] not in names},
            "rejections": tuple(r for r in before.rejections if r.workload not in names or r.server not in offered),
        }
    )
    return _sized(kept, anew)


def _sized(unsized: Prepared, workloads: Sequence[Workload]) -> Prepared:
    """With options and rejections of these workloads on every offer."""
    request, options, rejections = unsized.request, dict(unsized.options), list(unsized.rejections)
    for facts in {o.key: o for o in unsized.offers}.values():
        for workload in workloads:
            narrowed = next(narrowings(request, workload, facts.server, facts.card), None)
            found = (
                _rejection(workload.name, facts.key, narrowed) if narrowed else size(request, workload, facts.server)
            )
            if isinstance(found, Rejection):
                rejections.append(found.model_copy(update={"server": facts.key}))
            else:
                options[workload.name, facts.key] = found
    order = {w.name: i for i, w in enumerate(request.requirements.workloads)}
    pairs = dict.fromkeys((name, facts.key) for facts in unsized.offers for name in order)
    return unsized.model_copy(
        update={
            "options": {pair: options[pair] for pair in pairs if pair in options},
            "rejections": tuple(sorted(rejections, key=lambda r: (order[r.workload], r.server))),
        }
    )


def _admit(
    request: Request, terms: Terms, server: Server, owned: Owned | None
) -> tuple[list[OfferFacts], Refusal | None]:
    """The origins under which a server is admitted, and the refusal of the purchase otherwise."""
    card = request.catalog.cards[server.card]
    offers = []
    reason = refusal(request, server, card, rented=False)
    if owned is not None and policy_refusal(request, server, card) is not None:
        owned = None
    if reason is None or owned is not None:
        offers.append(_facts(request, terms, server, server.id, may_buy=reason is None, owned=owned))
    if server.rent is not None and request.requirements.rent.allowed:
        rent_reason = refusal(request, server, card, rented=True)
        if rent_reason is None:
            offers.append(_facts(request, terms, server, server.id + RENT_SUFFIX, rented=True))
        reason = rent_reason if server.site is None else reason or rent_reason
    return offers, reason


def _facts(
    request: Request,
    terms: Terms,
    server: Server,
    offer: str,
    *,
    rented: bool = False,
    may_buy: bool = False,
    owned: Owned | None = None,
) -> OfferFacts:
    card = request.catalog.cards[server.card]
    cooling = server.site.cooling if server.site else "air"
    price = rent_price(request, server) if rented else purchase_price(request, server)
    policy, buyer = request.requirements.policy, request.requirements.buyer
    verdict = availability(card, buyer, allow_second_hand=policy.allow_second_hand)
    return OfferFacts(
        id=offer,
        server=server,
        card=card,
        rented=rented,
        may_buy=may_buy,
        owned=owned.available if owned else (),
        owned_in_warranty=owned.in_warranty if owned else (),
        price=price or owned_price(),
        second_hand=may_buy and verdict.second_hand,
        lead_time=lead_time(request, server, card, price) if may_buy else None,
        pue=Decimal(str(request.requirements.site.pue.of(cooling))),
        price_per_kwh=terms.price_per_kwh[card.domestic],
        resale_factor=Decimal(0) if rented else resale_share(request, card, terms.horizon_years),
        resale_class=resale_factor(request, card)[1],
        rack_fit=None if rented else rack_fit(request, server),
    )


def _rejection(workload: str, server: str, reason: Refusal) -> Rejection:
    limit, needed, available, unit = reason
    return Rejection(workload=workload, server=server, limit=limit, needed=needed, available=available, unit=unit)
