"""The defender gives up a hand that is far from winning at a table that threatens."""

from __future__ import annotations

from mahjong_sim.bots.danger import safest_discard
from mahjong_sim.game.state import DECISION_DISCARD
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import table, wall

FAR = "1s 4s 7s 2d 5d 8d 3c 6c 9c Dr Dg We Ws 1d 4d 7d 5s"
NEAR = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d Dr Dr We"


def test_it_folds_far_hands_only_and_only_when_threatened() -> None:
    for hand in (FAR, NEAR):
        board = table()
        board.deal_deck(wall(hand))
        assert board.advance() == DECISION_DISCARD
        assert answer(board, "defender") == answer(board, "greedy")
        board.view["n_melds"][1] = 4
        folded = answer(board, "defender")
        assert folded == (int(safest_discard(board.view)) if hand == FAR else parse_tile("We"))
