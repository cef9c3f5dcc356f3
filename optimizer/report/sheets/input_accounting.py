"""Inputs that no plan depends on: book depreciation, when VAT comes back, and what renting the same cards costs."""

from collections.abc import Sequence
from dataclasses import dataclass

from optimizer.plan.money import RentOffer
from optimizer.plan.plan import Plan
from optimizer.report.cells import Cell
from optimizer.report.sheets.input_prices import add_parameter
from optimizer.report.sheets.input_table import InputTable, Note, Span
from optimizer.report.texts import same


@dataclass(frozen=True)
class Accounting:
    """Years, a share of cost, and prices per card-hour ex VAT."""

    depreciation_years: Cell
    book_residual_rate: Cell
    vat_credit_year: Cell
    rent_per_card_hour: dict[str, Cell]
    """By card; only those that the catalog offers for rent."""


def fill_accounting(table: InputTable, plan: Plan) -> Accounting:
    """Write the rows; changes to them never ask for another plan."""
    table.band("inputs.accounting")
    years = table.unit("years")
    return Accounting(
        depreciation_years=add_parameter(table, plan, "depreciation_years", years, "general"),
        book_residual_rate=add_parameter(table, plan, "book_residual_rate", table.unit("ratio"), "percent"),
        vat_credit_year=add_parameter(table, plan, "vat_credit_year", years, "whole"),
        rent_per_card_hour={
            card: _rent(table, plan, card, [o for o in plan.rent_offers if o.card == card])
            for card in dict.fromkeys(offer.card for offer in plan.rent_offers)
            if any(pool.card == card for pool in plan.pools)
        },
    )


def _rent(table: InputTable, plan: Plan, card: str, offers: Sequence[RentOffer]) -> Cell:
    """Cheapest, middle and dearest of the catalog's offers for one card."""
    prices = sorted(offer.price_per_card_hour for offer in offers)
    middle = offers[(len(offers) - 1) // 2]
    name = next(pool.card_name for pool in plan.pools if pool.card == card)
    listed = "; ".join(f"{o.server} {o.price_per_card_hour:.2f}: {o.source}" for o in offers)
    return table.add(
        "inputs.rent_per_card_hour",
        table.money_per("card_hour"),
        middle.price_per_card_hour,
        "money",
        subject=name,
        note=Note(same(listed), middle.date, middle.confidence),
        span=Span(prices[0], prices[-1]),
        quoted=offers[0].quoted if len({offer.quoted for offer in offers}) == 1 else None,
    )
