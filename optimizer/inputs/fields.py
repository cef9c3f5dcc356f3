"""Field types of everything read from a file. The reader has already turned integral floats into integers."""

import datetime
import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field


def _exact_decimal(value: Any) -> Any:
    """A YAML number as the decimal the user wrote (0.65 stays 0.65); booleans and text are left to be refused."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return Decimal(str(value))


def _iso_date(value: Any) -> Any:
    """The text YYYY-MM-DD as a date; every other spelling of a date is refused."""
    if isinstance(value, datetime.date):
        return value
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError("not a date written YYYY-MM-DD")
    return datetime.date.fromisoformat(value)


def _not_flag(value: Any) -> Any:
    """Keeps `true` from passing for the number 1."""
    if isinstance(value, bool):
        raise ValueError("true and false are not numbers")
    return value


Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$", max_length=100)]
ConfigPath = Annotated[str, Field(pattern=r"\.json$", max_length=400)]
"""Relative path of a Hugging Face config.json, as the requirements file writes it."""
Name = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(strict=True, gt=0, lt=2**63)]
NonNegativeCount = Annotated[int, Field(strict=True, ge=0, lt=2**63)]
PositiveNumber = Annotated[float, Field(strict=True, gt=0, lt=1e18, allow_inf_nan=False)]
NonNegativeNumber = Annotated[float, Field(strict=True, ge=0, lt=1e18, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
PositiveShare = Annotated[float, Field(strict=True, gt=0, le=1, allow_inf_nan=False)]
OpenShare = Annotated[float, Field(strict=True, ge=0, lt=1, allow_inf_nan=False)]
MoneyAmount = Annotated[
    Decimal, BeforeValidator(_exact_decimal), Field(strict=True, ge=0, lt=10**15, allow_inf_nan=False)
]
"""Money or a rate that multiplies money: exact decimal."""
PositiveAmount = Annotated[
    Decimal, BeforeValidator(_exact_decimal), Field(strict=True, gt=0, lt=10**15, allow_inf_nan=False)
]
"""Money of which nothing would be a mistake."""
Flag = Annotated[bool, Field(strict=True)]
"""`true` or `false`; words such as yes and on are text and refused."""
MONTH = r"^[0-9]{4}-(0[1-9]|1[0-2])$"
Month = Annotated[str, Field(pattern=MONTH)]
"""YYYY-MM."""
IsoDate = Annotated[datetime.date, BeforeValidator(_iso_date)]
NotFlag = BeforeValidator(_not_flag)
