"""Searches over batch sizes. Conditions and values need not be monotone: powers of two are looked at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FEW = 8
"""Batches tried one by one at the end of a search."""


def _grid(limit: int) -> list[int]:
    """1, 2, 4, … and the limit."""
    return sorted({*(2**i for i in range(limit.bit_length())), limit})


def largest(limit: int, holds: Callable[[int], bool], settled: int = 1) -> int:
    """A large n in 1 … limit with holds(n) and not holds(n + 1), or the limit; 0 if none was found.

    From the largest power of two that holds it is searched upwards. Below `settled` numbers are tried one by one.
    """
    above = limit
    for low in sorted({*_grid(limit), min(settled, limit)}, reverse=True):
        if holds(low):
            break
        above = low
    else:
        return next((n for n in range(min(settled, limit) - 1, 0, -1) if holds(n)), 0)
    while above - low > 1:
        middle = (low + above) // 2
        low, above = (middle, above) if holds(middle) else (low, middle)
    return low


def peak(limit: int, value: Callable[[int], float]) -> int:
    """The n in 1 … limit with the largest value; the larger n on ties.

    Around the best power of two, values are taken to rise and then fall.
    """
    grid = _grid(limit)
    top = max(range(len(grid)), key=lambda i: (value(grid[i]), i))
    low, high = grid[max(top - 1, 0)], grid[min(top + 1, len(grid) - 1)]
    while high - low > FEW:
        third = (high - low) // 3
        if value(low + third) <= value(high - third):
            low += third
        else:
            high -= third
    return max(range(low, high + 1), key=lambda n: (value(n), n))
