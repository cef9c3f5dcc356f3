"""Words for a refused value: what is wrong with it, and what to write instead."""

import math
import re
from typing import Any

from optimizer.inputs.keys import closest
from optimizer.inputs.yaml_scalars import is_number_text

Wording = tuple[str, str]
UNITS: dict[str, str] = {
    "_kw": "kW", "_w": "W", "_kg": "kg", "_ms": "ms", "_hours": "hours", "_years": "years", "_bytes": "bytes",
    "requests_per_s": "requests/s", "tokens_per_s_per_user": "tokens/s", "_bytes_per_s": "bytes/s",
    "_per_kwh": "money/kWh", "_per_month": "money/month", "_per_hour": "money/h", "_tokens": "tokens",
    "_params": "parameters", "_flops": "FLOP/s", "headcount": "people",
}  # fmt: skip
_WITH_UNIT = re.compile(r"([-+]?[0-9][0-9.,_' ]*?)\s*([^0-9.,\s].*)")
_THOUSANDS = re.compile(r"[-+]?[0-9]{1,3}([,' ][0-9]{3})+(\.[0-9]+)?")
_MAX_TEXT = 60
_NO_LIMIT = ("inf", "infinity", "unlimited", "none", "no", "off", "nan", "n/a", "-", "无", "不限")


def shown(value: Any) -> str:
    """A value as a message quotes it, short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        text = f'"{value[:60]}"' if value[:60].isprintable() else repr(value[:60])
        return text if len(value) <= 60 else f"{text} …"
    return "nothing" if value is None else str(value)


def unit_of(key: str) -> str | None:
    """Unit that a key's name ends in."""
    return next((unit for ending, unit in UNITS.items() if key.endswith(ending)), None)


def number_wording(value: Any, key: str, *, whole: bool) -> Wording:
    """A value that is not the number wanted."""
    kind = "a whole number" if whole else "a number"
    what = f"must be {kind} (got {shown(value)})"
    if isinstance(value, str):
        return _text_for_number(value.strip(), key, what)
    if isinstance(value, float) and math.isfinite(value):
        return what, f"write {round(value)} or another whole number"
    if value is None:
        return what, f"write {kind} after the colon, or remove the key"
    return what, f"write {kind} in digits"


def _text_for_number(text: str, key: str, what: str) -> Wording:
    unit = unit_of(key)
    if len(text) > _MAX_TEXT:
        return what, "write a number in digits"
    if is_number_text(text):
        return f"{what}: it is in quotes, so it is text", f"write {text} without quotes"
    if text.endswith("%") and is_number_text(text[:-1].strip()):
        return what, f"write {float(text[:-1]) / 100:g} for {text}"
    if _THOUSANDS.fullmatch(text):
        return what, f"write {re.sub('[, ]', '', text).replace(chr(39), '')}, without separators"
    if found := _WITH_UNIT.fullmatch(text):
        number, given = found[1].strip(), found[2].strip()
        if unit and given.lower() == unit.lower() and is_number_text(number):
            return what, f"write {number}: the unit ({unit}) is in the key's name"
        return what, f"write the plain number; its unit is {unit}" if unit else "write the plain number without a unit"
    if text.lower() in _NO_LIMIT:
        return what, "leave the key out where there is no limit"
    return what, "write a number in digits, without quotes or units"


def text_wording(value: Any) -> Wording:
    """A value that is not the text wanted."""
    if isinstance(value, bool | int | float):
        return f"must be text (got {shown(value)})", f'write "{shown(value)}" in quotes'
    return f"must be text (got {shown(value)})", "write a name or word after the colon"


def flag_wording(value: Any) -> Wording:
    """A value that is neither true nor false."""
    what = f"must be true or false (got {shown(value)}): no other word is a yes or no"
    word = str(value).lower()
    if word in ("yes", "on", "y", "true", "1"):
        return what, "write true, without quotes"
    if word in ("no", "off", "n", "false", "0"):
        return what, "write false, without quotes"
    return what, "write true or false, without quotes"


def list_wording(value: Any) -> Wording:
    """A value that is not a list."""
    what = f"must be a list (got {shown(value)})"
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return what, f"write [{value}]" if len(str(value)) < 60 else "write it in square brackets"
    return what, "remove the key, or write a list" if value is None else "start each entry with `- `"


def choice_wording(value: Any, choices: list[str]) -> Wording:
    """A value that is not one of the words a field knows."""
    meant = closest(value, choices) if isinstance(value, str) else None
    listed = ", ".join(choices)
    what = (
        f"must be one of {listed} (got {shown(value)})"
        if len(choices) > 1
        else f"must be {listed} (got {shown(value)})"
    )
    return what, f"write {meant}" if meant else f"write {choices[0] if len(choices) == 1 else 'one of them'}"


def mapping_wording(value: Any, keys: tuple[str, ...]) -> Wording:
    """A value that should hold keys."""
    what = f"must be a mapping of keys (got {shown(value)})"
    if value is None:
        return f"{what}: nothing is written below it", "remove the key, or write its keys indented below it"
    return what, f"write its keys below it: {', '.join(keys[:10])}" if keys else "write `key: value` lines below it"


def range_wording(value: Any, bound: Any, relation: str) -> Wording:
    """A number outside its range; `relation` as in pydantic: greater_than, less_than_equal."""
    if relation.startswith("less") and bound >= 10**15:
        return f"{shown(value)} is larger than anything that can be planned", "check the number and its unit"
    words = {
        "greater_than": "greater than", "greater_than_equal": "at least",
        "less_than": "less than", "less_than_equal": "at most",
    }[relation]  # fmt: skip
    what = f"must be {words} {bound:g} (got {value})"
    if bound == 1 and relation.startswith("less") and 1 < value <= 100:
        return what, f"write a share between 0 and 1: {float(value) / 100:g} for {value} %"
    return what, f"write a number {words} {bound:g}"
