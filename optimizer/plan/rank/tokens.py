"""Tokens that one card's money and power buy for one model, at full planned load around the clock.

    server              of the card's servers that the buyer may have and on which the model fits, the one with the
                        lowest purchase price per card; towers and racks, air and liquid cooling alike
    layout              the one with the most tokens/s per card; cards that no replica fills are charged to it
    tokens/s            requests/s of a replica, load limit and quantile included, · (input + output) / its cards
    cost per card-hour  price / cards / (years · 8,760)  +  typical_power_w / cards / 1000 · PUE · price per kWh
    tokens per CNY      tokens/s · 3600 / cost per card-hour
    tokens per kWh      tokens/s · 3600 / (typical_power_w / cards / 1000 · PUE)

Straight line and undiscounted; what else a plan counts (installation, licences, staff, resale …) is left out.
"""

from fractions import Fraction

from optimizer.cost.server_price import ServerPrice, server_price
from optimizer.cost.terms import terms_of
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card, Server
from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.instance.admission import Refusal, refusals
from optimizer.instance.charge import cards_per_replica
from optimizer.sizing.option import Option, Rejection
from optimizer.sizing.size import size
from optimizer.units import HOURS_PER_YEAR, WATTS_PER_KW, exact

SECONDS_PER_HOUR = 3600
STANDS_ANYWHERE = "place"
"""The one limit that does not count here: a ladder has no site."""
NO_SERVER: Refusal = ("card", "a server to buy with this card", "none", "")


class TokenYield(Frozen):
    """One card of one server on one model; money in the request's currency, ex VAT."""

    server: Server
    price: ServerPrice
    """Of the server."""
    option: Option
    """The layout, with its quantile, band and notes."""
    tokens_per_s: Fraction
    """Per card, input and output."""
    output_share: Fraction
    """Output tokens / all tokens of the traffic."""
    power_w: Fraction
    """Per card at the wall, PUE included."""
    cost_per_card_hour: Fraction

    @property
    def tokens_per_money(self) -> Fraction:
        return self.tokens_per_s * SECONDS_PER_HOUR / self.cost_per_card_hour

    @property
    def tokens_per_kwh(self) -> Fraction:
        return self.tokens_per_s * SECONDS_PER_HOUR / (self.power_w / WATTS_PER_KW)


def token_yield(request: Request, workload: InferenceWorkload, card: Card) -> TokenYield | Rejection:
    """The card on its cheapest server, or why none serves the model: of the admissible servers the largest tells."""
    admitted: list[tuple[Server, ServerPrice]] = []
    refused: list[Rejection] = []
    for server in sorted(request.catalog.servers.values(), key=lambda s: s.id):
        if server.card != card.id or server.site is None:
            continue
        price = server_price(request, server)
        wrong = [r for r in refusals(request, server, card, rented=False) if r[0] != STANDS_ANYWHERE]
        if wrong or price is None:
            refused += [_rejection(workload, server.id, reason) for reason in wrong[:1]]
        else:
            admitted.append((server, price))
    sized = [(server, price, size(request, workload, server)) for server, price in admitted]
    fits = [(server, price, found) for server, price, found in sized if isinstance(found, tuple)]
    if fits:
        return _yield(request, workload, *min(fits, key=lambda each: (each[1].amount / each[0].cards, each[0].id)))
    misses = [(server.cards, found) for server, _, found in sized if isinstance(found, Rejection)]
    if misses:
        return max(misses, key=lambda each: each[0])[1]
    return refused[0] if refused else _rejection(workload, "", NO_SERVER)


def _rejection(workload: InferenceWorkload, server: str, reason: Refusal) -> Rejection:
    limit, needed, available, unit = reason
    return Rejection(workload=workload.name, server=server, limit=limit, needed=needed, available=available, unit=unit)


def _yield(
    request: Request, workload: InferenceWorkload, server: Server, price: ServerPrice, options: tuple[Option, ...]
) -> TokenYield:
    """The best layout on an admitted server. Raises ValueError for traffic that states no token lengths."""
    traffic, site = workload.traffic, server.site
    if traffic == "fit" or site is None:
        raise ValueError(f"{workload.name} on {server.id}: no token rate, or no power")
    card = request.catalog.cards[server.card]
    devices = card.facts.devices if card.facts else 1
    mean_in, mean_out = exact(traffic.input_lengths.mean), exact(traffic.output_lengths.mean)

    def per_card(option: Option) -> Fraction:
        cards = cards_per_replica(option.devices, server.cards, devices)
        return exact(option.requests_per_s or 0) * (mean_in + mean_out) / cards

    option = max(options, key=per_card)
    terms = terms_of(request)
    power_w = Fraction(site.typical_power_w, server.cards) * exact(request.requirements.site.pue.of(site.cooling))
    purchase = Fraction(price.amount) / server.cards / (terms.horizon_years * HOURS_PER_YEAR)
    return TokenYield(
        server=server,
        price=price,
        option=option,
        tokens_per_s=per_card(option),
        output_share=mean_out / (mean_in + mean_out),
        power_w=power_w,
        cost_per_card_hour=purchase + power_w / WATTS_PER_KW * Fraction(terms.price_per_kwh[card.domestic]),
    )
