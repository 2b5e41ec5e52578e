"""The answer about sunog as a type: an older or damaged document."""

from __future__ import annotations

from typing import Any

import pytest

from analyses.answers.sunog import BurnedBot, ClockRow, SunogAnswer
from tongits_sim.run.answers import AnswerError

HEAD: dict[str, Any] = {
    "command": "analyze",
    "question": "sunog",
    "rules": "pagat",
    "players": ["a", "b", "c"],
    "games": 5,
    "seed": 1,
}
SHARES = {f"{name}{end}": None for name in ("opened", "burned", "won", "spared") for end in ("", "_ci95")}


def test_empty_answers_are_answers() -> None:
    lists: dict[str, Any] = {name: [] for name in ("deals", "cells", "groups", "by_bot")}
    answer = SunogAnswer.from_dict(HEAD | {"games_played": 5, "extra": 1, "method": {}} | lists)
    assert (answer.players, answer.extra, answer.cells) == (("a", "b", "c"), 1.0, ())
    with pytest.raises(AnswerError, match="games_played is missing"):
        SunogAnswer.from_dict(HEAD)


def test_rows_keep_their_keys() -> None:
    row = {"kind": "all", "group": "", "turn": 0, **SHARES, "waiting": 1.0, "without_meld": 0}
    row |= {"burned_in_the_end": None, "burned_in_the_end_ci95": None}
    assert list(ClockRow.from_dict(row).to_dict()) == list(row)
    with pytest.raises(AnswerError, match="turn must be a whole number"):
        ClockRow.from_dict(row | {"turn": "first"})
    with pytest.raises(AnswerError, match="player is missing"):
        BurnedBot.from_dict({})
