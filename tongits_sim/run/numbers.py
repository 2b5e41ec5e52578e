"""Numbers as people read them: rounded to what is known, with a sign where one is due."""

from __future__ import annotations

import math
from collections.abc import Sequence

MINUS = "−"


def decimals(half_width: float | None, most: int = 5) -> int:
    """Decimals worth showing of a number known to within `half_width`.

    >>> [decimals(x) for x in (0.2, 0.012, 0.0052, None)]
    [1, 2, 3, 2]
    """
    if half_width is None or not math.isfinite(half_width):
        return 2
    if half_width <= 0:
        return 2
    return min(max(0, -math.floor(math.log10(half_width))), most)


def half_width(limits: Sequence[float] | None) -> float | None:
    """Half the width of an interval, None without one."""
    return (limits[1] - limits[0]) / 2 if limits else None


def amount(value: float | None, digits: int = 2, sign: bool = True) -> str:
    """A sum of units: `+0.42`, `−1.00`, `0.00`.

    >>> amount(-0.5, 1), amount(0.0001, 2), amount(None)
    ('−0.5', '0.00', '')
    """
    if value is None:
        return ""
    text = f"{abs(value):,.{digits}f}"
    if not text.strip("0.,"):
        return text
    return (MINUS if value < 0 else "+" if sign else "") + text


def percent(share: float | None, digits: int = 1) -> str:
    """A share as a percentage.

    >>> percent(0.1234), percent(None)
    ('12.3 %', '')
    """
    return "" if share is None else f"{100 * share:.{digits}f} %"


def percent_known(share: float | None, limits: Sequence[float] | None) -> str:
    """A share with the decimals that its interval supports."""
    width = half_width(limits)
    return percent(share, min(decimals(100 * width if width else None), 3) if width else 1)


def between(limits: Sequence[float] | None, digits: int, sign: bool = True) -> str:
    """An interval: `+0.41 to +0.43`."""
    if limits is None:
        return "not known"
    return f"{amount(limits[0], digits, sign)} to {amount(limits[1], digits, sign)}"


def known(value: float | None, limits: Sequence[float] | None) -> str:
    """An amount with half the width of its interval: `+0.368 ± 0.055`.

    >>> known(0.36821, [0.313, 0.4234]), known(1.0, None), known(None, None)
    ('+0.368 ± 0.055', '+1.00', '')
    """
    width = half_width(limits)
    digits = digits_of(limits)
    return amount(value, digits) + (f" ± {width:.{digits}f}" if width else "")


def digits_of(limits: Sequence[float] | None) -> int:
    """Decimals for an amount: two figures of its half-width."""
    width = half_width(limits)
    return decimals(width / 10, most=6) if width else 2


def p_words(p: float | None) -> str:
    """A p-value.

    >>> p_words(0.3044), p_words(1e-9)
    ('0.3044', '< 0.0001')
    """
    return "" if p is None else "< 0.0001" if p < 1e-4 else f"{p:.4f}"
