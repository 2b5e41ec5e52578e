"""Blocks of tournaments: the same whatever the cut, and faults with their place."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.events.events import form, job, play
from tests.playing import BAD_BOTS
from tongits_sim.designs.events.format import read_format
from tongits_sim.designs.events.totals import EventTotals
from tongits_sim.designs.events.worker import Worker
from tongits_sim.run.work import Block

LONG = ({"name": "One", "players": 18, "rounds": 200},)
"""A stage whose matches always end before their last game, played for points."""


def plain(totals: EventTotals) -> dict[str, list[object]]:
    """The arrays as lists."""
    return {name: np.asarray(totals[name]).tolist() for name in totals}


def test_neither_cut_nor_workers_change_a_number() -> None:
    what = job()
    whole = plain(play(what))
    assert whole == plain(play(what, block_size=1))
    assert whole == plain(play(what, workers=2, block_size=4))


def test_counts_hold_every_player_and_every_title() -> None:
    totals = play(job())
    assert totals["titles"].sum() == totals["events"][0] == 6
    assert totals["games"][0] == 6 * form().games
    assert totals["reached"].sum(axis=1).tolist() == [6 * stage.players for stage in form().stages]
    assert totals["reached"][0].tolist() == [36, 36, 36]
    assert totals["paid"].sum() == 0


def test_who_never_wins_a_game_wins_no_title() -> None:
    totals = play(job("greedy,random", (9, 9), events=40))
    assert totals["titles"][0] > 35
    assert totals["paid"][0] > 0 > totals["paid"][1]


def test_progressive_matches_are_played_for_the_fewest_points() -> None:
    what = job("greedy,random", (9, 9), events=20, rules="pagat+progressive")
    totals = play(what)
    assert plain(totals) == plain(play(what, workers=2, block_size=3))
    assert totals["titles"][0] > 15
    assert totals["paid"][1] < totals["paid"][0] < 0
    assert 0 < totals["played"][0] <= totals["games"][0] == what.games
    long = job("greedy,random", (9, 9), events=5, rules="pagat+progressive", format=read_format("long", LONG))
    counts = play(long)
    assert counts["played"][0] < counts["games"][0]
    most = -counts["paid"].sum() / 100 / (5 * 6)  # points of a table
    assert 100 <= most < 3 * (100 + 130)


def test_all_games_of_a_match_for_money_are_played() -> None:
    totals = play(job())
    assert totals["played"][0] == totals["games"][0]


def test_other_seeds_draw_other_tables() -> None:
    assert plain(play(job(seed=1))) != plain(play(job(seed=2)))


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where(bot: str) -> None:
    played = Worker(job(f"greedy,caller,{BAD_BOTS}:{bot}")).play(Block(0, 0, 4, 1))
    assert played.fault is not None
    assert played.fault.label == bot
    assert "--fixed-seats" in played.fault.replay
    assert "bad_bots.py:" in played.fault.line  # though other bots have sat there since
    assert played.counts["events"].sum() == 0
