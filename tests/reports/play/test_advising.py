"""The rollouts of `tongits advise` at the table: every action of the person is one of theirs."""

from __future__ import annotations

import random

import pytest

from reports.play.advising import usual_adviser
from tests.live.people import a_match, legal_events
from tongits_sim.errors import TongitsError


def test_advises_on_what_can_be_done_and_knows_nothing_hidden() -> None:
    match, chance = a_match("pagat", seed=5, bots="expert,greedy"), random.Random(3)
    adviser = usual_adviser(match)
    assert [player.label for player in adviser.against] == ["expert", "greedy", "solved"]  # type: ignore[attr-defined]
    match.deal()
    looked = 0
    while not match.over and looked < 4:
        advice = adviser.advise(match, 0.2)
        assert advice is not None
        events = legal_events(match)
        if advice.verdict != "forced":
            looked += 1
            assert any(advice.choice(event) is advice.choices[0] for event in events), advice.choices[0]
            assert all(choice.cost >= 0 for choice in advice.choices)
            assert advice.choices[0].cost == 0
            assert advice.why
        match.act(chance.choice(events))
    assert looked


def test_there_is_no_advice_where_points_are_no_money() -> None:
    match = a_match("pagat+progressive", seed=1)
    match.deal()
    with pytest.raises(TongitsError, match="score"):
        usual_adviser(match).advise(match, 0.1)
