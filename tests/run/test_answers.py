from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from tongits_sim.run.answers import Answer, Estimate, Limits


@dataclass(frozen=True)
class Row(Answer):
    player: str
    payout: Estimate
    verdict: Literal["better", "worse"] | None = None


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
    rows=(Row("greedy", Estimate(0.5, (0.25, 0.75)), "better"), Row("x", Estimate(None))),
    knobs={"call.timing": "end", "jokers.count": 0},
    shares={"draw": 0.5},
    limits=None,
)


def test_values_that_json_lacks_are_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        replace(WHOLE, shares={"draw": float("nan")}).to_dict()


def test_unknown_keys_are_ignored_and_missing_ones_have_defaults() -> None:
    document = WHOLE.to_dict() | {"later": 1}
    del document["sure"]
    assert Whole.from_dict(document) == WHOLE


def test_whole_numbers_are_numbers() -> None:
    assert Estimate.from_dict({"mean": 1, "ci95": [0, 2]}) == Estimate(1.0, (0.0, 2.0))
    assert type(Estimate.from_dict({"mean": 1}).mean) is float


def test_estimates() -> None:
    sure = Estimate(1.0, (0.5, 1.5))
    unsure = Estimate(1.0, (-0.5, 2.5))
    unknown = Estimate(1.0)
    assert (sure.half_width, unsure.half_width, unknown.half_width) == (0.5, 1.5, None)
    assert (sure.excludes_zero, unsure.excludes_zero, unknown.excludes_zero) == (True, False, False)
