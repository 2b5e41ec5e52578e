"""The answer of challenges is read back from its JSON."""

from __future__ import annotations

import json

from analyses.answers.challenges import ChallengesAnswer
from tests.analyses.answers.examples import challenges


def test_it_is_read_back() -> None:
    answer = challenges((1.0, -1.0))
    assert ChallengesAnswer.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer


def test_an_older_threshold_has_no_gain() -> None:
    stored = challenges((1.0, -1.0)).to_dict()
    for name in ("gain", "gain_from", "challenge_from"):
        del stored["thresholds"][0][name]
    assert ChallengesAnswer.from_dict(stored).thresholds[0].gain is None
