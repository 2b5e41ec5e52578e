"""Knobs in groups: the makers that state a knob as a dataclass field, and the base of the groups."""

import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any, TypeVar

from tongits_sim.rules.knob import Choice, Kind, Knob, Value

MOST_UNITS = 1_000_000
"""The largest amount of money a knob may hold, in units."""

E = TypeVar("E", bound=Choice)
V = TypeVar("V", bound=Value)


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


def later(knob: V, *, since: int, absent: V) -> V:
    """A knob, made by one of the above, that came with version `since` of the rules (2 or more).

    Rules stored before it mean `absent`, whatever the knob's default is (versions.py).
    """
    made: Any = knob
    stated = replace(made.metadata["knob"], since=since, absent=absent)
    return field(default=stated.default, metadata={"knob": stated})  # type: ignore[no-any-return]


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
