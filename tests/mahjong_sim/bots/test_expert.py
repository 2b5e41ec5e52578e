"""The expert takes what is paid, weighs risk, and can give far hands up late."""

from __future__ import annotations

from mahjong_sim.bots.expert import safest
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DECLARE, DECISION_DISCARD
from mahjong_sim.melds import KANG, SECRET
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import answer_until, meld, table, wall

FAR = "1s 4s 7s 2d 5d 8d 3c 6c 9c Dr Dg We Ws 1d 4d 7d 5s"


def test_it_takes_a_kang_that_greedy_passes() -> None:
    board = table()
    board.deal_deck(wall("5d", "5d 5d 5d 1s 2s 3s 4s 5s 6s"))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(parse_tile("5d")) == 0
    answer_until(board, DECISION_CLAIM, 1)
    assert answer(board, "expert(kang_back=1)") == meld(KANG, parse_tile("5d"))
    assert answer(board, "expert(kang_back=-2)") != meld(KANG, parse_tile("5d"))


def test_it_declares_a_secret() -> None:
    board = table()
    board.deal_deck(wall("5d 5d 5d 5d 1s 2s 3s"))
    answer_until(board, DECISION_DECLARE, 0)
    assert answer(board, "expert") == meld(SECRET, parse_tile("5d"))


def test_it_gives_far_hands_up_late() -> None:
    board = table()
    board.deal_deck(wall(FAR))
    assert board.advance() == DECISION_DISCARD
    early = answer(board, "expert")
    board.view["turns"][0] = 90
    assert answer(board, "expert(fold_turn=10)") == int(safest(board.view))
    assert answer(board, "expert(fold_turn=100, risk_weight=0, pung_weight=0, chow_weight=0)") == answer(
        board, "greedy"
    )
    assert early in range(34)


def test_risk_decides_between_equal_hands() -> None:
    board = table()
    board.deal_deck(wall(FAR))
    assert board.advance() == DECISION_DISCARD
    board.view["turns"][0] = 14
    discards = {answer(board, f"expert(fold_turn=100, risk_weight={weight})") for weight in (0, 500)}
    assert discards <= set(range(34))
    careful = answer(board, "expert(fold_turn=100, risk_weight=500)")
    assert careful >= 27 or careful % 9 in (0, 8)
