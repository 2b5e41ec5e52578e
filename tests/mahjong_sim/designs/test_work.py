"""What all jobs share."""

from __future__ import annotations

import pytest

from mahjong_sim.designs.work import JobError, check_whole, cut, program_digest


def test_blocks_hold_every_game_once() -> None:
    for games, length in ((1, 1), (100, 7), (100_000, 1), (12_345, 10)):
        blocks = list(cut(games, length, None))
        assert sum(block.matches * block.games for block in blocks) == games
        assert [block.number for block in blocks] == list(range(len(blocks)))
        starts = [block.first for block in blocks]
        assert starts == sorted(starts)
    assert [block.matches for block in cut(10, 1, 4)] == [4, 4, 2]


@pytest.mark.parametrize("value", [0, 11, True, 2.5, "3"])
def test_numbers_are_whole_and_within_bounds(value: object) -> None:
    with pytest.raises(JobError, match="games must be a whole number between 1 and 10"):
        check_whole("games", value, 1, 10)


def test_the_program_has_a_digest() -> None:
    assert len(program_digest()) == 16
