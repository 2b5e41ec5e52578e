"""Amounts of money and stakes: sentences count in units, and `--stake` shows units in the table's own currency."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from decimal import Decimal

from tongits_sim.errors import TongitsError
from tongits_sim.run.numbers import MINUS, seconds

_STAKE = re.compile(
    r"\s*(?P<before>[^\d\s.,+-]{0,12})\s*(?P<number>\d{1,9}(?:\.\d{1,2})?)\s*(?P<after>[^\d\s.,+-]{0,12})\s*"
)


class StakeError(TongitsError):
    """A text that names no stake."""


@dataclass(frozen=True)
class Money:
    """The worth of a unit."""

    worth: Decimal = Decimal(1)  # the worth of one unit, in the currency
    # before, after: the currency's name, before or after the number
    before: str = ""
    after: str = ""

    def text(self, units: float | Decimal, sign: bool = True) -> str:
        """An amount of units.

        >>> parse_stake("20 peso").text(-1.5), Money().text(3), Money().text(0)
        ('−30 peso', '+3', '0')
        """
        amount = Decimal(str(units)) * self.worth
        number = f"{abs(amount):,.2f}".removesuffix(".00")
        mark = MINUS if amount < 0 else "+" if sign and amount > 0 else ""
        return f"{mark}{self.before}{number}{' ' if self.after else ''}{self.after}"

    def number(self, units: float | Decimal) -> str:
        """An amount of units without the name of the currency, for columns.

        >>> parse_stake("20 peso").number(-1.5), Money().number(3)
        ('−30', '+3')
        """
        return Money(self.worth).text(units)

    @property
    def unit(self) -> str:
        """The unit of `number`: `units`, or the currency."""
        return self.after or self.before or "units"

    @property
    def heading(self) -> str:
        """The unit of amounts: `units`, or the currency and the worth of a unit."""
        if not (self.before or self.after):
            return "units"
        return f"{self.before or self.after} (a unit is {self.text(1, sign=False)})"


def parse_stake(text: str) -> Money:
    """The worth of a unit from `20 peso`, `€0.50` or `5`. Raises StakeError."""
    match = _STAKE.fullmatch(text)
    if match is None or not text.isprintable() or Decimal(match["number"]) == 0:
        shown = "".join(letter if letter.isprintable() else "?" for letter in text)[:40]
        raise StakeError(f"{shown!r} is not a stake: write what a unit is worth, such as '20 peso' or '€0.50'")
    return Money(Decimal(match["number"]), match["before"], match["after"])


_PLAIN_AMOUNT = r"\d[\d,]*(?:\.\d+)?(?: ± [\d,]+(?:\.\d+)?)?"
_NUMBER = r"[+−-]?\d[\d,]*(?:\.\d+)?"
_JOINED = r"(?:,| to| and| or| or above| or below) "
# A number without a sign that stands before a number with a sign counts something else: "with 24–26 and +0.29 units"
# names one amount.
_AMOUNTS = re.compile(
    rf"(?<![\d.,])({_PLAIN_AMOUNT}(?:{_JOINED}{_PLAIN_AMOUNT})*"
    rf"|[+−-]{_PLAIN_AMOUNT}(?:{_JOINED}[+−-]?{_PLAIN_AMOUNT})*) (units?)\b"
)
_PACE = re.compile(r"\s*(?P<number>\d{1,4}(?:\.\d{1,2})?)\s*(?:s|sec|seconds)?\s*")


class PaceError(TongitsError):
    """A text that names no pace."""


@dataclass(frozen=True)
class Terms:
    """The terms of a table."""

    money: Money | None = None  # the worth of a unit; None: sentences count in units
    pace: float | None = None  # seconds of a turn; None: sentences name no times


_PLAIN = Terms()
_TERMS: ContextVar[Terms] = ContextVar("terms", default=_PLAIN)


def terms() -> Terms:
    """The money and the pace of the table that the command names; plain units if it names none."""
    return _TERMS.get()


@contextlib.contextmanager
def at(money: Money | None = None, pace: float | None = None) -> Iterator[None]:
    """A context in which sentences use these terms; None leaves a term unchanged."""
    now = _TERMS.get()
    changed = replace(
        now,
        money=now.money if money is None else money,
        pace=now.pace if pace is None else pace,
    )
    token = _TERMS.set(changed)
    try:
        yield
    finally:
        _TERMS.reset(token)


def parse_pace(text: str) -> float:
    """Seconds of a turn from `8s` or `8`. Raises PaceError."""
    match = _PACE.fullmatch(text)
    if match is None or float(match["number"]) == 0:
        shown = "".join(letter if letter.isprintable() else "?" for letter in text)[:40]
        raise PaceError(f"{shown!r} is not a pace: write the seconds of a turn, such as 8s")
    return float(match["number"])


def in_money(text: str) -> str:
    """A sentence with money in place of units, if a stake is given.

    >>> from analyses.money import parse_stake
    >>> with at(parse_stake("20 peso")):
    ...     in_money("It earns +1.548 units a game, −5 to +6 units in a session.")
    ...     in_money("It waits with 24–26 and gains +0.5 units with 24–26, +0.29 units elsewhere.")
    'It earns +30.96 peso a game, −100 to +120 peso in a session.'
    'It waits with 24–26 and gains +10 peso with 24–26, +5.8 peso elsewhere.'
    """
    money = terms().money
    return text if money is None else _AMOUNTS.sub(lambda match: _worth(match[1], money), text)


def worth(units: float) -> float:
    """An amount of units as it is printed: in money if a stake is given."""
    money = terms().money
    return units if money is None else units * float(money.worth)


def unit_name() -> str:
    """The unit of `worth`: `units`, or the currency."""
    money = terms().money
    return "units" if money is None else money.unit


def axis_in_money(text: str) -> str:
    """The name of an axis with the currency in place of units.

    >>> with at(parse_stake("20 peso")):
    ...     axis_in_money("units a game (line: 95 % interval)")
    'peso a game (line: 95 % interval)'
    """
    return re.sub(r"\bunits\b", unit_name(), text)


def worth_of_a_unit() -> str:
    """`A unit is 20 peso.`; empty without a stake."""
    money = terms().money
    return "" if money is None else f"A unit is {money.text(1, sign=False)}."


def length(games: float, turns: float | None) -> str:
    """How long games last: `1 h 49 min at 8 s a turn`; empty without a pace.

    Args:
        games: how many.
        turns: turns of a game, all players together; None if unknown.
    """
    pace = terms().pace
    if pace is None or turns is None:
        return ""
    return f"{_duration(games * turns * pace)} at {pace:g} s a turn"


def _duration(elapsed: float) -> str:
    """Like `seconds`, but without seconds from ten minutes on, and without minutes from a day on."""
    if elapsed < 600:
        return seconds(elapsed)
    if elapsed < 5400:
        return f"{elapsed / 60:.0f} min"
    if elapsed < 100 * 3600:
        return seconds(elapsed)
    return f"{elapsed / 3600:,.0f} h"


def _worth(amounts: str, money: Money) -> str:
    """Amounts of units in a sentence, in money: `−100 to +120 peso`."""
    text = re.sub(_NUMBER, lambda match: _one(match[0], money), amounts)
    return text + (" " + money.after if money.after else "")


def _one(number: str, money: Money) -> str:
    """One number in money, with no more decimals than its precision allows: at most two unless it is very small."""
    sign = number[0] if number[0] in "+−-" else ""
    plain = number.removeprefix(sign).replace(",", "")
    worth = float(plain) * float(money.worth)
    known = len(plain.partition(".")[2]) - math.floor(math.log10(float(money.worth)))
    digits = min(max(known, 0), 2)
    while worth and digits < known and worth < 0.5 * 10**-digits:
        digits += 1
    digits_text, _, rest = f"{worth:,.{digits}f}".partition(".")
    return f"{sign}{money.before}{digits_text}{f'.{rest}' if rest.strip('0') else ''}"
