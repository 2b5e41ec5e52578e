"""Weights and rollouts: the truth is always possible, and what bots would have done weighs most."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_player
from tests.designs.worlds.scenes import positions, recorded, some, worker
from tongits_sim.any_game.record_form import Record
from tongits_sim.cards import cards_in
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.worlds.deal import deal_world, place_world
from tongits_sim.designs.worlds.kernel import ASK_ALL, replay_world, walk_world
from tongits_sim.designs.worlds.options import candidates
from tongits_sim.designs.worlds.weighing import Weighing
from tongits_sim.designs.worlds.worker import Worker
from tongits_sim.game.board import Board
from tongits_sim.game.state import GAME_DTYPE, VIEW_DTYPE
from tongits_sim.records.replay import dealt_board

ALL_DISCARDS = Weighing(discards=100)
EVEN_ALL = Weighing(0.3, 0.3, 0.3, 0.3, 0.3, 0.3, steps=200)
EVEN = Weighing(0.005, 0.005, 0.005, 0.005, 0.005, 0.005, discards=0)
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
    return float(replay_world(records, known, ASK_ALL, 1.0, 0.0))


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


def test_walks_end_in_worlds_drawn_by_weight() -> None:
    """How often the right player holds each card: as in random worlds, weighted."""
    position, _ = some("pagat", 6)
    one = worker(position, weighing=EVEN)  # enough random worlds weigh something
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    right, cards = position.right, cards_in(position.unknown)
    weighted, total, squares = np.zeros(len(cards)), 0.0, 0.0
    for number in range(6000):
        if deal_world(records, known, number):
            held = held_by(known, right, cards)
            weight = float(replay_world(records, known, ASK_ALL, 1.0, 0.0))
            weighted += weight * held
            total += weight
            squares += weight * weight
    walked, worlds = np.zeros(len(cards)), 600
    for number in range(worlds):
        assert walk_world(records, known, number) > 0
        walked += held_by(known, right, cards)
    expected, effective = weighted / total, total * total / squares
    assert effective > 200
    z = (walked / worlds - expected) / np.sqrt(expected * (1 - expected) * (1 / worlds + 1 / effective) + 1e-9)
    assert np.abs(z).max() < 4.5
    assert np.mean(np.square(z)) < 2.2
    plain = int(known.held_unknown[right]) / len(cards)
    assert np.abs(expected - plain).max() > 0.1  # what was done says something


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_a_walk_that_asks_only_whose_hand_changed_knows_the_weight(rules: str, bots: str) -> None:
    """The weight kept seat by seat is the one of a replay that asks everybody."""
    below_one = 0
    for position, _ in list(positions(rules, bots, 3))[5::12]:
        one = worker(position, bots, EVEN_ALL)
        records, known = one.records, one.worlds[0]
        sit_down(known.start_game, one.table[0])
        for number in range(8):
            weight = float(walk_world(records, known, number))
            assert place_world(records, known)
            assert float(replay_world(records, known, ASK_ALL, 1.0, 0.0)) == pytest.approx(weight, rel=1e-9)
            assert float(np.prod(known.seat_weight)) == pytest.approx(weight, rel=1e-9)
            below_one += weight < 1
    assert below_one > 10


def held_by(known: np.record, seat: int, cards: list[int]) -> np.ndarray:
    """Which of some unknown cards a seat holds in the world at hand: 0 or 1 each."""
    held = 0
    first = sum(int(known.held_unknown[other]) for other in range(seat))
    for place in range(first, first + int(known.held_unknown[seat])):
        held |= 1 << int(known.order[place])
    return np.array([held >> card & 1 for card in cards], float)


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
        said = word_of_bot(one, board)
        matching = [n for n, each in enumerate(options) if each.act == board.view.decision and each.word == said]
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
