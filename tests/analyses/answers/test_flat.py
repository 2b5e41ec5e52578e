"""Rows: an estimate is two keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from analyses.answers.flat import FlatRow, value
from tongits_sim.run.answers import AnswerError, Estimate


@dataclass(frozen=True)
class Row(FlatRow):
    """A row for these tests."""

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"other"})

    name: str
    share: Estimate
    other: Estimate | None = None


def test_an_estimate_is_two_keys() -> None:
    row = Row("a", Estimate(0.5, (0.4, 0.6)))
    assert row.to_dict() == {"name": "a", "share": 0.5, "share_ci95": [0.4, 0.6]}
    assert Row.from_dict(row.to_dict()) == row
    both = Row("a", Estimate(None), Estimate(1.0))
    assert list(both.to_dict()) == ["name", "share", "share_ci95", "other", "other_ci95"]
    assert Row.from_dict(both.to_dict()) == both


def test_what_is_no_row_is_refused_with_its_place() -> None:
    with pytest.raises(AnswerError, match=r"rows\[2\]\.share is missing"):
        Row.from_dict({"name": "a"}, "rows[2]")
    with pytest.raises(AnswerError, match=r"share\.mean must be a number, not text"):
        Row.from_dict({"name": "a", "share": "many"})
    with pytest.raises(AnswerError, match="must be an object"):
        Row.from_dict([])  # type: ignore[arg-type]


def test_what_is_not_known_has_no_value() -> None:
    assert value(Estimate(0.25)) == 0.25
    with pytest.raises(ValueError, match="nothing is known"):
        value(Estimate(None))
