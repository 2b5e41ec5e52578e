"""Knobs: adjustable house rules, their values and the sentences that describe them.

Knobs are defined in the modules of a game's rules with the functions of `group.py`; validation, record layout,
codes, descriptions and documentation are all derived from these definitions.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal, Self

from tongits_sim.any_game.rule_errors import RuleError, either, shown, suggestion

Value = bool | int | float | str
Kind = Literal["choice", "flag", "whole", "units", "share"]

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_DECIMALS: dict[Kind, int] = {"units": 2, "share": 6}


class Choice(StrEnum):
    """The values of a knob, in the order of the rules' knob table; each carries its sentence for players."""

    sentence: str

    def __new__(cls, value: str, sentence: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.sentence = sentence
        return member

    __hash__ = str.__hash__  # a value equals its text, so their hashes must agree


@dataclass(frozen=True)
class Knob:
    """One house rule: its name (`call.timing`), rule number, default, values and sentences.

    `texts` holds sentences for single values, `template` the sentence for all others, with `{}` for the number. Without
    a template only the values of `texts` are allowed.

    `since` is the version of the rules that added the knob, `absent` its value in rules stored before that version.
    Both stay fixed when the default changes later.
    """

    name: str
    kind: Kind
    default: Value
    rule: str
    title: str
    texts: Mapping[Value, str]
    template: str = ""
    highest: int = 0
    choices: type[Choice] | None = None
    since: int = 1
    absent: Value | None = None
    lowest: int = 0

    @property
    def field_name(self) -> str:
        """The name of its field in a `RULES` record: `call_timing`."""
        return self.name.replace(".", "_")

    @property
    def allowed(self) -> tuple[Value, ...]:
        """All values, for a knob with a list of them; else empty."""
        return () if self.template else tuple(self.texts)

    def check(self, value: object) -> Value:
        """Validate a value and convert it to the knob's type (an amount becomes a float).

        Raises:
            RuleError: it is not a value of this knob.
        """
        if self.kind == "choice":
            return self._check_choice(value)
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise RuleError(f"{self.name} must be true or false, not {shown(value)}.")
            return value
        return self._check_number(value)

    def parse(self, text: str) -> Value:
        """Parse a value written as text, as in `--set call.timing=end`.

        Raises:
            RuleError: the text is not a value of this knob.
        """
        text = text.strip()
        if self.kind == "choice":
            return self.check(text)
        if self.kind == "flag":
            return self.check({"true": True, "false": False}.get(text, text))
        if not _NUMBER.fullmatch(text) or len(text) > 40 or Decimal(text) != Decimal(repr(float(text))):
            raise RuleError(f"{self.name} must be {self.wanted()}, not {shown(text)}.")
        return self.check(float(text) if "." in text or self.kind != "whole" else int(text))

    def text(self, value: Value) -> str:
        """The value as text: `end`, `true`, `3`, `0.05`."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return format(Decimal(repr(value)).normalize() + 0, "f")
        return str(value)

    def sentence(self, value: Value) -> str:
        """The meaning of a value at the table, in one sentence."""
        if value in self.texts:
            return self.texts[value]
        number = self.text(value)
        if self.kind == "units":
            number += " unit" if value == 1 else " units"
        elif self.kind == "share":
            number = self.text(float(Decimal(number) * 100)) + " per cent"
        return self.template.format(number)

    def encode(self, value: Value) -> int:
        """The integer that kernels read: position of a choice, 0 or 1, hundredths of a unit, millionths of a share."""
        if self.choices is not None:
            return list(self.choices).index(self.choices(str(value)))
        return int(Decimal(repr(value)).scaleb(_DECIMALS[self.kind])) if self.kind in _DECIMALS else int(value)

    def wanted(self) -> str:
        """The allowed values in words: `a whole number from 0 to 50`."""
        if self.allowed:
            return either([self.text(value) for value in self.allowed])
        if self.kind == "whole":
            return f"a whole number from {self.lowest} to {self.highest}"
        what = "an amount" if self.kind == "units" else "a share"
        return f"{what} from 0 to {self.highest} with at most {_DECIMALS[self.kind]} decimals"

    def _check_choice(self, value: object) -> Choice:
        assert self.choices is not None
        options = [str(option) for option in self.choices]
        if isinstance(value, str) and value in options:
            return self.choices(value)
        hint = suggestion(value, options) if isinstance(value, str) else ""
        raise RuleError(f"{self.name} must be {either(options)}, not {shown(value)}.{hint}")

    def _check_number(self, value: object) -> int | float:
        bad = RuleError(f"{self.name} must be {self.wanted()}, not {shown(value)}.")
        if isinstance(value, bool) or not isinstance(value, int if self.kind == "whole" else int | float):
            raise bad
        if self.allowed and value not in self.allowed:
            raise bad
        if not self.allowed and not self.lowest <= value <= self.highest:  # also refuses NaN and infinity
            raise bad
        if self.kind == "whole":
            return int(value)
        if (Decimal(repr(float(value))).scaleb(_DECIMALS[self.kind])) % 1:
            raise bad
        return float(value) + 0.0
