"""Whole numbers as people write them: `1_000_000`, `1e6`, `1,000,000`, `500k`, `2M`."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from tongits_sim.errors import TongitsError

_SUFFIXES = {"k": 10**3, "M": 10**6, "m": 10**6, "G": 10**9}


class SizeError(TongitsError):
    """A value that is no whole number."""


def whole(value: int | float | str, name: str = "the number of games") -> int:
    """The whole number that a value stands for; `name` says in a message what it counts.

    >>> whole("1M"), whole(1e6), whole("2_000"), whole(5)
    (1000000, 1000000, 2000, 5)

    Raises SizeError: it is no whole number.
    """
    number = parse_whole(value) if isinstance(value, str) else _exact(value)
    if number is None:
        raise SizeError(f"{name} must be a whole number like 1000000, 1e6 or '1M', not {str(value)[:40]!r}")
    return number


def parse_whole(text: str) -> int | None:
    """The whole number that a text stands for, None if it is none.

    >>> parse_whole("1.5M"), parse_whole("2e3"), parse_whole("0.5"), parse_whole("1e99999")
    (1500000, 2000, None, None)
    """
    plain = "".join(text.split()).replace("_", "").replace(",", "")
    factor = _SUFFIXES.get(plain[-1:], 1)
    try:
        number = Decimal(plain[:-1] if factor > 1 else plain)
    except InvalidOperation:
        return None
    if not number.is_finite() or number.adjusted() > 60:
        return None
    number *= factor
    return int(number) if number == number.to_integral_value() else None


def _exact(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    try:
        number = int(value)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number == value else None
