"""Time, energy and cost of one run, at the three quantiles of the band.

days          tokens / (tokens/s · goodput · band · 86,400)
card-hours    days · 24 · cards of the gang, idle ones included
energy        card-hours · typical_power_w / cards of the server · PUE       training is full load, as in plans
electricity   energy · price per kWh
own           card-hours · cost of a card-hour: every flow of one bought server over the horizon, undiscounted, / its
card-hours around the clock; without network, storage, racks and adaptation to an ecosystem
rent          card-hours · the cheapest offer of the card for rent that joins as many, its energy included
"""

from decimal import Decimal
from typing import Literal

from optimizer.cost.items import CostItem
from optimizer.cost.resale import resale_share
from optimizer.cost.server_price import ServerPrice
from optimizer.cost.terms import Terms, terms_of
from optimizer.cost.unit_costs import bought_server, busy_card
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import ServerSite
from optimizer.inputs.request import Request
from optimizer.instance.offer_price import purchase_price
from optimizer.plan.money import RentOffer
from optimizer.plan.own_or_rent import offers_of
from optimizer.plan.size.training.search import Trained
from optimizer.sizing.training import SECONDS_PER_DAY
from optimizer.units import HOURS_PER_YEAR, WATTS_PER_KW

HOURS_PER_DAY = 24
Quantile = Literal["p10", "p50", "p90"]
QUANTILES: tuple[Quantile, ...] = ("p10", "p50", "p90")


class Power(Frozen):
    """Of one card in training, at the wall."""

    server_w: int
    """typical_power_w of the whole server."""
    server_cards: int
    pue: Decimal
    price_per_kwh: Decimal
    """CNY."""

    @property
    def card_kw(self) -> Decimal:
        return self.server_w * self.pue / self.server_cards / WATTS_PER_KW


class OwnCardHour(Frozen):
    """One card-hour of a bought server that works around the clock, CNY ex VAT, undiscounted."""

    price: ServerPrice
    """Of the whole server."""
    horizon_years: int
    items: dict[CostItem, Decimal]
    """Energy is that of full load; resale is negative."""

    @property
    def total(self) -> Decimal:
        return sum(self.items.values(), Decimal(0))

    @property
    def without_energy(self) -> Decimal:
        return self.total - self.items.get("energy", Decimal(0))


class Spell(Frozen):
    """The run at one quantile of speed; p10 is the slow end."""

    quantile: Quantile
    days: float
    card_hours: float
    energy_kwh: float | None
    """None for servers that are only for rent: their power is not known."""
    electricity_cny: float | None
    own_cny: float | None
    """Electricity included; None without a purchase price."""
    rent_cny: float | None


class Run(Frozen):
    """One run on the cards of a machine."""

    planned: Literal["p10", "p50"]
    """The quantile that plans take."""
    spells: tuple[Spell, ...]
    power: Power | None
    own: OwnCardHour | None
    rent: RentOffer | None
    """The cheapest per card-hour at the request's term."""

    @property
    def at_plan(self) -> Spell:
        return next(spell for spell in self.spells if spell.quantile == self.planned)


def run_of(request: Request, found: Trained, tokens: int) -> Run:
    """Money in the request's currency; prices and parameters are those of a file that says nothing else."""
    card = request.catalog.cards[found.machine.server.card]
    whole, terms = request.catalog.servers[found.machine.server.id], terms_of(request)
    power = own = None
    if whole.site is not None:
        pue = Decimal(str(request.requirements.site.pue.of(whole.site.cooling)))
        power = Power(
            server_w=whole.site.typical_power_w,
            server_cards=whole.cards,
            pue=pue,
            price_per_kwh=terms.price_per_kwh[card.domestic],
        )
        price = purchase_price(request, whole)
        if price is not None:
            resale = resale_share(request, card, terms.horizon_years)
            own = _own(terms, whole.site, whole.cards, card.domestic, price, pue, resale)
    rent = next((offer for offer in offers_of(request, {card.id}) if _as_large(request, offer, found)), None)
    band = found.trainer.band
    spells = tuple(_spell(found, tokens, q, getattr(band, q), power, own, rent) for q in QUANTILES)
    return Run(planned=found.trainer.quantile, spells=spells, power=power, own=own, rent=rent)


def _as_large(request: Request, offer: RentOffer, found: Trained) -> bool:
    """Whether a rented server joins as many cards as one of the gang's."""
    rented, used = request.catalog.servers[offer.server], found.machine.server
    return rented.cards >= used.cards and rented.scale_up_domain_cards >= used.scale_up_domain_cards


def _own(
    terms: Terms, site: ServerSite, cards: int, domestic: bool, price: ServerPrice, pue: Decimal, resale: Decimal
) -> OwnCardHour:
    """The flows that plans count for a bought server with all cards busy."""
    flows = bought_server(terms, site, cards, domestic, price.amount, pue, resale)
    years = range(1, terms.horizon_years + 1)
    flows += [busy_card(terms, site, cards, domestic, pue, Decimal(cards), year) for year in years]
    hours = cards * terms.horizon_years * HOURS_PER_YEAR
    items: dict[CostItem, Decimal] = {}
    for flow in flows:
        items[flow.item] = items.get(flow.item, Decimal(0)) + flow.amount / hours
    return OwnCardHour(price=price, horizon_years=terms.horizon_years, items=items)


def _spell(
    found: Trained,
    tokens: int,
    quantile: Quantile,
    factor: float,
    power: Power | None,
    own: OwnCardHour | None,
    rent: RentOffer | None,
) -> Spell:
    days = found.gang.seconds(tokens, factor) / SECONDS_PER_DAY
    card_hours = days * HOURS_PER_DAY * found.machine.cards
    kwh = card_hours * float(power.card_kw) if power else None
    return Spell(
        quantile=quantile,
        days=days,
        card_hours=card_hours,
        energy_kwh=kwh,
        electricity_cny=kwh * float(power.price_per_kwh) if power and kwh is not None else None,
        own_cny=card_hours * float(own.total) if own else None,
        rent_cny=card_hours * float(rent.price_per_card_hour) if rent else None,
    )
