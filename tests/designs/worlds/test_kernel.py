"""Weights and rollouts: the truth is always possible, and what bots would have done weighs most."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_player
from tests.designs.worlds.scenes import recorded, some, worker
from tongits_sim.any_game.record_form import Record
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.worlds.options import candidates
from tongits_sim.designs.worlds.replay import EVERYBODY, replay_world
from tongits_sim.designs.worlds.weighing import Weighing
from tongits_sim.designs.worlds.worker import Worker
from tongits_sim.game.board import Board
from tongits_sim.game.state import GAME_DTYPE, VIEW_DTYPE
from tongits_sim.records.replay import dealt_board

ALL_DISCARDS = Weighing(discards=100)
MACHINE = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel", "chance")


def weight_of_truth(one: Worker, record: Record, board: Board) -> float:
    """The weight of the world that is true."""
    sit_down(one.worlds[0].start_game, one.table[0])
    start, records, known = dealt_board(record), one.records, one.worlds[0]
    for name in GAME_DTYPE.names or ():
        records.game[name] = known.start_game[name] if name in MACHINE else start.game[name]
    for name in VIEW_DTYPE.names or ():
        records.view[name] = start.view[name]
    for k in range(int(known.secrets)):
        known.secret_faces[k] = board.game.secret_faces[known.secret_number[k]]
    return float(replay_world(records, known, EVERYBODY, 0.0))


@pytest.mark.parametrize(
    ("rules", "bots"),
    [
        ("pagat", "expert,expert,expert"),
        ("sjs", "expert,greedy,hunter"),
        ("wikipedia!sequential", "greedy,caller,fighter"),
        ("casino_x", "expert,blocker,expert"),
        ("pagat!free", "counter,expert,hunter"),
        ("pagat+joker", "expert,expert,expert"),
    ],
)
def test_the_truth_weighs_one_among_its_own_bots(rules: str, bots: str) -> None:
    checked = 0
    for record, position, board in recorded(rules, bots, 4):
        players = [load_player(name) for name in record["players"]]
        one = Worker(position, players, ALL_DISCARDS, seed=1)
        assert weight_of_truth(one, record, board) == 1.0, (position, record["players"])
        checked += 1
    assert checked > 20


def test_the_truth_is_possible_whoever_played() -> None:
    lowest = 1.0
    for record, position, board in recorded("pagat", "random,random,random", 3):
        weight = weight_of_truth(worker(position), record, board)
        assert weight > 0, position
        lowest = min(lowest, weight)
    assert lowest < 1e-3  # a random player does what no expert would


def test_a_world_is_known_by_its_number() -> None:
    position, _ = some("pagat", 20)
    whole = worker(position).weigh(0, 600)
    parts = [worker(position).weigh(first, 200) for first in (400, 0, 200)]
    assert np.array_equal(whole, np.concatenate([parts[1], parts[2], parts[0]]))


def test_forcing_the_bots_own_choice_is_the_game_itself() -> None:
    """With the true cards, the option that the bot took brings what the game brought."""
    checked = 0
    for record, position, board in recorded("pagat", "expert,expert,expert", 4):
        one = worker(position)
        options = candidates(position)
        one.set_options(options)
        word = word_of_bot(one, board)
        matching = [n for n, each in enumerate(options) if each.act == board.view.decision and each.word == word]
        if matching:
            one.set_options([options[matching[0]]])
            payout, _ = one.play_true(board)
            assert payout[0, 0] == round(100 * record["result"]["payout"][position.seat])
            checked += 1
    assert checked > 20


def word_of_bot(one: Worker, board: Board) -> int:
    """What the bot on the deciding seat answers on a board."""
    from tongits_sim.game.asking import ask_bot

    sit_down(one.records.game, one.table[0])
    one.view[0] = board.view
    action, reason = ask_bot(one.table[0], one.view[0], np.int64(board.view.me), np.int64(board.view.decision))
    assert reason == 0
    return int(action)
