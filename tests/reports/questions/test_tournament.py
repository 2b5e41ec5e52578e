"""A tournament on a screen."""

from __future__ import annotations

from dataclasses import replace

from analyses.answers.tournament import LengthRow
from reports.questions import kind_of
from reports.questions import tournament as question
from tests.analyses.test_answers import tournament_some as some
from tongits_sim.run.answers import Estimate


def test_says_who_wins_and_how_long_a_fair_match_is() -> None:
    answer = some()
    assert kind_of("tournament") is type(answer)
    assert "wins the title: 60 % (by lot" in question.headline(answer)
    assert "from 312 rounds on (250 to 400)" in question.screen(answer).notes[0]
    assert any("60" in text and "lottery" in text for text in question.about(answer))


def test_a_length_that_was_not_reached_is_said_so() -> None:
    short = some(enough=None, enough_low=None, enough_high=None, lengths=some().lengths[:1])
    assert "only after more than" in question.screen(short).notes[0]
    alone = some(enough=None, lengths=(LengthRow(50, Estimate(0.95, (0.92, 0.97)), 500),))
    assert "from 50 rounds on" in question.screen(alone).notes[0]


def test_points_are_named_where_there_is_no_money() -> None:
    kinds = tuple(replace(kind, payout=Estimate(None), points=Estimate(40.0, (39.0, 41.0))) for kind in some().kinds)
    answer = some(kinds=kinds, knobs={"match.progressive_target": 100}, rules="pagat+progressive")
    assert any("reaches 100 points" in text for text in question.about(answer))
    assert "312 matches" in question.screen(answer).notes[0]
    table = next(each for each in question.tables(answer) if each.key == "kinds")
    assert table.headings[2] == "points a match"
    assert table.rows[0][2].startswith("40")


def test_players_who_are_alike() -> None:
    alike = some(best=None, luck=None, lottery=None, lengths=(), kinds=some().kinds[:1])
    assert question.headline(alike) == "All 9 players are alike: each wins one tournament in 9."
    undecided = some(best=None, luck=None, lottery=None, lengths=())
    assert "too close to call" in question.headline(undecided)
