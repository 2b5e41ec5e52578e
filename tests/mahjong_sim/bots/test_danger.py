"""What a discard may give away."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.danger import danger, passed_lately, safest_discard, threatening
from mahjong_sim.game.state import DECISION_DISCARD
from mahjong_sim.tiles import KINDS, parse_tile
from tests.mahjong_sim.tables import answer_until, table, wall


@pytest.mark.parametrize(
    ("tile", "unseen", "ways"),
    [
        ("We", {"We": 0}, 0),
        ("We", {"We": 1}, 1),
        ("We", {"We": 3}, 3 + 3),
        ("5s", {"5s": 0, "4s": 2, "6s": 3}, 6),
        ("1s", {"1s": 1, "2s": 2, "3s": 4}, 1 + 8),
        ("9s", {"9s": 0, "1d": 4, "2d": 4}, 0),
        ("1d", {"1d": 0, "9s": 4, "8s": 4}, 0),
    ],
)
def test_ways_are_pairs_of_unseen_tiles(tile: str, unseen: dict[str, int], ways: int) -> None:
    counts = np.zeros(KINDS, np.int8)
    for name, count in unseen.items():
        counts[parse_tile(name)] = count
    assert danger(counts, parse_tile(tile)) == ways


def test_a_tile_that_passed_is_safe() -> None:
    board = table()
    board.deal_deck(wall("Dg 5s", "Dg 5s 4s"))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(parse_tile("Dg")) == 0
    answer_until(board, DECISION_DISCARD, 1)
    assert passed_lately(board.view, parse_tile("Dg"))
    assert not passed_lately(board.view, parse_tile("5s"))
    assert safest_discard(board.view) == parse_tile("Dg")


def test_melds_and_discards_threaten() -> None:
    board = table()
    board.deal_deck(wall())
    assert board.advance() == DECISION_DISCARD
    assert not threatening(board.view, 1, 10)
    board.view["n_melds"][2] = 3
    assert threatening(board.view, 3, 10)
    board.view["n_melds"][2] = 0
    board.view["n_melds"][0] = 5  # its own
    assert not threatening(board.view, 3, 10)
    board.view["n_discards"] = 10
    assert threatening(board.view, 3, 10)
