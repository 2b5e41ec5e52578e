"""What a knob is: one house rule that can be turned, the values it takes and the words for them.

A group of knobs is a frozen dataclass whose fields are made by `choice`, `flag`, `whole`, `units` and `share`; all else
(validation, record layout, codes, descriptions, documentation) is read from there.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal, Self, TypeVar

from tongits_sim.rules.errors import RuleError, either, shown, suggestion

Value = bool | int | float | str
Kind = Literal["choice", "flag", "whole", "units", "share"]

MOST_UNITS = 1_000_000
"""The largest amount of money a knob may hold, in units."""

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


E = TypeVar("E", bound=Choice)


@dataclass(frozen=True)
class Knob:
    """One house rule: its name (`call.timing`), rule number, default, values and sentences.

    `texts` holds a sentence for single values, `template` the one for all others, with `{}` for the number. Without a
    template the values of `texts` are the only ones.
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

    @property
    def field_name(self) -> str:
        """The name as a field of a record: `call_timing`."""
        return self.name.replace(".", "_")

    @property
    def allowed(self) -> tuple[Value, ...]:
        """All values, for a knob that has a list of them; else empty."""
        return () if self.template else tuple(self.texts)

    def check(self, value: object) -> Value:
        """The value in its own type (an amount becomes a float). Raises RuleError if it is not one of this knob."""
        if self.kind == "choice":
            return self._check_choice(value)
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise RuleError(f"{self.name} must be true or false, not {shown(value)}.")
            return value
        return self._check_number(value)

    def parse(self, text: str) -> Value:
        """The value written as text, as in `--set call.timing=end`. Raises RuleError."""
        text = text.strip()
        if self.kind == "choice":
            return self.check(text)
        if self.kind == "flag":
            return self.check({"true": True, "false": False}.get(text, text))
        if not _NUMBER.fullmatch(text) or len(text) > 40:
            raise RuleError(f"{self.name} must be {self._wanted()}, not {shown(text)}.")
        return self.check(float(text) if "." in text or self.kind != "whole" else int(text))

    def text(self, value: Value) -> str:
        """The value as people write it: `end`, `true`, `3`, `0.05`."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return format(Decimal(repr(value)).normalize() + 0, "f")
        return str(value)

    def sentence(self, value: Value) -> str:
        """What the value means at the table, in one sentence."""
        if value in self.texts:
            return self.texts[value]
        number = self.text(value)
        if self.kind == "units":
            number += " unit" if value == 1 else " units"
        elif self.kind == "share":
            number = self.text(float(Decimal(number) * 100)) + " per cent"
        return self.template.format(number)

    def encode(self, value: Value) -> int:
        """The whole number a kernel sees: position of a choice, 0 or 1, hundredths of a unit, millionths of a share."""
        if self.choices is not None:
            return list(self.choices).index(self.choices(str(value)))
        return int(Decimal(repr(value)).scaleb(_DECIMALS[self.kind])) if self.kind in _DECIMALS else int(value)

    def _check_choice(self, value: object) -> Choice:
        assert self.choices is not None
        options = [str(option) for option in self.choices]
        if isinstance(value, str) and value in options:
            return self.choices(value)
        hint = suggestion(value, options) if isinstance(value, str) else ""
        raise RuleError(f"{self.name} must be {either(options)}, not {shown(value)}.{hint}")

    def _check_number(self, value: object) -> int | float:
        bad = RuleError(f"{self.name} must be {self._wanted()}, not {shown(value)}.")
        if isinstance(value, bool) or not isinstance(value, int if self.kind == "whole" else int | float):
            raise bad
        if self.allowed and value not in self.allowed:
            raise bad
        if not math.isfinite(value) if isinstance(value, float) else False:
            raise bad
        if not self.allowed and not 0 <= value <= self.highest:
            raise bad
        if self.kind == "whole":
            return int(value)
        if (Decimal(repr(float(value))).scaleb(_DECIMALS[self.kind])) % 1:
            raise bad
        return float(value) + 0.0

    def _wanted(self) -> str:
        if self.allowed:
            return either(self.allowed)
        if self.kind == "whole":
            return f"a whole number from 0 to {self.highest}"
        what = "an amount" if self.kind == "units" else "a share"
        return f"{what} from 0 to {self.highest} with at most {_DECIMALS[self.kind]} decimals"


def choice(default: E, rule: str, title: str) -> E:
    """A knob with named values."""
    texts: dict[Value, str] = {member.value: member.sentence for member in type(default)}
    return _knob("choice", default, rule, title, texts, choices=type(default))  # type: ignore[no-any-return]


def flag(default: bool, rule: str, title: str, *, yes: str, no: str) -> bool:
    """A knob that is true or false."""
    return _knob("flag", default, rule, title, {True: yes, False: no})  # type: ignore[no-any-return]


def whole(
    default: int, rule: str, title: str, template: str = "", *, texts: Mapping[int, str] | None = None, highest: int = 0
) -> int:
    """A whole number from 0 to `highest`; without a template, one of those in `texts`."""
    return _knob("whole", default, rule, title, dict(texts or {}), template, highest)  # type: ignore[no-any-return]


def units(default: float, rule: str, title: str, template: str, *, zero: str) -> float:
    """An amount of money in units, exact to a hundredth (R14.4)."""
    return _knob("units", float(default), rule, title, {0.0: zero}, template, MOST_UNITS)  # type: ignore[no-any-return]


def share(default: float, rule: str, title: str, template: str, *, zero: str) -> float:
    """A part of a sum, 0 to 1, exact to a millionth."""
    return _knob("share", float(default), rule, title, {0.0: zero}, template, 1)  # type: ignore[no-any-return]


def _knob(
    kind: Kind,
    default: Value,
    rule: str,
    title: str,
    texts: Mapping[Any, str],
    template: str = "",
    highest: int = 0,
    choices: type[Choice] | None = None,
) -> Any:
    knob = Knob("", kind, default, rule, title, texts, template, highest, choices)
    return field(default=default, metadata={"knob": knob})


class Group:
    """The base of the knob groups: checks every value when a group is made."""

    def __post_init__(self) -> None:
        for knob in self.knobs():
            name = knob.name.partition(".")[2]
            object.__setattr__(self, name, knob.check(getattr(self, name)))

    @classmethod
    def title(cls) -> str:
        """The group's name in knobs and TOML tables: `stock_out` for `StockOut`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def knobs(cls) -> tuple[Knob, ...]:
        """The group's knobs in the order of the rules' knob table."""
        made: Any = fields(cls)  # type: ignore[arg-type]
        return tuple(replace(f.metadata["knob"], name=f"{cls.title()}.{f.name}") for f in made)
