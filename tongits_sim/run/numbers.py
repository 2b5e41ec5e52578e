"""Prints numbers, rounded to their precision, and reads whole numbers as people write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from tongits_sim.errors import TongitsError

MINUS = "−"
_LOOSE = re.compile(r"(?<=\d) (?=[%±])|(?<=±) (?=\d)")
"""The blanks of `95 %` and `0.4 ± 0.1`."""
_RANGE = re.compile(r"(?<=\d)(–)(?=\d)")
"""The dash of `3–14`."""


def half_width(limits: Sequence[float] | None) -> float | None:
    """Half the width of an interval; None without one."""
    return (limits[1] - limits[0]) / 2 if limits else None


def amount(value: float | None, digits: int = 2, sign: bool = True) -> str:
    """An amount in units: `+0.42`, `−1.00`, `0.00`.

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


# --- how answers print estimates, levels, shares and changes ---


def places(half: float | None, value: float = 0.0) -> int:
    """Decimals of a number known to within `half`: one digit of `half`, two if it starts with 1, three digits at most.

    Negative places round to tens and hundreds.

    >>> [places(*pair) for pair in ((0.009, 1.586), (0.12, 1.234), (57, 1234), (None, 6.0712), (None, 83.4))]
    [2, 2, -1, 2, 1]
    """
    largest = max(abs(value), half or 0.0)
    most = 2 - math.floor(math.log10(float(f"{largest:.3g}"))) if largest > 0 else 2
    if not half or not math.isfinite(half):
        return min(most, 2) if largest >= 0.1 else max(min(most, 3), 2)
    exponent = math.floor(math.log10(half))
    digit = f"{half:e}"[0]
    return min(most, (digit == "1") - exponent)


def _digits(value: float, decimals: int, sign: bool) -> str:
    """A number to some decimals, which may be negative."""
    return amount(round(value, decimals), max(decimals, 0), sign)


def level(value: float | None, limits: Sequence[float] | None = None, sign: bool = False, whole: bool = False) -> str:
    """A number rounded to the precision of its interval: `6.07`; `whole`: money, whole from 10 up.

    >>> level(6.0712, (6.06, 6.08)), level(1234.5, (1180, 1290)), level(-0.5, sign=True), level(None)
    ('6.07', '1,230', '−0.50', '–')
    """
    if value is None:
        return "–"
    half = half_width(limits)
    if not half and value == round(value):
        return _digits(value, 0, sign)
    coarse = -math.floor(math.log10(half)) if half else 9
    return _digits(value, min(_places(half, value, whole), coarse), sign)


def estimate(value: float | None, limits: Sequence[float] | None, sign: bool = True, whole: bool = False) -> str:
    """A number and half its 95 % interval. `sign`: an amount earned, or a change; `whole`: money, whole from 10 up.

    >>> estimate(1.586, (1.577, 1.595)), estimate(-6.81, (-7.0, -6.6)), estimate(1821, (1771, 1871), sign=False)
    ('+1.59 ± 0.01', '−6.8 ± 0.2', '1,820 ± 50')
    >>> estimate(31.62, (31.4, 31.8), whole=True)
    '+32 ± 1'
    """
    return column([(value, limits)], sign, whole)[0]


def column(rows: Sequence[tuple[float | None, Sequence[float] | None]], sign: bool, whole: bool) -> list[str]:
    """The estimates of a column, all with the decimals of the least precise; `sign` and `whole` as for `estimate`.

    >>> column([(1.5862, (1.576, 1.596)), (-0.2911, (-0.301, -0.281))], sign=True, whole=False)
    ['+1.59 ± 0.01', '−0.29 ± 0.01']
    >>> column([(31.62, (31.4, 31.8)), (4.0, (3.0, 5.0))], sign=False, whole=True)
    ['32 ± 1', '4 ± 1']
    """
    known = [(value, half_width(limits)) for value, limits in rows]
    decimals = min([_places(half, value, whole) for value, half in known if value is not None and half], default=9)
    texts = []
    for value, half in known:
        if value is None or half is None:
            texts.append(level(value, sign=sign, whole=whole))
            continue
        digits = min(decimals, _places(half, value, whole))
        texts.append(f"{_digits(value, digits, sign)} ± {_digits(max(half, 10.0**-digits), digits, False)}")
    return texts


def _places(half: float | None, value: float, whole: bool) -> int:
    return min(places(half, value), 0 if whole and abs(value) >= 10 else 9)


def width(half: float, digits: int) -> str:
    """Half the width of an interval to some decimals; never 0, which would say that nothing is uncertain.

    >>> width(0.0021, 2), width(0.124, 2), width(0.3, 0)
    ('0.01', '0.12', '1')
    """
    return f"{max(half, 10.0**-digits):,.{digits}f}"


def change(value: float | None, limits: Sequence[float] | None, whole: bool = False) -> str:
    """A difference, if its sign is sure; else a bound.

    >>> change(0.31, (0.29, 0.33)), change(0.01, (-0.02, 0.04)), change(0.0, None)
    ('+0.31 ± 0.02', 'within ± 0.04', 'none')
    """
    if value is None:
        return "–"
    if limits is None or limits[0] == limits[1]:
        return level(value, sign=True, whole=whole) if value else "none"
    if limits[0] > 0 or limits[1] < 0:
        return estimate(value, limits, whole=whole)
    return f"within ± {_up(max(-limits[0], limits[1]))}"


def _up(value: float) -> str:
    """A bound to one digit, rounded up."""
    decimals = -math.floor(math.log10(value))
    return f"{math.ceil(round(value * 10**decimals, 6)) / 10**decimals:,.{max(decimals, 0)}f}"


def share(value: float | None, limits: Sequence[float] | None = None) -> str:
    """A share in percent: whole from 10 up, `under 2 %` if it may be 0, `above 98 %` if it may be 1.

    >>> share(0.594, (0.58, 0.61)), share(0.0212, (0.020, 0.022)), share(0.001, (0.0001, 0.016)), share(0.0)
    ('59 %', '2.1 %', 'under 2 %', '0 %')
    >>> share(0.999, (0.984, 0.9999)), share(0.05, (0.03, 0.08)), share(1.0), share(0.0004), share(None)
    ('above 98 %', '5 %', '100 %', 'under 0.1 %', '–')
    """
    if value is None:
        return "–"
    low, high = limits or (value, value)
    if min(value, low) < high / 4 and value < 0.1 and high > low:
        return f"under {_up(max(100 * high, 0.1))} %"
    if value > 0.9 and 1 - max(value, high) < (1 - low) / 4 and high > low:
        return f"above {100 - float(_up(max(100 * (1 - low), 0.1))):g} %"
    per_cent = 100 * value
    if value in (0, 1):
        return f"{per_cent:.0f} %"
    if per_cent < 0.05 or per_cent > 99.95:
        return "under 0.1 %" if per_cent < 1 else "above 99.9 %"
    fine = (per_cent < 9.95 or per_cent > 99.5) and high - low < 0.02
    return f"{per_cent:.{int(fine)}f} %"


def share_change(value: float | None, limits: Sequence[float] | None) -> str:
    """A difference of shares in percentage points.

    >>> share_change(-0.068, (-0.07, -0.066))
    '−6.8 ± 0.2'
    """
    return change(None if value is None else 100 * value, None if limits is None else [100 * end for end in limits])


def share_between(value: float | None, limits: Sequence[float] | None) -> str:
    """A share and its interval: `41 ± 2 %`, or `0.2 to 3.2 %` if the interval is lopsided.

    >>> share_between(0.41, (0.39, 0.43)), share_between(0.01, (0.002, 0.032)), share_between(0.2, None)
    ('41 ± 2 %', '0.2 to 3.2 %', '20 %')
    """
    if value is None or limits is None:
        return share(value)
    low, high = (100 * end for end in limits)
    if abs(high + low - 200 * value) > 0.2 * (high - low):
        decimals = max(min(places((high - low) / 2, 100 * value), 2), 0)
        return f"{low:.{decimals}f} to {high:.{decimals}f} %"
    return f"{estimate(100 * value, (low, high), sign=False)} %"


def p_words(p: float | None) -> str:
    """A p-value.

    >>> p_words(0.3044), p_words(1e-9)
    ('0.3044', '< 0.0001')
    """
    return "" if p is None else "< 0.0001" if p < 1e-4 else f"{p:.4f}"


def unbroken(text: str) -> str:
    """Join numbers by unbreakable blanks, so that no line ends inside `95 %`, `0.4 ± 0.1` or `3–14`.

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
    """The number of games and the speed. In a resumed run the speed counts only the games played now.

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


def number_word(number: int) -> str:
    """A small number in letters, for prose.

    >>> number_word(4), number_word(40)
    ('four', '40')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return words[number] if 0 <= number < len(words) else str(number)


_SUFFIXES = {"k": 10**3, "M": 10**6, "m": 10**6, "G": 10**9}


class SizeError(TongitsError):
    """A value that is not a whole number."""


def parse_count(value: int | float | str, name: str = "the number of games") -> int:
    """Read a whole number; `name` says in a message what it counts.

    >>> parse_count("1M"), parse_count(1e6), parse_count("2_000"), parse_count(5)
    (1000000, 1000000, 2000, 5)

    Raises SizeError.
    """
    number = count_or_none(value) if isinstance(value, str) else _exact(value)
    if number is None:
        raise SizeError(f"{name} must be a whole number like 1000000, 1e6 or '1M', not {str(value)[:40]!r}")
    return number


def count_or_none(text: str) -> int | None:
    """Read a whole number; None if the text is not a whole number.

    >>> count_or_none("1.5M"), count_or_none("2e3"), count_or_none("0.5"), count_or_none("1e99999")
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


def abbreviated(value: object) -> str:
    """A value for an error message, shortened, with TOML's spelling of true and false."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(str(value) if isinstance(value, Decimal) else value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, lists in lists
        return "that"
    return text if len(text) <= 60 else text[:57] + "..."
