"""Pairings as values: what they refuse, how they are cut, that they travel."""

from __future__ import annotations

import pickle

import pytest

from tests.designs.paired.pairings import pairing
from tongits_sim.any_game.jobs import JobError


@pytest.mark.parametrize(
    ("players", "seatings"), [("greedy,greedy,greedy", 1), ("greedy,caller,greedy", 3), ("greedy,caller,hunter", 6)]
)
def test_plays_every_seating_that_differs(players: str, seatings: int) -> None:
    what = pairing(players=players, match_games=2)
    assert len(set(what.seatings)) == seatings
    assert what.games == 40 * seatings * 2 * 4


def test_travels_and_compares_by_value() -> None:
    what = pairing()
    assert pickle.loads(pickle.dumps(what)) == what
    assert what != pairing(seed=2)


def test_the_cut_covers_every_deal_once() -> None:
    what = pairing(deals=1000)
    blocks = list(what.blocks())
    assert len(blocks) > 1
    assert [deal for block in blocks for deal in range(block.first, block.first + block.matches)] == list(range(1000))


def test_refuses_a_game_for_a_score() -> None:
    with pytest.raises(JobError, match="played for a score"):
        pairing(["match.progressive_target=50"])


def test_refuses_what_cannot_be_added_exactly() -> None:
    with pytest.raises(JobError, match="too much for exact sums"):
        pairing(["pay.mode=deadwood_total"], match_games=1_000_000)


def test_names_every_player_once_and_all_arms_in_the_manifest() -> None:
    what = pairing()
    assert [player.label for player in what.players] == ["greedy", "caller", "hunter"]
    assert [arm["rules"]["name"] for arm in what.manifest()["arms"]][1] == "pagat with pay.tongits=6"
