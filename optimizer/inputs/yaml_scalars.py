"""Plain (unquoted) YAML scalars → values, narrower than the YAML 1.2 core schema.

Only `true` / `false`, `null` / `~` / nothing, decimal whole numbers and decimal fractions have a meaning; all else is
text. Spellings that other readers take for another number are refused, never guessed.
"""

import math
import re
from decimal import Decimal

Scalar = str | int | float | bool | None
_WORDS: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}
_FIRST = frozenset("+-.0123456789")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]")
_UNDERSCORES = re.compile(r"[-+]?[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9_]+)?")
_OTHER_BASE = re.compile(r"[-+]?0([xX][0-9a-fA-F_]+|[oO][0-7_]+|[bB][01_]+)")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_MAX_DIGITS = 60


class BadScalar(Exception):
    """A spelling that is refused: what is wrong, and the plain spelling."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


def plain_scalar(text: str) -> Scalar:
    """Value of an unquoted scalar; fractions without a fractional part (`300e9`, `8.0`) are whole numbers.

    Raises BadScalar for `.inf`, `.nan`, `1_000`, `012`, `0x1F`, and numbers no double can hold.

    >>> plain_scalar("300e9"), plain_scalar("0.65"), plain_scalar("no"), plain_scalar("2026-11-30")
    (300000000000, 0.65, 'no', '2026-11-30')
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _FIRST:
        return text
    if text[0] != "0" and text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS:
        return int(text)
    if _NUMBER.fullmatch(text):
        if _LEADING_ZERO.match(text):
            raise BadScalar(
                f"{text} starts with a zero, which other programs read as octal",
                f"write {_without_leading_zeros(text)}, or put it in quotes if it is a code",
            )
        return _number(text)
    return _refuse_other_spelling(text)


def is_number_text(text: str) -> bool:
    """Whether the text would be a number without quotes."""
    return bool(_NUMBER.fullmatch(text)) and not _LEADING_ZERO.match(text) and len(text) <= _MAX_DIGITS


def _number(text: str) -> int | float:
    if len(text) > _MAX_DIGITS:
        raise BadScalar(f"a number of {len(text)} characters", "write it with fewer digits, e.g. 300e9")
    value = float(text)
    if not math.isfinite(value):
        raise BadScalar(f"{text} is too large", "write a number below 1e18")
    if value == 0 and re.search("[1-9]", re.split("[eE]", text)[0]):
        raise BadScalar(f"{text} is too small to be told from zero", "write 0 or a larger number")
    exact = Decimal(text)
    return int(exact) if exact == exact.to_integral_value() else value


def _without_leading_zeros(text: str) -> str:
    sign = text[0] if text[0] in "+-" else ""
    digits = text.removeprefix(sign).lstrip("0")
    return sign + (digits if digits[:1].isdigit() else "0" + digits)


def _refuse_other_spelling(text: str) -> str:
    if "_" in text and _UNDERSCORES.fullmatch(text):
        raise BadScalar(
            f"{text} has underscores between its digits",
            f"write {text.replace('_', '')}, or put it in quotes if it is a name",
        )
    if _OTHER_BASE.fullmatch(text):
        raise BadScalar(f"{text} is not a decimal number", "write it in decimal, or put it in quotes if it is a name")
    if _NOT_FINITE.fullmatch(text):
        raise BadScalar(f"{text} is not a number to plan with", "leave the key out where there is no limit")
    return text
