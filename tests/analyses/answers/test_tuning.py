"""Tuned players as JSON: read back as they were."""

from __future__ import annotations

import json

import pytest

from analyses.answers.tuning import DeviationGain, TunedAnswer, TunedPlayer
from tongits_sim.run.answers import AnswerError


def tuned() -> TunedAnswer:
    """Something of every kind."""
    gain = DeviationGain("greedy", "greedy(call_at=5)", 0.1, (0.05, 0.15))
    player = TunedPlayer("greedy", "greedy(call_at=5)", {"call_at": 5.0, "challenge_at": 9.0}, ("call_at",))
    return TunedAnswer("pagat", (player,), 3, True, 0.02, (gain,), (gain,), 1200, (2, 3, 4))


def test_json_is_read_back() -> None:
    stored = json.loads(json.dumps(tuned().to_dict()))
    assert TunedAnswer.from_dict(stored) == tuned()
    assert list(stored)[-2:] == ["games", "seeds"]


def test_says_what_is_wrong() -> None:
    stored = tuned().to_dict()
    stored["deviations"][0]["ci95"] = [1]
    with pytest.raises(AnswerError, match=r"deviations\[0\]\.ci95 must be a list of 2"):
        TunedAnswer.from_dict(stored)


def test_one_screen_shows_before_after_and_what_is_left() -> None:
    text, page = repr(tuned()), tuned()._repr_html_()
    assert text.splitlines()[0] == "Tuned for pagat in 3 rounds, in the last nobody moved."
    assert "more than 0.02 units a game" in text
    assert text.splitlines()[-1].split()[:2] == ["greedy", "greedy(call_at=5)"]
    assert page.count("<circle") == 1
