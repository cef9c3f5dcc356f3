"""The ladder as a list of objects: ranked cards, then those refused, then those no plan can use; the same names in all.

Stored units (bytes, FLOP/s, W: the unit is in the name); parts and score 0 to 100; money in CNY ex VAT.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from optimizer.cost.card_price import CardPrice
from optimizer.inputs.catalog import Card
from optimizer.inputs.catalog_gaps import NotPlannable
from optimizer.plan.rank.ladder import Ladder, Refused, Rung
from optimizer.plan.rank.measures import Measures
from optimizer.plan.rank.scores import DIMENSIONS
from optimizer.plan.rank.tokens import SECONDS_PER_HOUR, TokenYield
from optimizer.units import WATTS_PER_KW


def ladder_json(ladder: Ladder, rungs: tuple[Rung, ...], gaps: list[NotPlannable]) -> list[dict[str, Any]]:
    """Objects of the ranked cards to show, of all refused ones and of `gaps`."""
    ranked = [_rung(ladder, rung) for rung in rungs]
    refused = [_refused(ladder, each) for each in ladder.refused]
    return ranked + refused + [_gap(ladder, gap) for gap in gaps]


def _rung(ladder: Ladder, rung: Rung) -> dict[str, Any]:
    known = _card(rung.card) | _measured(rung.measures, rung.card) | _price(rung.price)
    known |= {
        "rank": rung.rank,
        "score": float(rung.score.score),
        "parts": {d: float(rung.score.parts[d]) for d in DIMENSIONS},
        "score_per_10k_cny": _number(rung.score_per_price),
    }
    return _object(ladder, known | (_tokens(rung.tokens) if rung.tokens else {}))


def _refused(ladder: Ladder, each: Refused) -> dict[str, Any]:
    rejected = each.rejection.model_dump(exclude={"workload"})
    known = _card(each.card) | _measured(each.measures, each.card) | _price(each.price)
    return _object(ladder, known | {"rejected": rejected})


def _gap(ladder: Ladder, gap: NotPlannable) -> dict[str, Any]:
    card = gap.as_card
    return _object(ladder, (_card(card) if card else {"id": gap.id}) | {"plannable": False, "reason": gap.reason})


def _object(ladder: Ladder, known: dict[str, Any]) -> dict[str, Any]:
    basis = {
        "precision": ladder.precision,
        "weights": {d: float(ladder.weights[d]) for d in DIMENSIONS},
        "sorted_by": ladder.by,
        "model": ladder.workload.model if ladder.workload else None,
    }
    return dict.fromkeys(NAMES) | basis | known


def _card(card: Card) -> dict[str, Any]:
    fields = ("id", "name", "vendor", "ecosystem", "market_class", "domestic", "availability", "ecc")
    return {name: getattr(card, name) for name in fields} | {"plannable": True}


def _measured(measures: Measures, card: Card) -> dict[str, Any]:
    amounts = measures.amounts
    return {
        "missing": dict(measures.missing),
        "compute_flops": _number(amounts["compute"]),
        "memory_bytes": _number(amounts["memory"]),
        "memory_bandwidth_bytes_per_s": _number(amounts["bandwidth"]),
        "interconnect_bytes_per_s": _number(amounts["interconnect"]),
        "interconnect_link": measures.link,
        "compute_flops_per_w": _number(measures.flops_per_w),
        "tdp_w": card.facts.tdp_w if card.facts else None,
    }


def _price(price: CardPrice | None) -> dict[str, Any]:
    if price is None:
        return {}
    return {
        "price_cny": float(price.amount),
        "price_basis": price.basis,
        "price_server": price.server,
        "price_date": price.date,
        "price_source": price.source,
        "price_confidence": price.confidence,
        "price_vat": price.vat,
    }


def _tokens(found: TokenYield) -> dict[str, Any]:
    option, per_s = found.option, found.tokens_per_s
    return {
        "tokens_per_cny": float(found.tokens_per_money),
        "tokens_per_kwh": float(found.tokens_per_kwh),
        "output_tokens_per_cny": float(found.tokens_per_money * found.output_share),
        "output_tokens_per_kwh": float(found.tokens_per_kwh * found.output_share),
        "tokens_per_s": float(per_s),
        "output_tokens_per_s": float(per_s * found.output_share),
        "card_hour_cny": float(found.cost_per_card_hour),
        "card_hour_kwh": float(found.power_w / WATTS_PER_KW),
        "card_hour_tokens": float(per_s * SECONDS_PER_HOUR),
        "server": found.server.id,
        "server_cards": found.server.cards,
        "server_price_cny": float(found.price.amount),
        "server_price_basis": found.price.basis,
        "server_price_date": found.price.date,
        "server_price_source": found.price.source,
        "server_price_confidence": found.price.confidence,
        "layout": option.layout.model_dump() if option.layout else None,
        "quantile": option.quantile,
        "band": option.band.model_dump() if option.band else None,
        "concurrency": option.concurrency,
        "latencies": option.latencies.model_dump() if option.latencies else None,
        "notes": list(option.notes),
    }


NAMES = (
    "id", "name", "vendor", "ecosystem", "market_class", "domestic", "availability", "ecc", "plannable", "reason",
    "rank", "score", "parts", "missing", "precision", "weights", "sorted_by", "compute_flops", "memory_bytes",
    "memory_bandwidth_bytes_per_s", "interconnect_bytes_per_s", "interconnect_link", "compute_flops_per_w", "tdp_w",
    "price_cny", "price_basis", "price_server", "price_date", "price_source", "price_confidence", "price_vat",
    "score_per_10k_cny", "model", "tokens_per_cny", "tokens_per_kwh", "output_tokens_per_cny", "output_tokens_per_kwh",
    "tokens_per_s", "output_tokens_per_s", "card_hour_cny", "card_hour_kwh", "card_hour_tokens", "server",
    "server_cards", "server_price_cny", "server_price_basis", "server_price_date", "server_price_source",
    "server_price_confidence", "layout", "quantile", "band", "concurrency", "latencies", "notes", "rejected",
)  # fmt: skip
"""Every object has all of them, in this order; what does not apply is null."""


def _number(value: Fraction | Decimal | None) -> int | float | None:
    """A whole number as such."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)
