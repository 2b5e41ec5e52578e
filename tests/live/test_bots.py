"""Bots that answer one decision at a time play as they do in a batch, and their faults are told."""

from __future__ import annotations

import pytest

from strategies import load_players
from tests.playing import BAD_BOTS
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.live.bots import LiveBots, seats_of
from tongits_sim.records.events import events_of
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.run.faults import BotFault


@pytest.mark.parametrize("players", ["greedy,caller,hunter", "random,bluffer,expert"])
def test_play_as_in_a_batch(players: str) -> None:
    rules, loaded = load("pagat"), load_players(players)
    for record in play_records(rules, loaded, 4, 7, fixed_seats=True):
        board, bots = Board(rules), LiveBots(loaded, rules)
        board.begin_match(7, record["match"], 1)
        bots.deal(board)
        while board.advance() != DECISION_OVER:
            bots.play(board)
        events = events_of(board.rows, [])
        assert [{**event, "melds": 0} for event in events] == [{**event, "melds": 0} for event in record["events"]]


@pytest.mark.parametrize(("name", "what"), [("late", "broke rule R2"), ("raises", "failed at its")])
def test_a_fault_names_the_bot(name: str, what: str) -> None:
    loaded = load_players(f"{BAD_BOTS}:{name},greedy,caller")
    rules = load("pagat")
    board, bots = Board(rules), LiveBots(loaded, rules)

    def play() -> None:
        for match in range(400):
            board.begin_match(1, match, 1)
            bots.deal(board)
            while board.advance() != DECISION_OVER:
                bots.play(board)

    with pytest.raises(BotFault, match=what) as info:
        play()
    assert info.value.fault.label == name


def test_bots_sit_around_the_person() -> None:
    one, other = load_players("greedy,caller", 2)
    assert seats_of(0, [one, other]) == [None, one, other]
    assert seats_of(2, [one, other]) == [one, other, None]
