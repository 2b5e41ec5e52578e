"""Matches: mano and the pot (V2, V12)."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISION_OVER, PARTS
from mahjong_sim.rules import load
from tests.mahjong_sim.tables import by_chance, play_out, table, wall

FULL = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr"


def win_dealt(board: Board) -> None:
    """Mano wins with the hand dealt."""
    board.deal_deck(wall(FULL))
    assert board.advance() == 0
    assert board.apply(1) == 0
    assert board.advance() == DECISION_OVER
    board.finish()


def end_void(board: Board) -> None:
    """A game that ends void."""
    board.deal_deck(wall())
    board.view["wall_left"] = 0
    while (decision := board.advance()) != DECISION_OVER:
        own = [kind for kind in range(34) if board.view["counts"][kind] > 0]
        assert board.apply(own[-1] if decision == 3 else 0) == 0
    board.finish()


def test_v2_mano_who_wins_stays_mano() -> None:
    board = table(games=2)
    win_dealt(board)
    assert (int(board.match["mano"]), int(board.match["over"])) == (0, 0)


@pytest.mark.parametrize(("reading", "mano"), [("pass", 1), ("stay", 0)])
def test_v2_after_a_void_game(reading: str, mano: int) -> None:
    board = table(load("visayan", [f"deal.after_void={reading}"]), games=2)
    end_void(board)
    assert int(board.match["mano"]) == mano


def test_v2_the_first_mano_is_chosen_by_chance() -> None:
    board = table()
    manos = np.zeros(4, np.int64)
    for number in range(400):
        board.begin_match(9, number)
        manos[int(board.match["mano"])] += 1
    assert ((manos - 100) ** 2 / 100).sum() < 20


def test_v12_jai_alai_five_markers_take_the_pot() -> None:
    board = table(load("visayan", ["jai_alai.share=1"]), games=9)
    pots = []
    for _ in range(3):
        win_dealt(board)  # bunot: two markers
        pots.append(board.result["parts"][PARTS.index("pot")].tolist())
    assert pots == [[-100] * 4, [0] * 4, [400, 0, 0, 0]]
    assert board.match["markers"].tolist() == [0, 0, 0, 0]
    win_dealt(board)  # a new pot
    assert board.result["parts"][PARTS.index("pot")].tolist() == [-100] * 4


def test_v12_a_pot_nobody_takes_goes_back() -> None:
    board = table(load("visayan", ["jai_alai.share=1"]), games=2)
    totals = np.zeros(4, np.int64)
    for _ in range(2):
        end_void(board)
        totals += board.result["parts"][PARTS.index("pot")]
    assert totals.tolist() == [0, 0, 0, 0]
    assert int(board.match["over"]) == 1


def test_money_adds_up_to_zero_over_a_match_with_a_pot() -> None:
    board = table(load("visayan", ["jai_alai.share=0.5", "jai_alai.markers=2"]))
    for number in range(6):
        board.begin_match(4, number, 5)
        total = 0
        while not board.match["over"]:
            board.deal()
            play_out(board, by_chance(number))
            board.finish()
            total += int(board.result["payout"].sum())
        assert total == 0


def test_a_game_depends_on_its_numbers_alone() -> None:
    one, other = table(games=3), table(games=3)
    for board, games in ((one, 2), (other, 1)):
        board.begin_match(8, 5, 3)
        for _ in range(games):
            board.deal()
            play_out(board, by_chance(1))
            board.finish()
    other.deal()
    assert other.game["deck"].tolist() == one.game["deck"].tolist()
