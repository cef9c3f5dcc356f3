"""Resale: what a card's servers fetch after three years, as a share of their purchase price.

The class decides, first match first: on the market for more than four years at purchase, domestic, consumer,
data-centre SXM / OAM / module, all others (PCIe, workstation). Its factor is the cost parameter of the same name.
"""

from decimal import Decimal

from optimizer.inputs.catalog import Card
from optimizer.inputs.request import Request

MAX_YEARS_ON_MARKET = 4


def resale_factor(request: Request, card: Card) -> tuple[Decimal, str]:
    """(factor of three years, name of the class and of its cost parameter)."""
    name = _resale_class(card, request.as_of.year)
    return request.parameter(name), name


def resale_share(request: Request, card: Card, years: int) -> Decimal:
    """What a server fetches after so many years, as a share of its price: factor ^ (years / 3)."""
    factor, _ = resale_factor(request, card)
    return factor ** (Decimal(years) / 3) if factor else Decimal(0)


def _resale_class(card: Card, year: int) -> str:
    if card.launch_year is not None and year - card.launch_year > MAX_YEARS_ON_MARKET:
        return "resale_over_four_years"
    if card.domestic:
        return "resale_domestic"
    if card.market_class == "consumer":
        return "resale_consumer"
    if card.market_class == "datacenter" and card.form_factor in ("SXM", "OAM", "module"):
        return "resale_sxm_oam"
    return "resale_pcie"
