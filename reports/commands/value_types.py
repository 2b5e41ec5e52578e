"""Types of values on a command line: whole numbers, numbers, seeds, seats."""

from __future__ import annotations

import math

import click

from tongits_sim.run.numbers import abbreviated, count_or_none


class Count(click.ParamType[int]):
    """A whole number, also as `1e6`, `1_000_000`, `1,000,000`, `1 000 000`, `500k` or `2M`."""

    name = "number"

    def __init__(self, low: int = 0, high: int = 10**30, form: str = "write it like 1000000, 1_000_000, 1e6 or 1M"):
        """`form` names the accepted spellings in the error message."""
        self.low = low
        self.high = high
        self.form = form

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        number = count_or_none(value)
        if number is None and not _is_huge(value):
            self.fail(f"{abbreviated(value)} is not a whole number; {self.form}.", param, ctx)
        if number is None or not self.low <= number <= self.high:
            self.fail(
                f"it must lie between {self.low:,} and {self.high:,}, not {abbreviated(value)[1:-1]}.", param, ctx
            )
        return number


def _is_huge(text: str) -> bool:
    """Whether a text is a number like 1e99, too large to be read as a whole number."""
    try:
        return abs(float(text)) >= _HUGE
    except ValueError:
        return False


_HUGE = 1e30
SEEDS = Count(0, 2**64 - 1, f"a seed is a whole number from 0 to {2**64 - 1}")


class Seat(click.ParamType[int]):
    """A seat at Tongits: A, B or C in turn order."""

    name = "seat"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of the seat from 0."""
        if isinstance(value, int):
            return value
        seats = {name: number for number, name in enumerate("ABC")}
        if value.upper() not in seats:
            self.fail(f"{abbreviated(value)} is not a seat: seats are A, B and C, in turn order.", param, ctx)
        return seats[value.upper()]


class Number(click.ParamType[float]):
    """A number between two bounds, not NaN."""

    name = "number"

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.low <= number <= self.high:
            self.fail(
                f"it must be a number between {self.low:g} and {self.high:g}, not {abbreviated(value)}.", param, ctx
            )
        return number
