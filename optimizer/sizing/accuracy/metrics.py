"""Error measures of predictions, each row weighted by 1/√(rows of its source).

error  = |predicted/measured − 1|        mdape, p90: its weighted quantiles
bias   = median of predicted/measured − 1
within_20, within_30: share with error ≤ 0.2, 0.3;  within_2x: share with predicted/measured in 0.5 … 2
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Errors(NamedTuple):
    """Fractions; None where nothing was predicted."""

    rows: int
    predicted: int
    mdape: float | None
    p90: float | None
    bias: float | None
    within_20: float | None
    within_30: float | None
    within_2x: float | None


def source_weights(sources: Sequence[str]) -> list[float]:
    """1/√(rows of the source), for each row."""
    rows = Counter(sources)
    return [1 / math.sqrt(rows[source]) for source in sources]


def quantile(values: Iterable[tuple[float, float]], q: float) -> float:
    """Weighted quantile of (value, weight) pairs, by linear interpolation between cumulative midpoints."""
    ordered = sorted(values)
    total = sum(w for _, w in ordered)
    before, last = 0.0, ordered[0][0]
    position = None
    for value, weight in ordered:
        middle = (before + weight / 2) / total
        if middle >= q:
            return value if position is None else last + (value - last) * (q - position) / (middle - position)
        before, last, position = before + weight, value, middle
    return last


def errors_of(rows: int, pairs: Sequence[tuple[float, float]]) -> Errors:
    """Measures of (predicted/measured, weight) pairs out of `rows` rows."""
    if not pairs:
        return Errors(rows, 0, None, None, None, None, None, None)
    total = sum(weight for _, weight in pairs)
    errors = [(abs(ratio - 1), weight) for ratio, weight in pairs]

    def share(inside: Callable[[float], bool]) -> float:
        return sum(weight for ratio, weight in pairs if inside(ratio)) / total

    return Errors(
        rows=rows,
        predicted=len(pairs),
        mdape=quantile(errors, 0.5),
        p90=quantile(errors, 0.9),
        bias=quantile(pairs, 0.5) - 1,
        within_20=share(lambda ratio: abs(ratio - 1) <= 0.2),
        within_30=share(lambda ratio: abs(ratio - 1) <= 0.3),
        within_2x=share(lambda ratio: 0.5 <= ratio <= 2),
    )
