"""Numbers in words: those of `tongits_sim.run.numbers`, and speed, time and bars."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tongits_sim.run.numbers import (
    MINUS,
    amount,
    between,
    decimals,
    digits_of,
    half_width,
    known,
    p_words,
    percent,
    percent_known,
)

__all__ = [
    "MINUS",
    "amount",
    "bar",
    "between",
    "decimals",
    "digits_of",
    "half_width",
    "known",
    "p_words",
    "per_cent",
    "percent",
    "percent_known",
    "played_words",
    "seconds",
    "speed",
    "unbroken",
    "units",
]

_LOOSE = re.compile(r"(?<=\d) (?=[%±])|(?<=±) (?=\d)")
"""The blanks of `95 %` and `0.4 ± 0.1`."""
_RANGE = re.compile(r"(?<=\d)(–)(?=\d)")
"""The dash of `3–14`."""


def unbroken(text: str) -> str:
    """The text with its numbers held together, so that no line ends inside `95 %`, `0.4 ± 0.1` or `3–14`.

    >>> unbroken("95 % of 0.4 ± 0.1, 3–14") == "95\\xa0% of 0.4\\xa0±\\xa00.1, 3–\\u206014"
    True
    """
    return _RANGE.sub("\\1\N{WORD JOINER}", _LOOSE.sub("\N{NO-BREAK SPACE}", text))


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
    """How many games were played and how fast; in a resumed run only the games played now count towards the speed.

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
    """A bar, drawn in eighths of a character."""
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def units(value: float, limits: Sequence[float] | None) -> str:
    """An amount and its interval, to two decimals at most: `+0.24 units (95 % interval +0.16 to +0.32)`.

    >>> units(0.2412, [0.161, 0.321])
    '+0.24 units (95 % interval +0.16 to +0.32)'
    """
    width = half_width(limits)
    digits = min(2, decimals(width / 10)) if width else 2
    if limits is None:
        return f"{amount(value, digits)} units"
    return f"{amount(value, digits)} units (95 % interval {amount(limits[0], digits)} to {amount(limits[1], digits)})"


def per_cent(share: float, limits: Sequence[float] | None) -> str:
    """A share and its interval, to a tenth of a per cent at most: `67 % (95 % interval 66 % to 68 %)`.

    >>> per_cent(0.6661, [0.66, 0.672])
    '66.6 % (95 % interval 66.0 % to 67.2 %)'
    """
    width = half_width(limits)
    digits = 0 if width is not None and width > 0.01 else 1
    text = f"{100 * share:.{digits}f} %"
    if limits is None:
        return text
    return f"{text} (95 % interval {100 * limits[0]:.{digits}f} % to {100 * limits[1]:.{digits}f} %)"
