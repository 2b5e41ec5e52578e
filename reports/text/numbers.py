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


def speed(games_per_second: float | None) -> str:
    """`1.93 million games/s`."""
    if not games_per_second:
        return ""
    if games_per_second >= 1e6:
        return f"{games_per_second / 1e6:.2f} million games/s"
    return f"{float(f'{games_per_second:.3g}'):,.0f} games/s"


def seconds(elapsed: float) -> str:
    """`0.9 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.

    >>> seconds(0.93), seconds(200), seconds(7500)
    ('0.9 s', '3 min 20 s', '2 h 5 min')
    """
    if elapsed < 10:
        return f"{elapsed:.1f} s"
    if elapsed < 90:
        return f"{elapsed:.0f} s"
    if elapsed < 5400:
        return f"{int(elapsed // 60)} min {int(elapsed % 60)} s"
    return f"{int(elapsed // 3600)} h {int(elapsed % 3600 // 60)} min"


def played_words(games: int, now: int, elapsed: float) -> str:
    """How many games were played and how fast; where a run was resumed, only those played now took the time.

    >>> played_words(1000, 1000, 2.0), played_words(1000, 0, 0.1)
    ('1,000 games in 2.0 s: 500 games/s', '1,000 games, all played before')
    >>> played_words(1000, 500, 2.0)
    '1,000 games, 500 of them now in 2.0 s: 250 games/s'
    """
    if now <= 0:
        return f"{games:,} games, all played before"
    part = f"{games:,} games" if now >= games else f"{games:,} games, {now:,} of them now"
    rate = f": {speed(now / elapsed)}" if elapsed > 0 else ""
    return f"{part} in {seconds(elapsed)}{rate}"


def bar(share: float, width: int = 30) -> str:
    """A bar of eighths of a character."""
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
