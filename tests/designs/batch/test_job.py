"""Jobs: what is refused, how games are cut into blocks, and the commands that play them again."""

from __future__ import annotations

import itertools
import pickle
import shlex
from typing import Any

import pytest

from strategies import load_player
from tests.playing import job
from tongits_sim.any_game.jobs import MOST_GAMES, JobError
from tongits_sim.designs.batch.job import Job, match_length, rules_option
from tongits_sim.rules import load
from tongits_sim.run.work import Block


def games_of(what: Job, size: int | None = None) -> int:
    return sum(block.matches * block.games for block in what.blocks(size))


@pytest.mark.parametrize("games", [1, 2, 29, 30, 31, 999, 100_000, 10**6 + 7])
@pytest.mark.parametrize("match_games", [1, 30, 1000])
def test_blocks_hold_exactly_the_games_wanted(games: int, match_games: int) -> None:
    what = job(games=games, match_games=match_games)
    for size in (None, 1 if games < 1000 else 97):
        blocks = list(what.blocks(size))
        assert games_of(what, size) == games
        assert [block.number for block in blocks] == list(range(len(blocks)))
        ends = [block.first + block.matches for block in blocks]
        assert [block.first for block in blocks] == [0, *ends[:-1]]


def test_the_last_match_is_shorter() -> None:
    assert list(job(games=100, match_games=30).blocks(2)) == [
        Block(0, 0, 2, 30),
        Block(1, 2, 1, 30),
        Block(2, 3, 1, 10),
    ]


@pytest.mark.parametrize("games", [10**9, MOST_GAMES])
def test_long_jobs_have_few_blocks(games: int) -> None:
    what = job(games=games)
    assert games / what.block_matches <= 100_000
    assert what.block_matches <= 10**7  # some seconds of one worker


def test_short_jobs_have_blocks_to_share_out() -> None:
    assert len(list(job(games=1_000_000).blocks())) >= 32


def test_a_progressive_job_goes_on_as_long_as_it_may_have_to() -> None:
    what = job("pagat+progressive", games=10**9)
    assert what.match_games == 1000
    assert [block.number for block in itertools.islice(what.blocks(), 3)] == [0, 1, 2]
    assert match_length(what.rules, 7) == 7


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "the number of games must lie between 1 and 1,000,000,000,000, not 0"),
        ({"games": 1.5}, "must be a whole number, not 1.5"),
        ({"games": 10**5000}, "not a number that long"),
        ({"seed": -1}, "the seed must lie between 0 and"),
        ({"seed": 2**64}, "the seed must lie between 0 and"),
        ({"match_games": 0}, "the number of games in a match"),
        ({"match_games": True}, "must be a whole number"),
        ({"match_games": 10**6}, "too much for exact sums"),
    ],
)
def test_impossible_jobs_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(JobError, match=message):
        job(**changes)


def test_payments_too_large_for_exact_sums_are_refused() -> None:
    players = (load_player("greedy"),) * 3
    with pytest.raises(JobError, match="make the payments smaller"):
        Job(load("pagat", ["pay.per_point=1000000"]), players)
    with pytest.raises(JobError, match="three players, not 2"):
        Job(load("pagat"), players[:2])


def test_jobs_travel_by_name() -> None:
    what = job(players="greedy(call_at=5.123456789),caller,tests/bots/bad_bots.py:late", games=10)
    copy = pickle.loads(pickle.dumps(what))
    assert copy == what
    assert copy.players[0].values == {"call_at": 5.123456789}
    assert copy.players[2].strategy is what.players[2].strategy


@pytest.mark.parametrize(
    ("rules", "settings"), [("pagat", []), ("sjs+joker", []), ("pagat", ["call.timing=end", "pay.fold=1.5"])]
)
def test_rules_can_be_named_again(rules: str, settings: list[str]) -> None:
    words = shlex.split(rules_option(load(rules, settings)))
    assert words[:2] == ["--rules", rules]
    assert words[3::2] == settings


def test_a_game_can_be_played_again() -> None:
    what = job(players="greedy(call_at=5),caller,miser", games=9, seed=7, match_games=3, fixed_seats=True)
    assert what.replay_command(2, 1) == (
        "tongits records --rules pagat --players 'greedy(call_at=5),caller,miser' "
        "--seed 7 --match-games 3 --fixed-seats --first-match 2 --games 2"
    )
