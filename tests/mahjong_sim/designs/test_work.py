"""What all jobs share."""

from __future__ import annotations

from mahjong_sim.designs.work import cut, program_digest


def test_blocks_hold_every_game_once() -> None:
    for games, length in ((1, 1), (100, 7), (100_000, 1), (12_345, 10)):
        blocks = list(cut(games, length, None))
        assert sum(block.matches * block.games for block in blocks) == games
        assert [block.number for block in blocks] == list(range(len(blocks)))
        starts = [block.first for block in blocks]
        assert starts == sorted(starts)
    assert [block.matches for block in cut(10, 1, 4)] == [4, 4, 2]


def test_the_program_has_a_digest() -> None:
    assert len(program_digest()) == 16
