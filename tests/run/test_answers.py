"""Typed answers to JSON and back, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from tongits_sim.run.answers import Answer, AnswerError, Estimate, Limits


@dataclass(frozen=True)
class Row(Answer):
    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"rank"})

    player: str
    with_: str
    payout: Estimate
    verdict: Literal["better", "worse"] | None = None
    rank: int | None = None


@dataclass(frozen=True)
class Whole(Answer):
    command: str
    rows: tuple[Row, ...]
    knobs: Mapping[str, Any]
    shares: Mapping[str, float]
    limits: Limits | None
    sure: bool = False


WHOLE = Whole(
    command="toy",
    rows=(Row("greedy", "caller", Estimate(0.5, (0.25, 0.75)), "better", 1), Row("x", "y", Estimate(None))),
    knobs={"call.timing": "end", "jokers.count": 0},
    shares={"draw": 0.5},
    limits=None,
)


def test_json_and_back() -> None:
    document = json.loads(json.dumps(WHOLE.to_dict()))
    assert document["rows"][0]["with"] == "caller"
    assert "with_" not in document["rows"][0]
    assert "rank" not in document["rows"][1]
    assert document["rows"][1]["verdict"] is None
    assert document["limits"] is None
    assert Whole.from_dict(document) == WHOLE
    assert Whole.from_dict(document).to_dict() == document


def test_what_is_not_known_is_passed_over_and_what_is_missing_has_its_default() -> None:
    document = WHOLE.to_dict() | {"later": 1}
    del document["sure"]
    assert Whole.from_dict(document) == WHOLE


def test_whole_numbers_are_numbers() -> None:
    assert Estimate.from_dict({"mean": 1, "ci95": [0, 2]}) == Estimate(1.0, (0.0, 2.0))
    assert type(Estimate.from_dict({"mean": 1}).mean) is float


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"command": 3}, "command must be text, not 3"),
        ({"rows": "ab"}, "rows must be a list, not text"),
        ({"rows": [7]}, "rows[0] must be an object, not 7"),
        ({"rows": [{"player": "a", "with": "b"}]}, "rows[0].payout is missing"),
        ({"rows": [{"player": "a", "with": "b", "payout": {"mean": "1"}}]}, "rows[0].payout.mean must be a number"),
        ({"limits": [1]}, "limits must be a list of 2, not a list"),
        ({"limits": [1, 10**400]}, "limits[1] must be a finite number, not a number too large"),
        ({"limits": [1, float("nan")]}, "limits[1] must be a finite number"),
        ({"sure": 1}, "sure must be true or false, not 1"),
        ({"shares": {"draw": True}}, "shares.draw must be a number, not true"),
        ({"knobs": []}, "knobs must be an object, not a list"),
        ({"rows": [{"player": "a", "with": "b", "payout": {"mean": 1}, "verdict": "best"}]}, "must be 'better' or"),
    ],
)
def test_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(AnswerError) as error:
        Whole.from_dict(WHOLE.to_dict() | change)
    assert message in str(error.value)


def test_not_an_object() -> None:
    with pytest.raises(AnswerError, match="the answer must be an object, not null"):
        Whole.from_dict(None)  # type: ignore[arg-type]


def test_estimates() -> None:
    sure, unsure, unknown = Estimate(1.0, (0.5, 1.5)), Estimate(1.0, (-0.5, 2.5)), Estimate(1.0)
    assert (sure.half_width, unsure.half_width, unknown.half_width) == (0.5, 1.5, None)
    assert (sure.decided, unsure.decided, unknown.decided) == (True, False, False)
