"""Rows of tables as types: an estimate in a row is two keys of its JSON, `name` and `name_ci95`."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, Union, get_args, get_origin, get_type_hints

from tongits_sim.run.answers import Answer, Estimate

LIMITS = "_ci95"


@dataclass(frozen=True)
class FlatRow(Answer):
    """Base of rows: a field `burned` that is an `Estimate` becomes the keys `burned` and `burned_ci95`.

    A field that may be None instead of an estimate, and is in `LEFT_OUT`, loses both keys.
    """

    LIMITS_OF: ClassVar[Mapping[str, str]] = {}
    """Keys of limits that have another name than `FIELD_ci95`, by field."""

    def to_dict(self) -> dict[str, Any]:
        """The row as JSON holds it."""
        row: dict[str, Any] = {}
        estimates = _estimates(_any(type(self)))
        for key, field in super().to_dict().items():
            if key in estimates:
                row[key], row[self.limits_key(key)] = (None, None) if field is None else (field["mean"], field["ci95"])
            else:
                row[key] = field
        return row

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], where: str = "") -> Self:
        """The row that `to_dict` made the document of. Raises AnswerError."""
        nested = document
        if isinstance(document, Mapping):
            nested = dict(document)
            for name in _estimates(_any(cls)) & nested.keys():
                nested[name] = {"mean": nested[name], "ci95": nested.get(cls.limits_key(name))}
        return super().from_dict(nested, where)

    @classmethod
    def limits_key(cls, key: str) -> str:
        """The key of the limits of an estimate."""
        return cls.LIMITS_OF.get(key, key + LIMITS)


def value(estimate: Estimate) -> float:
    """The mean of an estimate that is known. Raises ValueError if it is not."""
    if estimate.mean is None:
        raise ValueError("nothing is known of this estimate")
    return estimate.mean


def _any(cls: type) -> Any:
    """A class as an argument of a cached function: a type checker does not see that it can be hashed."""
    return cls


@functools.cache
def _estimates(cls: Any) -> frozenset[str]:
    """Names of the fields that are estimates."""
    hints = get_type_hints(cls)
    return frozenset(each.name for each in dataclasses.fields(cls) if _is_estimate(hints[each.name]))


def _is_estimate(kind: Any) -> bool:
    parts = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    return any(isinstance(part, type) and issubclass(part, Estimate) for part in parts)
