"""The answer of exposure is read back from its JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analyses.answers.exposure import ExposureAnswer, Insurance, LayBin, LayCell
from tests.analyses.answers.examples import AVERAGES, HEAD
from tongits_sim.run.answers import AnswerError

PARTS: dict[str, Any] = {f"{name}{end}": None for name in ("sunog", "rest", "burned") for end in ("", "_ci95")}


def answer() -> ExposureAnswer:
    """One cell of each kind."""
    own: dict[str, Any] = {"n": 5, "ev_diff": 1.0, "ci95": (0.5, 1.5)} | PARTS
    return ExposureAnswer(
        question="exposure",
        **HEAD,
        hold_turns=0,
        cells=(LayCell(at={"meld": "set", "own_turn": 1}, resolved=False, **own),),
        averages=AVERAGES,
        insurance=(Insurance(bot="all", n=5, payout=1.0, payout_ci95=(0.5, 1.5), **PARTS),),
        by=(LayBin(by="meld", bin="set", **own),),
    )


def test_it_is_read_back() -> None:
    stored = json.loads(json.dumps(answer().to_dict()))
    assert ExposureAnswer.from_dict(stored) == answer()
    assert stored["cells"][0]["meld"] == "set"
    stored["insurance"][0]["bot"] = "nobody"
    with pytest.raises(AnswerError, match="insurance"):
        ExposureAnswer.from_dict(stored)
