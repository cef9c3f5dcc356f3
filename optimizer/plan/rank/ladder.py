"""The ladder: cards of one class ranked by score, or by what their money or power buys for one model."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from optimizer.cost.card_price import CardPrice, card_price
from optimizer.frozen import Frozen
from optimizer.inputs.catalog import Card
from optimizer.inputs.request import Request
from optimizer.inputs.workload import InferenceWorkload
from optimizer.plan.rank.measures import Measures, Precision, measures
from optimizer.plan.rank.scores import Dimension, Score, scores
from optimizer.plan.rank.tokens import TokenYield, token_yield
from optimizer.sizing.option import Rejection

By = Literal["score", "tokens_per_cny", "tokens_per_kwh"]
PER_PRICE = 10_000
"""Score is shown per so much money."""


class Rung(Frozen):
    """One ranked card."""

    rank: int
    card: Card
    measures: Measures
    score: Score
    price: CardPrice | None
    tokens: TokenYield | None
    """None where no model is named."""

    @property
    def score_per_price(self) -> Fraction | None:
        """Score per PER_PRICE of one card's price; None without a price."""
        return self.score.score * PER_PRICE / Fraction(self.price.amount) if self.price and self.price.amount else None


class Refused(Frozen):
    """A card that cannot be had, or on which no layout of the model fits."""

    card: Card
    measures: Measures
    price: CardPrice | None
    rejection: Rejection


class Ladder(Frozen):
    """Ranked cards, best first, and those without a rank."""

    precision: Precision
    weights: dict[Dimension, Fraction]
    by: By
    workload: InferenceWorkload | None
    rungs: tuple[Rung, ...]
    refused: tuple[Refused, ...]
    """In id order."""


def ladder(
    request: Request, cards: Sequence[Card], precision: Precision, weights: Mapping[Dimension, Fraction], by: By
) -> Ladder:
    """Rank `cards`. Tokens where the request's one workload is inference; `by` tokens needs that."""
    workload = request.requirements.workloads[0]
    model = workload if isinstance(workload, InferenceWorkload) else None
    yields = {card.id: token_yield(request, model, card) for card in cards} if model else {}
    ecosystems = request.catalog.ecosystems
    known = {card.id: measures(card, ecosystems[card.ecosystem], precision) for card in cards}
    refused = [
        Refused(card=card, measures=known[card.id], price=card_price(request, card.id), rejection=found)
        for card in sorted(cards, key=lambda card: card.id)
        if isinstance(found := yields.get(card.id), Rejection)
    ]
    without = {each.card.id for each in refused}
    ranked = scores({card_id: each.amounts for card_id, each in known.items() if card_id not in without}, weights)
    served = {card_id: found for card_id, found in yields.items() if isinstance(found, TokenYield)}
    by_id = {card.id: card for card in cards}
    rungs = tuple(
        Rung(
            rank=number,
            card=by_id[score.id],
            measures=known[score.id],
            score=score,
            price=card_price(request, score.id),
            tokens=served.get(score.id),
        )
        for number, score in enumerate(_ordered(ranked, served, by), start=1)
    )
    return Ladder(
        precision=precision, weights=dict(weights), by=by, workload=model, rungs=rungs, refused=tuple(refused)
    )


def _ordered(ranked: Sequence[Score], served: Mapping[str, TokenYield], by: By) -> list[Score]:
    """By score as they come; by tokens the most first, ties by id."""
    if by == "score":
        return list(ranked)
    amount = {
        card_id: found.tokens_per_money if by == "tokens_per_cny" else found.tokens_per_kwh
        for card_id, found in served.items()
    }
    return sorted(ranked, key=lambda score: (-amount[score.id], score.id))
