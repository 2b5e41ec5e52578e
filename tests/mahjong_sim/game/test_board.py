"""A game driven from Python is the game that batches play."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.game.board import Board
from mahjong_sim.game.log import ACT_ANSWER
from mahjong_sim.game.state import DECISION_OVER
from mahjong_sim.rules import load
from tests.mahjong_sim.tables import by_chance, play, play_out, table, wall
from tongits_sim.run.work import Block


def test_a_game_played_again_by_its_answers_is_the_same() -> None:
    board = table()
    board.deal()
    play_out(board, by_chance(3))
    board.finish()
    answers = [int(row[3]) for row in board.rows if row[0] == ACT_ANSWER]
    again = table()
    again.deal_deck(board.game["deck"], int(board.game["dice"]), int(board.game["joker_dice"]))
    for action in answers:
        assert again.advance() != DECISION_OVER
        assert again.apply(action) == 0
    assert again.advance() == DECISION_OVER
    again.finish()
    assert again.rows.tolist() == board.rows.tolist()
    assert again.result["payout"].tolist() == board.result["payout"].tolist()


def test_a_batch_plays_what_a_board_plays() -> None:
    job = Job(load("visayan"), load_players("random,random,random,random"), 40, 5, fixed_seats=True)
    counted = job.worker().play(Block(0, 0, 40, 1))
    payouts = np.zeros(4, np.int64)
    board = Board(job.rules)
    bots = job.worker()
    assert bots.table["hooks"].shape == (1, 4, 4)
    for number in range(40):
        board.begin_match(5, number)
        board.game["chance"][:] = 1
        board.deal()
        play_out_with_hook(board)
        board.finish()
        payouts += board.result["payout"]
    assert counted.counts["fields"][:, 2].tolist() == payouts.tolist()


def play_out_with_hook(board: Board) -> None:
    """Ask the random bot's hooks in Python."""
    from mahjong_sim.bots.random_bot import claim, declare, discard, win

    hooks = (win, claim, declare, discard)
    while (decision := board.advance()) != DECISION_OVER:
        assert board.apply(int(hooks[decision](board.view, None))) == 0


def test_decisions_come_with_the_seat_that_is_asked() -> None:
    board = table()
    board.deal_deck(wall())
    seats = {seat for seat, _, _ in play(board, by_chance(1))}
    assert seats <= {0, 1, 2, 3}
    assert len(seats) > 1
    assert len(board.view_bytes()) == board.view.dtype.itemsize
