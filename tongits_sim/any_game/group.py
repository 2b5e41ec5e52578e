"""Groups of knobs: functions that define a knob as a dataclass field, and the base class of the groups."""

import functools
import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any, TypeVar

from tongits_sim.any_game.knob import Choice, Kind, Knob, Value

MOST_UNITS = 1_000_000
"""The largest amount of money a knob may hold, in units."""

E = TypeVar("E", bound=Choice)
V = TypeVar("V", bound=Value)


def choice(default: E, rule: str, title: str) -> E:
    """A knob with named values."""
    texts: dict[Value, str] = {member.value: member.sentence for member in type(default)}
    return _knob("choice", default, rule, title, texts, choices=type(default))  # type: ignore[no-any-return]


def flag(default: bool, rule: str, title: str, *, yes: str, no: str) -> bool:
    """A knob that is true or false.

    Args:
        default: the default value.
        rule: number of the rule, such as `R9`.
        title: what the knob decides.
        yes: the sentence for true.
        no: the sentence for false.
    """
    return _knob("flag", default, rule, title, {True: yes, False: no})  # type: ignore[no-any-return]


def whole(
    default: int,
    rule: str,
    title: str,
    template: str = "",
    *,
    texts: Mapping[int, str] | None = None,
    lowest: int = 0,
    highest: int = 0,
) -> int:
    """A knob that is a whole number from `lowest` to `highest`; without a template, one of those in `texts`.

    Args:
        default: the default value.
        rule: number of the rule, such as `R9`.
        title: what the knob decides.
        template: the sentence for a number, with `{}` for it.
        texts: sentences for single values.
        lowest: the smallest value.
        highest: the largest value.
    """
    return _knob("whole", default, rule, title, dict(texts or {}), template, highest, lowest=lowest)  # type: ignore[no-any-return]


def units(default: float, rule: str, title: str, template: str, *, zero: str) -> float:
    """A knob that is an amount of money in units, exact to a hundredth.

    Args:
        default: the default value.
        rule: number of the rule, such as `R9`.
        title: what the knob decides.
        template: the sentence for an amount, with `{}` for it.
        zero: the sentence for 0.
    """
    return _knob("units", float(default), rule, title, {0.0: zero}, template, MOST_UNITS)  # type: ignore[no-any-return]


def share(default: float, rule: str, title: str, template: str, *, zero: str) -> float:
    """A knob that is a share from 0 to 1, exact to a millionth.

    Args:
        default: the default value.
        rule: number of the rule, such as `R9`.
        title: what the knob decides.
        template: the sentence for a share, with `{}` for it.
        zero: the sentence for 0.
    """
    return _knob("share", float(default), rule, title, {0.0: zero}, template, 1)  # type: ignore[no-any-return]


def later(knob: V, *, since: int, absent: V) -> V:
    """A knob, defined by one of the functions above, that was added in version `since` of the rules (2 or later).

    In rules stored before that version it has the value `absent`, whatever its default.
    """
    definition: Any = knob
    dated = replace(definition.metadata["knob"], since=since, absent=absent)
    return field(default=dated.default, metadata={"knob": dated})  # type: ignore[no-any-return]


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
    """The base class of the knob groups; validates every value."""

    def __post_init__(self) -> None:
        for knob in self.knobs():
            name = knob.name.partition(".")[2]
            object.__setattr__(self, name, knob.check(getattr(self, name)))

    @classmethod
    @functools.cache
    def title(cls) -> str:
        """The group's name in knobs and TOML tables: `stock_out` for `StockOut`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    @functools.cache
    def knobs(cls) -> tuple[Knob, ...]:
        """The group's knobs in the order of the rules' knob table."""
        definitions: Any = fields(cls)  # type: ignore[arg-type]
        return tuple(replace(f.metadata["knob"], name=f"{cls.title()}.{f.name}") for f in definitions)
