"""The one place where exact numbers become solver integers.

What is needed rounds up, what is supplied rounds down, so a plan that fits in integers fits in reality. Totals stay
below 2**53 because CP-SAT reports objectives as floats.
"""

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

HOURS_PER_YEAR = 8760
MONTHS_PER_YEAR = 12
WATTS_PER_KW = 1000
MAX_TOTAL = 2**53

Exact = int | Fraction | Decimal


def need(value: Exact) -> int:
    """Demand, power drawn, cost of a limit: the next integer up."""
    return math.ceil(value)


def supply(value: Exact) -> int:
    """Throughput, memory or power offered: the next integer down."""
    return math.floor(value)


def fen(amount: Decimal) -> int:
    """Money → hundredths of the currency unit, half to even: the objective's integers."""
    return int((amount * 100).quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def from_fen(value: int) -> Decimal:
    """Hundredths → currency units."""
    return Decimal(value) / 100


def exact(value: float) -> Fraction:
    """The number the user wrote (0.1 is one tenth), not its binary neighbour."""
    return Fraction(str(value))


def by_year(counts: Sequence[int]) -> str:
    """Servers per year: one number where they are equal.

    >>> by_year((2, 2, 2)), by_year((0, 2, 2))
    ('2', '0/2/2')
    """
    return "/".join(map(str, counts)) if len(set(counts)) > 1 else str(max(counts, default=0))
