"""Dates of price quotes: as coarse as their source."""

import calendar
import datetime
import re

UNDATED = "undated"
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def last_day(text: str) -> datetime.date | None:
    """The last day a quote's date can mean; None for `undated`.

    A bare year counts as its 31 December, a bare month as its last day, a range `A to B` as its later end.

    Raises:
        ValueError: the text is none of these, or no such day exists.

    >>> last_day("2025-05 to 2026-02")
    datetime.date(2026, 2, 28)
    """
    if text == UNDATED:
        return None
    return max(_last_day_of_one(part) for part in text.split(" to ", 1))


def _last_day_of_one(text: str) -> datetime.date:
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a date: {text}")
    year, month, day = int(match[1]), int(match[2] or 12), match[3]
    if day is not None:
        return datetime.date(year, month, int(day))
    if not (year and 1 <= month <= 12):
        raise ValueError(f"no such month: {text}")
    return datetime.date(year, month, calendar.monthrange(year, month)[1])
