"""Which servers may be bought or rented at all, before any sizing: policy, buyer, site, price.

The first refusal in the order of the checks below is reported, with numbers or words for what was needed and what there
is. Rented servers stand elsewhere and are priced by the hour: site, purchase price and export status do not concern
them; policy, a state buyer's domestic rule and a price at the request's term do.
"""

import datetime
from collections.abc import Iterator

from optimizer.cost.availability import availability
from optimizer.cost.lead_time import lead_time
from optimizer.cost.server_price import server_price
from optimizer.inputs.catalog import CONFIDENCE_ORDER, Card, Confidence, Server, ServerSite
from optimizer.inputs.generic_tiers import may_be_acquired, named
from optimizer.inputs.quote_date import first_day
from optimizer.inputs.request import Request
from optimizer.inputs.workload import Workload
from optimizer.instance.rack_fit import rack_fit
from optimizer.sizing.option import Limit

RENT_PRICES = {"on_demand": "an on-demand price", "one_year": "a one-year price"}
Refusal = tuple[Limit, float | str, float | str, str]
"""limit, needed, available, unit."""


def refusal(request: Request, server: Server, card: Card, *, rented: bool) -> Refusal | None:
    """The first reason why this server may not be acquired, or None."""
    reason = policy_refusal(request, server, card)
    if reason is None:
        reason = next(_rental(request, server, card) if rented else _purchase(request, server, card), None)
    return reason


def refusals(request: Request, server: Server, card: Card, *, rented: bool) -> tuple[Refusal, ...]:
    """Every reason, where `refusal` gives the first."""
    more = _rental(request, server, card) if rented else _purchase(request, server, card)
    return (*_policy(request, server, card), *more)


def policy_refusals(request: Request, server: Server, card: Card) -> tuple[Refusal, ...]:
    """Every reason of policy alone: what stands in the way of using an owned server."""
    return tuple(_policy(request, server, card))


def policy_refusal(request: Request, server: Server, card: Card) -> Refusal | None:
    """The first reason of policy alone: what also rules out rented and owned servers."""
    return next(_policy(request, server, card), None)


def narrowings(request: Request, workload: Workload, server: Server, card: Card) -> Iterator[Refusal]:
    """The workload's own choice of cards and servers."""
    if card.closest_cards and not _tier_named(request, workload, server):
        yield "card", server.id, "generic tier, not named", "workloads[].cards"
    if workload.domestic_only and not card.domestic:
        yield "card", "domestic", card.vendor or "not domestic", "workloads[].domestic_only"
    if not workload.cards.admits(server.card):
        yield "card", server.card, "excluded", "workloads[].cards"
    if not workload.servers.admits(server.id):
        yield "card", server.id, "excluded", "workloads[].servers"


def _tier_named(request: Request, workload: Workload, server: Server) -> bool:
    """Whether a workload may run on a generic tier: named by the policy, by itself, or as what is owned."""
    policy = request.requirements.policy
    owned = any(item.server == server.id for item in request.requirements.inventory)
    return owned or any(named(choice.cards, choice.servers, server) for choice in (policy, workload))


def _policy(request: Request, server: Server, card: Card) -> Iterator[Refusal]:
    policy = request.requirements.policy
    allowed = policy.ecosystems.allowed
    if allowed and card.ecosystem not in allowed:
        yield "ecosystem", card.ecosystem, ", ".join(allowed), "policy.ecosystems.allowed"
    if not policy.vendors.admits(card.vendor):
        yield "vendor", card.vendor, "excluded", "policy.vendors"
    if not policy.cards.admits(card.id):
        yield "card", card.id, "excluded", "policy.cards"
    if not policy.servers.admits(server.id):
        yield "card", server.id, "excluded", "policy.servers"
    if card.market_class == "consumer" and not _consumer_allowed(request):
        yield "consumer", "consumer card", policy.consumer_cards, "policy.consumer_cards"
    if policy.ecc == "require" and card.ecc != "yes":
        yield "ecc", "yes", card.ecc, "ECC memory"
    rule, rate = policy.domestic_share, card.facts and (card.facts.bf16_flops or card.facts.fp16_flops)
    if rule is not None and rule.by == "compute" and not rate:
        yield "card", "a BF16 or FP16 peak", "none stated", "policy.domestic_share.by"


def _consumer_allowed(request: Request) -> bool:
    """`development_only` admits consumer cards where the site is an office."""
    rule = request.requirements.policy.consumer_cards
    return rule == "allow" or (rule == "development_only" and request.requirements.site.place == "office")


def _purchase(request: Request, server: Server, card: Card) -> Iterator[Refusal]:
    if server.site is None:
        yield _rent_only(request)
        return
    if not request.requirements.buy.allowed:
        yield "availability", "to buy", "buy.allowed: false", "buy.allowed"
    policy = request.requirements.policy
    verdict = availability(card, request.requirements.buyer, allow_second_hand=policy.allow_second_hand)
    if not verdict.admissible:
        yield "availability", f"buyer: {request.requirements.buyer}", verdict.reason, "availability"
    if card.closest_cards and not may_be_acquired(request.requirements, server):
        yield "card", card.id, "generic tier, not named", "policy.cards"
    yield from _site(request, server, server.site)
    price = server_price(request, server)
    if price is None:
        yield "price", "a purchase price", f"none in {request.book.id}", "price"
        return
    yield from _confidence(request, (price.confidence, *_specified(server, card)))
    weeks, most = lead_time(request, server, card, price).typical, policy.maximum_lead_time_weeks
    if most is not None and weeks > most:
        yield "availability", weeks, most, "weeks of lead time"


def _rental(request: Request, server: Server, card: Card) -> Iterator[Refusal]:
    """Renting is not importing, so export status does not matter; a state buyer stays with domestic cards."""
    if request.requirements.buyer == "state" and not card.domestic:
        yield "availability", "buyer: state", "state buyers: domestic cards only", "availability"
    term, rent = request.requirements.rent.term, server.rent
    if rent is None or rent.hourly(term) is None:
        yield "price", RENT_PRICES[term], "none stated", "rent.term"
    elif server.spec and _later(server.spec.date, request.as_of):
        yield "price", request.as_of.isoformat(), server.spec.date, "as_of"
    yield from _confidence(request, _specified(server, card))


def _later(date: str, day: datetime.date) -> bool:
    """Whether a price of this date may not yet have existed on a day; own entries may state a date in any words."""
    try:
        return (first_day(date) or day) > day
    except ValueError:
        return False


def _rent_only(request: Request) -> Refusal:
    """Why an offer without a site is not bought: it can only be rented, which the request may not allow."""
    if request.requirements.rent.allowed:
        return "price", "a purchase price", "rent only", "price"
    return "availability", "to rent", "rent.allowed: false", "rent.allowed"


def _specified(server: Server, card: Card) -> tuple[Confidence, ...]:
    return tuple(spec.confidence for spec in (server.spec, card.spec) if spec)


def _confidence(request: Request, found: tuple[Confidence, ...]) -> Iterator[Refusal]:
    minimum = request.requirements.policy.minimum_confidence
    lowest = min(found, key=CONFIDENCE_ORDER.__getitem__, default="high")
    if CONFIDENCE_ORDER[lowest] < CONFIDENCE_ORDER[minimum]:
        yield "confidence", minimum, lowest, "confidence"


def _site(request: Request, server: Server, site: ServerSite) -> Iterator[Refusal]:
    wanted = request.requirements.site
    forms = ("tower",) if wanted.place == "office" else ("rack", "rack_scale")
    if site.form not in forms:
        yield "place", site.form, " / ".join(forms), f"site.place: {wanted.place}"
    if site.cooling not in wanted.cooling:
        yield "place", site.cooling, " / ".join(wanted.cooling), "site.cooling"
    fits = rack_fit(request, server)
    if fits is not None and not any(fits):
        needed = f"{site.rack_units} U, {site.max_power_w} W, {site.weight_kg or '?'} kg"
        racks = "; ".join(f"{g.units or '-'} U, {g.power_kw or '-'} kW, {g.weight_kg or '-'} kg" for g in wanted.racks)
        yield "rack", needed, racks, "one server in one rack"
