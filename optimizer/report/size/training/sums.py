"""Arithmetic as text that a reader can do again: numbers, × and /, units after them. No words, so no language."""

from typing import NamedTuple


class Sum(NamedTuple):
    """One line: its name in `words.py`, what is multiplied, and what comes out, in the unit of its table."""

    name: str
    arithmetic: str
    amount: float


def number(value: float) -> str:
    """Six digits; large ones in powers of ten that shops and model cards use.

    >>> number(6738415616), number(4096), number(26.1), number(9.894e14), number(0.00107)
    ('6.73842e9', '4,096', '26.1', '989.4e12', '0.00107')
    """
    for power in (12, 9, 6):
        if abs(value) >= 10**power:
            return f"{value / 10**power:.6g}e{power}"
    return f"{value:,.6g}" if abs(value) < 1e5 else f"{value:,.0f}"


def over(*divisors: float) -> str:
    """What a term is divided by, ones left out.

    >>> over(8, 1, 64), over(1)
    (' / 8 / 64', '')
    """
    return "".join(f" / {number(divisor)}" for divisor in divisors if divisor != 1)
