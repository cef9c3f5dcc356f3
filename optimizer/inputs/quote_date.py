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
    return None if text == UNDATED else max(last for _, last in _spans(text))


def first_day(text: str) -> datetime.date | None:
    """The first day a quote's date can mean; None for `undated`.

    A bare year counts as its 1 January, a bare month as its first day, a range `A to B` as its earlier end.

    Raises:
        ValueError: as `last_day`.

    >>> first_day("2025-05 to 2026-02")
    datetime.date(2025, 5, 1)
    """
    return None if text == UNDATED else min(first for first, _ in _spans(text))


def _spans(text: str) -> list[tuple[datetime.date, datetime.date]]:
    return [_span(part) for part in text.split(" to ", 1)]


def _span(text: str) -> tuple[datetime.date, datetime.date]:
    """First and last day that one date, month or year can mean."""
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"not a date: {text}")
    year, first, last, day = int(match[1]), int(match[2] or 1), int(match[2] or 12), match[3]
    if day is not None:
        exact = datetime.date(year, first, int(day))
        return exact, exact
    if not (year and 1 <= first <= 12):
        raise ValueError(f"no such month: {text}")
    return datetime.date(year, first, 1), datetime.date(year, last, calendar.monthrange(year, last)[1])
