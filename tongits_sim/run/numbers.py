"""Numbers in text: rounded to their precision, with a sign where one is due."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

MINUS = "−"
_LOOSE = re.compile(r"(?<=\d) (?=[%±])|(?<=±) (?=\d)")
"""The blanks of `95 %` and `0.4 ± 0.1`."""
_RANGE = re.compile(r"(?<=\d)(–)(?=\d)")
"""The dash of `3–14`."""


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


def number_word(number: int) -> str:
    """A small number in letters, as prose has it.

    >>> number_word(4), number_word(40)
    ('four', '40')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return words[number] if 0 <= number < len(words) else str(number)
