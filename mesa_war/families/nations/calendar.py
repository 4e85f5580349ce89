"""When something happened: a day, or a year where the day is not known."""

from datetime import date
from typing import Annotated, Any

from pydantic import PlainValidator

from mesa_war.core.toml import shown

DAYS_OF_A_YEAR = 365.2425


def _when(value: Any) -> date | int:
    if type(value) is date or (type(value) is int and value != 0):
        return value
    raise ValueError(f"expected a date such as 1914-06-28, or a year such as -403 for 403 BC, found {shown(value)}")


type When = Annotated[date | int, PlainValidator(_when)]
"""A date, or a year as a whole number; years before our era are negative, and there is no year 0."""


def day_number(when: date | int) -> float:
    """The day on one count that never stops, 1 on the first day of our era; a year means its first day."""
    if isinstance(when, date):
        return float(when.toordinal())
    years = when - 1 if when > 0 else when
    return 1.0 + DAYS_OF_A_YEAR * years
