"""A knob is one house rule with its kind, bounds and sentences; groups collect knobs."""

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal, Self, TypeVar

from tongits_sim.errors import TongitsError
from tongits_sim.run.numbers import abbreviated


class RuleError(TongitsError):
    """An invalid rule set, knob or value; the message says what to write instead."""


def suggestion(word: str, options: Iterable[str]) -> str:
    """`" Did you mean 'x'?"` for the option nearest to `word`; empty if no option is near."""
    from difflib import get_close_matches  # only an error needs it

    near = get_close_matches(word.lower()[:100], list(options), n=1)
    return f" Did you mean '{near[0]}'?" if near else ""


def either(options: Iterable[object]) -> str:
    """Join options: `a, b or c`."""
    *first, last = [str(option) for option in options]
    return f"{', '.join(first)} or {last}" if first else last


Value = bool | int | float | str
Kind = Literal["choice", "flag", "whole", "units", "share", "payout"]

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_DECIMALS: dict[Kind, int] = {"units": 2, "share": 6}


class Choice(StrEnum):
    """The values of a knob, each with its sentence for players; a subclass lists them in the knob table's order."""

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

    `texts` holds sentences of single values, `template` the sentence of other numbers, with `{}` for the number.
    Without a template, only the values in `texts` are allowed.
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
    lowest: int = 0

    @property
    def field_name(self) -> str:
        """The field in a `RULES` record: `call_timing`."""
        return self.name.replace(".", "_")

    @property
    def allowed(self) -> tuple[Value, ...]:
        """All values, if the knob lists them; else empty."""
        return () if self.template else tuple(self.texts)

    def check(self, value: object) -> Value:
        """Validate a value and convert it to the knob's type; amounts become floats. Raises RuleError."""
        if self.kind == "choice":
            return self._check_choice(value)
        if self.kind == "flag":
            if not isinstance(value, bool):
                raise RuleError(f"{self.name} must be true or false, not {abbreviated(value)}.")
            return value
        return self._check_number(value)

    def parse(self, text: str) -> Value:
        """Parse a value, as in `--set call.timing=end`. Raises RuleError."""
        text = text.strip()
        if self.kind == "choice":
            return self.check(text)
        if self.kind == "flag":
            return self.check({"true": True, "false": False}.get(text, text))
        if not _NUMBER.fullmatch(text) or len(text) > 40 or Decimal(text) != Decimal(repr(float(text))):
            raise RuleError(f"{self.name} must be {self.expected()}, not {abbreviated(text)}.")
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
        """The integer for kernels: a choice's position, 0 or 1, hundredths of a unit, or millionths of a share."""
        if self.choices is not None:
            return list(self.choices).index(self.choices(str(value)))
        return int(Decimal(repr(value)).scaleb(_DECIMALS[self.kind])) if self.kind in _DECIMALS else int(value)

    def expected(self) -> str:
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
        raise RuleError(f"{self.name} must be {either(options)}, not {abbreviated(value)}.{hint}")

    def _check_number(self, value: object) -> int | float:
        bad = RuleError(f"{self.name} must be {self.expected()}, not {abbreviated(value)}.")
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


MAX_UNITS = 1_000_000
"""The largest amount of money a knob may hold, in units."""

E = TypeVar("E", bound=Choice)


def choice(default: E, rule: str, title: str) -> E:
    """A knob with the values of an enumeration; the default states which."""
    texts: dict[Value, str] = {member.value: member.sentence for member in type(default)}
    return _knob("choice", default, rule, title, texts, choices=type(default))  # type: ignore[no-any-return]


def flag(default: bool, rule: str, title: str, *, yes: str, no: str) -> bool:
    """A knob that is true or false; `yes` and `no` are its sentences."""
    return _knob("flag", default, rule, title, {True: yes, False: no})  # type: ignore[no-any-return]


def integer(
    default: int,
    rule: str,
    title: str,
    template: str = "",
    *,
    texts: Mapping[int, str] | None = None,
    lowest: int = 0,
    highest: int = 0,
) -> int:
    """A knob that is a whole number from `lowest` to `highest`; without a template, a number in `texts`."""
    return _knob("whole", default, rule, title, dict(texts or {}), template, highest, lowest=lowest)  # type: ignore[no-any-return]


def units(default: float, rule: str, title: str, template: str, *, zero: str) -> float:
    """A knob that is an amount of money in units, exact to a hundredth; `zero` is the sentence of 0."""
    return _knob("units", float(default), rule, title, {0.0: zero}, template, MAX_UNITS)  # type: ignore[no-any-return]


def share(default: float, rule: str, title: str, template: str, *, zero: str) -> float:
    """A knob that is a share from 0 to 1, exact to a millionth; `zero` is the sentence of 0."""
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
    lowest: int = 0,
) -> Any:
    knob = Knob("", kind, default, rule, title, texts, template, highest, choices, lowest=lowest)
    return field(default=default, metadata={"knob": knob})


class Group:
    """The base class of knob groups; validates every value."""

    def __post_init__(self) -> None:
        for knob in self.knobs():
            name = knob.name.partition(".")[2]
            object.__setattr__(self, name, knob.check(getattr(self, name)))

    @classmethod
    @functools.cache
    def title(cls) -> str:
        """`stock_out` for `StockOut`, as in names of knobs and in TOML tables."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    @functools.cache
    def knobs(cls) -> tuple[Knob, ...]:
        """The group's knobs in the order of the rules' knob table."""
        definitions: Any = fields(cls)  # type: ignore[arg-type]
        return tuple(replace(f.metadata["knob"], name=f"{cls.title()}.{f.name}") for f in definitions)
