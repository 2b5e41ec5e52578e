"""The question about fees: its document, against simulations of every level, and rules whose answer is known."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions import fees as words
from analyses.questions.fees import FEES, LEVELS, BreakEven, FeesAnswer, table_of, which
from analyses.words.stake import at
from strategies import load_players
from tests.playing import sure
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.simulate import play_job
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate, value
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent


def document(**options: Any) -> FeesAnswer:
    """A small answer."""
    few = {"games": 3600, "level": (0.05, 0.2)}
    return FEES.ask(inquiry(FEES, how=How(workers=1), **(few | options)))


@functools.cache
def example() -> FeesAnswer:
    """One answer, for tests that only look at it."""
    return document(rules="casino_x", games=18_000, level=(0.02, 0.1, 0.3))


def test_levels_of_the_rules_are_played_too() -> None:
    answer = example()
    assert [row.level for row in answer.levels] == [0.0, 0.02, 0.05, 0.1, 0.3]
    assert (answer.knob, answer.own_level, answer.left_out) == ("fees.winnings", 0.05, 0.0)
    assert len(answer.cells) == 5 * 3
    assert answer.same_play
    assert tuple(row.level for row in document(rules="pagat", games=600, level=()).levels) == LEVELS
    with pytest.raises(KeyError):
        answer.at(0.7)


def test_what_the_players_pay_is_what_the_house_gets() -> None:
    answer = example()
    for row in answer.levels:
        mine = [each for each in answer.cells if each.level == row.level]
        assert sum(value(each.pays) for each in mine) == pytest.approx(value(row.house))
        assert sum(value(each.payout) for each in mine) == pytest.approx(-value(row.house))
        assert value(row.each) == pytest.approx(value(row.house) / 3)
    incomes = [value(row.house) for row in answer.levels]
    assert incomes == sorted(incomes)
    assert incomes[0] == 0


@pytest.mark.parametrize(("rules", "knob"), [("casino_x", "fees.winnings"), ("online", "fees.antes")])
def test_numbers_are_those_of_simulations_at_that_fee(rules: str, knob: str) -> None:
    """A second route: whole runs of `simulate` under rules with that fee, in every seating."""
    levels = document(rules=rules, games=600, level=(0.2,), players="greedy,hunter", match_games=5)
    assert levels.table == ("greedy", "hunter", "hunter")
    assert levels.knob == knob
    house = greedy = 0.0
    for seating in ("greedy,hunter,hunter", "hunter,greedy,hunter", "hunter,hunter,greedy"):
        job = Job(load(rules, [f"{knob}=0.2"]), tuple(load_players(seating)), 200, 1, 5, fixed_seats=True)
        answer = play_job(job, How(workers=1, notice=silent)).answer
        house += value(sure(answer.house).income) / 3
        greedy += next(sure(row.payout.mean) for row in answer.players_summary if row.player == "greedy") / 3
    assert value(levels.at(0.2).house) == pytest.approx(house)
    assert value(next(row.payout for row in levels.of("greedy") if row.level == 0.2)) == pytest.approx(greedy)


def test_at_the_break_even_fee_a_player_gets_nothing() -> None:
    """Played: at the fee that is said to break even its payout on the same deals is 0, but for rounding."""
    answer = example()
    row = answer.best
    assert row.player == "caller"
    assert row.gains
    level = round(value(row.level), 6)
    assert 0.05 < level < 1
    low, high = sure(row.level.ci95)
    assert low < level < high
    again = document(rules="casino_x", games=18_000, level=(level,))
    met = next(each for each in again.of("caller") if each.level == level)
    assert value(met.payout) == pytest.approx(0, abs=0.005)
    assert met.verdict == "inconclusive"


def test_a_player_who_gains_needs_longer_the_more_is_taken() -> None:
    answer = example()
    mine = [row for row in answer.of("caller") if row.verdict == "gains"]
    games = [sure(row.games_to_gain) for row in mine]
    assert len(games) >= 3
    assert games == sorted(games)
    for row in mine:
        low, high = row.games_to_gain_ci95
        assert sure(low) <= sure(row.games_to_gain) <= sure(high)
    for row in answer.of("hunter"):
        assert row.verdict == "loses"
        assert (row.games_to_gain, row.games_to_gain_ci95) == (None, (None, None))


def test_which_fee_is_asked_about_and_who_sits_at_the_table() -> None:
    assert which(load("pagat"), "own") == ("fees.winnings", 0.0)
    assert which(load("online"), "own") == ("fees.antes", 0.0)
    assert which(load("online"), "winnings") == ("fees.winnings", 0.15)
    with pytest.raises(QuestionError, match="no ante"):
        which(load("pagat"), "antes")
    a, b = load_players("greedy,caller", None)
    assert (table_of([a]), table_of([a, b])) == ((a, a, a), (a, b, b))
    with pytest.raises(QuestionError, match="not 4"):
        table_of([a, b, a, b])


def test_players_alike_lose_a_third_each() -> None:
    answer = document(rules="casino_x", players="greedy", games=1800)
    (row,) = answer.break_even
    assert not row.gains
    for each in answer.cells:
        assert value(each.payout) == pytest.approx(-value(answer.at(each.level).each))


def test_only_a_certain_gain_is_one() -> None:
    row = BreakEven("x", Estimate(0.5, (0.1, 0.9)), Estimate(2.0), Estimate(0.25))
    assert row.gains
    assert not replace(row, before=Estimate(0.5, (-0.1, 1.1))).gains
    assert not replace(row, before=Estimate(0.5)).gains


def test_says_who_beats_the_house_and_how_long_it_takes() -> None:
    answer = example()
    assert all(each in words.headline(answer) for each in ("casino_x", "5 % of the winnings", "caller gets +"))
    assert all(each in words.headline(document(rules="pagat", games=1800)) for each in ("pagat", "would bring"))
    assert "hunter" in " ".join(words.sentences(answer)).partition("Losing before any fee")[2]
    with at(pace=8.0):
        assert " min at 8 s a turn) at no fee" in " ".join(words.sentences(answer))


def test_house_and_players_add_up_to_nothing_at_every_level() -> None:
    rows = words.fee_points(example())
    for level in dict.fromkeys(row.level for row in rows):
        assert sum(row.mean for row in rows if row.level == level) == pytest.approx(0, abs=1e-9)


def test_only_who_gains_needs_games() -> None:
    rows = words.games_points(example())
    assert {row.player for row in rows} == {"caller"}
    assert all(row.low <= row.games for row in rows)
    wide = [row._replace(games=100**number, high=None) for number, row in enumerate(rows, start=1)]
    scales = [words.draw_to_gain(each).axes[0].get_yscale() for each in (rows, wide)]
    assert scales == ["linear", "log"]
