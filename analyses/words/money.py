"""Amounts as a player thinks of them: units, or the money of this table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from tongits_sim.errors import TongitsError

_STAKE = re.compile(
    r"\s*(?P<before>[^\d\s.,+-]{0,12})\s*(?P<number>\d{1,9}(?:\.\d{1,2})?)\s*(?P<after>[^\d\s.,+-]{0,12})\s*"
)


class StakeError(TongitsError):
    """A stake that cannot be read."""


@dataclass(frozen=True)
class Money:
    """The worth of a unit.

    Attributes:
        worth: the worth of one unit, in the currency.
        before, after: the currency's name, before or after the number.
    """

    worth: Decimal = Decimal(1)
    before: str = ""
    after: str = ""

    def text(self, units: float | Decimal, sign: bool = True) -> str:
        """An amount of units.

        >>> parse_stake("20 peso").text(-1.5), Money().text(3), Money().text(0)
        ('-30 peso', '+3', '0')
        """
        amount = Decimal(str(units)) * self.worth
        number = f"{abs(amount):,.2f}".removesuffix(".00")
        mark = "-" if amount < 0 else "+" if sign and amount > 0 else ""
        return f"{mark}{self.before}{number}{' ' if self.after else ''}{self.after}"

    @property
    def heading(self) -> str:
        """The unit of amounts: `units`, or the currency and the worth of a unit."""
        if not (self.before or self.after):
            return "units"
        return f"{self.before or self.after} (a unit is {self.text(1, sign=False)})"


def parse_stake(text: str) -> Money:
    """The worth of a unit from `20 peso`, `€0.50` or `5`.

    Raises:
        StakeError: there is no amount in it, or more than an amount and a currency.
    """
    match = _STAKE.fullmatch(text)
    if match is None or not text.isprintable() or Decimal(match["number"]) == 0:
        shown = "".join(letter if letter.isprintable() else "?" for letter in text)[:40]
        raise StakeError(f"{shown!r} is not a stake: write what a unit is worth, such as '20 peso' or '€0.50'")
    return Money(Decimal(match["number"]), match["before"], match["after"])
