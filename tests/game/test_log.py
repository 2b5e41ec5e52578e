"""What the engine writes down of a game, and that a log switched off stays empty."""

from __future__ import annotations

from tests.game.scenes import Script, acts
from tongits_sim.cards import parse_mask
from tongits_sim.game.log import (
    ACT_DISCARD,
    ACT_DRAW,
    ACT_LAY,
    ACT_SAPAW,
    ACT_TAKE,
)


def test_rows_say_what_happened() -> None:
    script = Script("pagat", ("7c 7d 7h 2c", "2d 2h 7s", ""))
    board = script.play("0 lay 7c 7d 7h; 0 discard 2c; 1 take 2c = 2c 2d 2h; 1 sapaw 7s > 0")
    assert acts(board) == [ACT_LAY, ACT_DISCARD, ACT_TAKE, ACT_SAPAW]
    assert [int(row[0]) >> 8 & 255 for row in board.rows] == [0, 0, 1, 1]
    assert [row[1] for row in board.rows] == [parse_mask(text) for text in ("7c 7d 7h", "2c", "2c 2d 2h", "7s")]


def test_the_engine_writes_its_own_moves_too() -> None:
    board = Script("pagat", ("2c", "", "")).play("0 discard 2c; 1 pass; 2 pass")
    assert acts(board)[:5] == [ACT_DISCARD, ACT_DRAW, ACT_DISCARD, ACT_DRAW, ACT_DISCARD]
