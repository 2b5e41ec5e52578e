"""Typed answers: frozen dataclasses that are written as JSON and read back.

A field of an answer is a key of its JSON, under the same name; the field of a key that is a Python keyword ends in an
underscore (`with_` is the key `with`). Fields are plain values, other answers, tuples and mappings of these, or None. A
stored answer that lacks a field gets its default; a value of the wrong type is refused with its place in the document.
"""

from __future__ import annotations

import dataclasses
import functools
import keyword
import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin

from tongits_sim.errors import TongitsError

Limits = tuple[float, float]
"""Low and high end of an interval."""

_PLAIN: dict[Any, str] = {float: "a number", int: "a whole number", str: "text", bool: "true or false"}
_KINDS: dict[type, str] = {str: "text", list: "a list", dict: "an object"}


class AnswerError(TongitsError):
    """A document that does not fit the type of the answer; the message names the first wrong value."""


class Answer:
    """Base of the frozen dataclasses that hold an answer or a part of one."""

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset()
    """Fields that the JSON leaves out where they are None; all others stand there as null."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/reference/formats.md)."""
        values = {}
        for name, key in _keys(_any(type(self))):
            value = getattr(self, name)
            if value is not None or name not in self.LEFT_OUT:
                values[key] = as_json(value)
        return values

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], where: str = "") -> Self:
        """Read an answer from a document that `to_dict` made; unknown keys are ignored.

        Args:
            document: the parsed JSON.
            where: the place of the document in a larger one, for messages.

        Raises:
            AnswerError: a value is missing or of the wrong type.
        """
        if not isinstance(document, Mapping):
            raise AnswerError(f"{where or 'the answer'} must be an object, not {_kind(document)}")
        kind = _any(cls)
        hints, values = _hints(kind), {}
        for name, key in _keys(kind):
            if key in document:
                values[name] = read(hints[name], document[key], f"{where}.{key}" if where else key)
            elif name not in _optional(kind):
                raise AnswerError(f"{f'{where}.{key}' if where else key} is missing")
        return cls(**values)


@dataclass(frozen=True)
class Estimate(Answer):
    """A value with its 95 % interval; None where it is not known.

    Attributes:
        mean: the estimate.
        ci95: limits of the interval; None where the data do not vary enough for one.
    """

    mean: float | None
    ci95: Limits | None = None

    @classmethod
    def of(cls, interval: Sequence[Any]) -> Estimate:
        """The estimate of an interval (`stats.Interval`: estimate, low, high); None for numbers that are not finite."""
        mean, low, high = map(float, interval[:3])
        limits = (low, high) if math.isfinite(low) and math.isfinite(high) else None
        return Estimate(mean if math.isfinite(mean) else None, limits)

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval."""
        return None if self.ci95 is None else (self.ci95[1] - self.ci95[0]) / 2

    @property
    def decided(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.ci95 is not None and not self.ci95[0] <= 0 <= self.ci95[1]


UNKNOWN = Estimate(None)
"""The estimate of an unknown value."""


def finite(number: Any) -> float | None:
    """A number as JSON holds it: None if it is not finite."""
    return float(number) if math.isfinite(number) else None


def value(estimate: Estimate) -> float:
    """The mean of an estimate. Raises ValueError if it has none."""
    if estimate.mean is None:
        raise ValueError("this estimate has no mean")
    return estimate.mean


def flat(row: Answer | Mapping[str, Any]) -> dict[str, Any]:
    """A row as one level of columns, for CSV and data frames.

    An estimate `x` is the columns `x`, `x_low` and `x_high`, limits `x_ci95` alone the last two, the members of a group
    a column each, a list one text.

    >>> flat({"x": Estimate(1.5, (1.0, 2.0)), "rank_ci95": None, "parts": {"base": 3.0}, "slots": [0, 2]})
    {'x': 1.5, 'x_low': 1.0, 'x_high': 2.0, 'rank_low': None, 'rank_high': None, 'parts_base': 3.0, 'slots': '0 2'}
    """
    columns: dict[str, Any] = {}
    for key, each in as_json(row).items():
        if isinstance(each, dict) and each.keys() >= {"mean", "ci95"}:
            rest = {f"{key}_{inner}": cell for inner, cell in each.items() if inner != "mean"}
            columns |= {key: each["mean"], **flat(rest)}
        elif isinstance(each, dict):
            columns |= flat({f"{key}_{inner}": cell for inner, cell in each.items()})
        elif key == "ci95" or key.endswith("_ci95"):
            name = key.removesuffix("_ci95")
            columns[f"{name}_low"], columns[f"{name}_high"] = each or (None, None)
        else:
            columns[key] = " ".join(map(str, each)) if isinstance(each, list) else each
    return columns


def _any(cls: type) -> Any:
    """A class as an argument of a cached function: a type checker does not see that it can be hashed."""
    return cls


def as_json(value: Any) -> Any:
    """A value of an answer as JSON holds it: answers and mappings as objects, sequences as lists."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Answer):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: as_json(each) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [as_json(each) for each in value]
    return value


def read(kind: Any, value: Any, where: str) -> Any:
    """Convert a JSON value to the type of a field: an answer, a tuple, a mapping, a plain value. Raises AnswerError."""
    if kind is Any:
        return value
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _read_union(parts, value, where)
    if origin is Literal:
        return value if value in parts else _refuse(" or ".join(map(repr, parts)), value, where)
    if origin is tuple:
        return _read_tuple(parts, value, where)
    if origin in (Mapping, dict, typing.Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if not isinstance(value, Mapping):
            _refuse("an object", value, where)
        return {key: read(parts[1], each, f"{where}.{key}") for key, each in value.items()}
    if isinstance(kind, type) and issubclass(kind, Answer):
        return kind.from_dict(value, where)
    return _read_plain(kind, value, where)


def _read_union(parts: tuple[Any, ...], value: Any, where: str) -> Any:
    if value is None and type(None) in parts:
        return None
    kinds = [part for part in parts if part is not type(None)]
    for part in kinds[:-1]:
        try:
            return read(part, value, where)
        except AnswerError:
            continue
    return read(kinds[-1], value, where)


def _read_tuple(parts: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        _refuse("a list", value, where)
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(read(parts[0], each, f"{where}[{at}]") for at, each in enumerate(value))
    if len(value) != len(parts):
        _refuse(f"a list of {len(parts)}", value, where)
    return tuple(read(part, each, f"{where}[{at}]") for at, (part, each) in enumerate(zip(parts, value, strict=True)))


def _read_plain(kind: Any, value: Any, where: str) -> Any:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        return number if math.isfinite(number) else _refuse("a finite number", value, where)
    if kind in (int, str, bool) and type(value) is kind:
        return value
    return _refuse(_PLAIN[kind], value, where)


def _refuse(wanted: str, value: Any, where: str) -> Any:
    raise AnswerError(f"{where} must be {wanted}, not {_kind(value)}")


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:.6g}" if abs(value) < 1e300 else "a number too large"
    return _KINDS.get(type(value), type(value).__name__)


@functools.cache
def _keys(cls: Any) -> tuple[tuple[str, str], ...]:
    """Names of the fields and their keys."""
    names = [each.name for each in dataclasses.fields(cls)]
    return tuple((name, name[:-1] if keyword.iskeyword(name[:-1]) and name[-1] == "_" else name) for name in names)


@functools.cache
def _optional(cls: Any) -> frozenset[str]:
    """Fields that have a default."""
    missing = dataclasses.MISSING
    return frozenset(
        each.name
        for each in dataclasses.fields(cls)
        if each.default is not missing or each.default_factory is not missing
    )


@functools.cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)
