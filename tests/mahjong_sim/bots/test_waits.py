"""Waits that are paid: which tiles they are, and the discard that leaves most of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mahjong_sim.bots.waits import MIDDLE, SINGLE, TWO_PAIRS, is_paid
from mahjong_sim.game.state import DECISION_DISCARD
from mahjong_sim.game.tables import game_tables
from mahjong_sim.rules import load
from mahjong_sim.tiles import KINDS, parse_tile, parse_tiles
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import answer_until, table, wall

DONE = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1c 2c 3c"


def hand(text: str) -> tuple[Any, np.ndarray, np.int64, np.int64]:
    """A hand of sixteen tiles that waits."""
    counts = np.bincount(parse_tiles(f"{DONE} {text}"), minlength=KINDS).astype(np.int8)
    assert counts.sum() == 16
    return game_tables(load("visayan")), counts, np.int64(0), np.int64(0)


@pytest.mark.parametrize(
    ("held", "tile", "paid"),
    [
        ("4d 6d 7c 7c", "5d", [MIDDLE]),
        ("1d 2d 7c 7c", "3d", [SINGLE]),
        ("8d 9d 7c 7c", "7d", [SINGLE]),
        ("5d 6d 7c 7c", "4d", []),
        ("5d 5d 7c 7c", "7c", [TWO_PAIRS]),
        ("5d 6d 7d We", "We", [SINGLE]),
    ],
)
def test_a_wait_is_told_by_what_the_tile_completes(held: str, tile: str, paid: list[int]) -> None:
    waiting = hand(held)
    before = waiting[1].copy()
    assert [wait for wait in (MIDDLE, SINGLE, TWO_PAIRS) if is_paid(waiting, parse_tile(tile), wait)] == paid
    assert (waiting[1] == before).all()


def test_it_declares_a_wait_that_must_be_declared() -> None:
    for changes, declared in (([], 0), (["wait.declared=true"], 256)):
        board = table(load("visayan", changes))
        board.deal_deck(wall(f"{DONE} 4d 6d 7d 7c 7c"))
        answer_until(board, DECISION_DISCARD, 0)
        assert answer(board, "waits") == parse_tile("7d") | declared
        assert answer(board, "greedy") == parse_tile("4d")


def test_the_discard_leaves_the_wait_that_is_wanted() -> None:
    board = table()
    board.deal_deck(wall(f"{DONE} 4d 6d 7d 7c 7c"))
    answer_until(board, DECISION_DISCARD, 0)
    assert answer(board, "waits") == parse_tile("7d")
    assert answer(board, "greedy") == parse_tile("4d")
    board.view["counts"][parse_tile("4d")] = 0
    board.view["counts"][parse_tile("9d")] = 1
    assert answer(board, "waits(wait=2)") == answer(board, "greedy")
