"""What all jobs share."""

from __future__ import annotations

from mahjong_sim.bots.registry import load_players
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import load
from tongits_sim.any_game.designs.batch.job import Job
from tongits_sim.any_game.designs.work import program_digest


def batch(games: int, length: int) -> Job:
    return Job(MAHJONG, load("visayan"), load_players("greedy,greedy,greedy,greedy"), games, match_games=length)


def test_blocks_hold_every_game_once() -> None:
    for games, length in ((1, 1), (100, 7), (100_000, 1), (12_345, 10)):
        blocks = list(batch(games, length).blocks())
        assert sum(block.matches * block.games for block in blocks) == games
        assert [block.number for block in blocks] == list(range(len(blocks)))
        starts = [block.first for block in blocks]
        assert starts == sorted(starts)
    assert [block.matches for block in batch(10, 1).blocks(4)] == [4, 4, 2]


def test_the_program_has_a_digest() -> None:
    assert len(program_digest(MAHJONG)) == 16
