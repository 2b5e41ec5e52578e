"""Typed answers: frozen dataclasses that are written as JSON and read back by msgspec.

A field is a key of the JSON. Fields are plain values, answers, tuples and mappings, or None. A stored answer may lack
fields that have defaults. A value of a wrong type is refused, and the message names its place.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, SupportsFloat

import msgspec

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import Json
from tongits_sim.version import VERSION

if TYPE_CHECKING:
    import polars as pl

Limits = tuple[float, float]
"""Low and high end of an interval."""

_PLACED = re.compile(r"(?P<wrong>.*?)(?: - at `(?:key` in `)?\$\.?(?P<place>.*)`)?", re.DOTALL)
"""The message of msgspec about a refused value."""


class AnswerError(TongitsError):
    """A document that does not fit the type of an answer; the message names the first wrong value."""


class Answer:
    """Base of the frozen dataclasses that hold an answer or a part of one."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as a JSON object (docs/reference/formats.md)."""
        document: dict[str, Any] = as_json(self)
        return document

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Read a document of `to_dict`; unknown keys are ignored. Raises AnswerError: a value is missing or of a wrong
        type.
        """
        try:
            return msgspec.convert(document, cls)
        except msgspec.ValidationError as error:
            found = _PLACED.fullmatch(str(error))
            wrong, place = found.group("wrong", "place") if found else (str(error), None)
            raise AnswerError(f"{place or 'the answer'}: {wrong[:1].lower()}{wrong[1:]}") from None


FORMAT = "tongits-answer/1"
"""The format of every JSON document that a command prints or an answer's folder holds."""


@dataclass(frozen=True)
class RunFacts(Answer):
    """How an answer was computed: all that differs between two documents of the same question."""

    workers: int | None = None  # how many played at a time; None if that is not known
    elapsed_s: float = 0.0  # seconds
    games_per_second: float | None = None  # None if no game was played now
    out: str | None = None  # the run folder


@dataclass(frozen=True, kw_only=True)
class Document(Answer):
    """Base of the answers that are a JSON document of their own."""

    format: str = FORMAT
    version: str = VERSION  # of the program
    run: RunFacts = RunFacts()


def as_json(value: object) -> Json:
    """Convert a value for JSON: answers and mappings become objects, sequences lists.

    Raises ValueError if a number is not finite; msgspec would silently write null.
    """
    return json.loads(json.dumps(msgspec.to_builtins(value, enc_hook=_plain), allow_nan=False))


def _plain(value: Any) -> Any:
    """Convert types that msgspec does not know: numpy's numbers, other mappings and sequences."""
    if isinstance(value, Mapping):
        return dict(value)
    return value.item() if hasattr(value, "item") else list(value)


@dataclass(frozen=True)
class Estimate(Answer):
    """A value with its 95 % interval."""

    mean: float | None  # None: not known
    ci95: Limits | None = None  # None: the data do not vary enough

    @classmethod
    def of(cls, interval: Sequence[SupportsFloat]) -> Estimate:
        """Convert a `stats.Interval` (estimate, low, high); numbers that are not finite become None."""
        mean, low, high = map(float, interval[:3])
        limits = (low, high) if math.isfinite(low) and math.isfinite(high) else None
        return Estimate(mean if math.isfinite(mean) else None, limits)

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval; None if it has none."""
        return None if self.ci95 is None else (self.ci95[1] - self.ci95[0]) / 2

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies on one side of zero."""
        return self.ci95 is not None and not self.ci95[0] <= 0 <= self.ci95[1]


UNKNOWN = Estimate(None)
"""The estimate of an unknown value."""


def finite(number: SupportsFloat) -> float | None:
    """A number for JSON; None if it is not finite."""
    return float(number) if math.isfinite(number) else None


def mean_of(estimate: Estimate) -> float:
    """The mean of an estimate. Raises ValueError if it is not known."""
    if estimate.mean is None:
        raise ValueError("this estimate has no mean")
    return estimate.mean


def flat(row: Answer | Mapping[str, Any]) -> dict[str, Any]:
    """Flatten a row into columns, for CSV and data frames.

    An estimate `x` becomes the columns `x`, `x_low` and `x_high`, and limits `x_ci95` the last two. A group becomes a
    column for each member, coordinates (`at`) keep their names, and a list becomes a text.

    >>> flat({"x": Estimate(1.5, (1.0, 2.0)), "rank_ci95": None, "parts": {"base": 3.0}, "slots": [0, 2]})
    {'x': 1.5, 'x_low': 1.0, 'x_high': 2.0, 'rank_low': None, 'rank_high': None, 'parts_base': 3.0, 'slots': '0 2'}
    """
    columns: dict[str, Any] = {}
    for key, cell in as_json(row).items():
        if key == "at":
            columns |= cell
        elif isinstance(cell, dict) and cell.keys() >= {"mean", "ci95"}:
            rest = {f"{key}_{inner}": part for inner, part in cell.items() if inner != "mean"}
            columns |= {key: cell["mean"], **flat(rest)}
        elif isinstance(cell, dict):
            columns |= flat({f"{key}_{inner}": part for inner, part in cell.items()})
        elif key == "ci95" or key.endswith("_ci95"):
            name = key.removesuffix("_ci95")
            columns[f"{name}_low"], columns[f"{name}_high"] = cell or (None, None)
        else:
            columns[key] = " ".join(map(str, cell)) if isinstance(cell, list) else cell
    return columns


def frame(rows: Iterable[Answer | Mapping[str, Any]]) -> pl.DataFrame:
    """Rows as a polars data frame with the columns of `flat`."""
    import polars as pl

    return pl.DataFrame([flat(row) for row in rows], infer_schema_length=None)
