"""A tournament in words and tables, and on a page."""

from __future__ import annotations

from dataclasses import replace

from analyses.answers.tournament import LengthRow
from reports.questions import kind_of
from reports.questions import tournament as question
from tests.analyses.test_answers import tournament_some as some
from tongits_sim.run.answers import Estimate


def test_says_who_wins_and_what_luck_costs() -> None:
    answer = some()
    assert kind_of("tournament") is type(answer)
    assert "60.0 % (95 % interval 55.0 to 65.0): each 1.8 times" in question.headline(answer)
    text = " ".join(question.sentences(answer))
    assert "in 66.7 %. So the format leaves 60 % of a lottery's luck." in text
    assert "312 rounds (95 % interval 250 to 400;" in text


def test_a_length_that_was_not_reached_is_said_so() -> None:
    short = some(enough=None, enough_low=None, enough_high=None, lengths=some().lengths[:1])
    assert "90 % take more rounds than were played" in " ".join(question.sentences(short))
    alone = some(enough=None, lengths=(LengthRow(50, Estimate(0.2, (0.15, 0.25)), 500),))
    assert "less often than by lot: alone" in " ".join(question.sentences(alone))
    strong = some(enough=None, lengths=some().lengths[1:])
    assert "are reached by the shortest match played" in " ".join(question.sentences(strong))


def test_points_are_named_where_there_is_no_money() -> None:
    kinds = tuple(replace(kind, payout=Estimate(None), points=Estimate(40.0, (39.0, 41.0))) for kind in some().kinds)
    answer = some(kinds=kinds, knobs={"match.progressive_target": 100}, rules="pagat+progressive")
    text = " ".join(question.sentences(answer))
    assert "a match ends when a score reaches 100" in text
    assert "312 matches" in text
    table = question.tables(answer)[0]
    assert table.headings[2] == "Points a match"
    assert table.rows[0][2].startswith("40")


def test_players_who_are_alike() -> None:
    alike = some(best=None, luck=None, lottery=None, lengths=(), kinds=some().kinds[:1])
    assert question.headline(alike) == "All 9 players are alike: each wins one tournament in 9."
    undecided = some(best=None, luck=None, lottery=None, lengths=())
    assert question.headline(undecided).startswith("Undecided: ")


def test_the_table_holds_every_kind() -> None:
    (kinds,) = question.tables(some())
    assert [row[0] for row in kinds.rows] == ["good", "bad"]
    assert kinds.rows[0][3].startswith("60")
