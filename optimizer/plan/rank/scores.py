"""Score of cards in five dimensions, exact.

    part_d(card) = 100 · amount_d(card) / max of amount_d over the ranked cards;  0 where the amount is unknown
    score(card)  = Σ_d weight_d · part_d(card),  Σ_d weight_d = 1

Highest score first; equal scores by id.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, get_args

from optimizer.frozen import Frozen

Dimension = Literal["compute", "memory", "bandwidth", "interconnect", "efficiency"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
MarketClass = Literal["consumer", "workstation", "datacenter"]
Amounts = Mapping[Dimension, Fraction | None]

CLASS_WEIGHTS: dict[MarketClass, tuple[int, ...]] = {
    "consumer": (25, 20, 30, 5, 20),
    "workstation": (25, 30, 25, 10, 10),
    "datacenter": (30, 30, 25, 15, 0),
}
"""Percent, in the order of DIMENSIONS. A convention of this ladder, not a measurement: `--weights` replaces it."""
FULL_PART = 100


class Score(Frozen):
    """One card's place in the five dimensions."""

    id: str
    parts: dict[Dimension, Fraction]
    """0 to 100: share of the best ranked card."""
    score: Fraction
    """0 to 100."""


def normalised(weights: Sequence[int | Fraction]) -> dict[Dimension, Fraction]:
    """Five weights, none negative and not all 0, as shares that add up to 1."""
    total = sum(weights)
    return {dimension: Fraction(weight) / total for dimension, weight in zip(DIMENSIONS, weights, strict=True)}


def scores(amounts: Mapping[str, Amounts], weights: Mapping[Dimension, Fraction]) -> tuple[Score, ...]:
    """Scores of the cards, given by id, best first."""
    best = {d: max((each[d] or Fraction(0) for each in amounts.values()), default=Fraction(0)) for d in DIMENSIONS}
    found = [_score(card_id, each, best, weights) for card_id, each in amounts.items()]
    return tuple(sorted(found, key=lambda score: (-score.score, score.id)))


def _score(
    card_id: str, amounts: Amounts, best: Mapping[Dimension, Fraction], weights: Mapping[Dimension, Fraction]
) -> Score:
    parts = {d: FULL_PART * (amounts[d] or Fraction(0)) / (best[d] or 1) for d in DIMENSIONS}
    return Score(id=card_id, parts=parts, score=sum((weights[d] * parts[d] for d in DIMENSIONS), Fraction(0)))
