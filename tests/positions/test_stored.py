"""The position at a move of a record: the decision that the move answers, by the seat that made it."""

from __future__ import annotations

import pytest

from tests.positions.games import games
from tongits_sim.game.state import DECISIONS
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.stored import board_at, position_at
from tongits_sim.records.replay import ANSWERS


def test_each_move_is_the_answer_to_its_decision() -> None:
    seen = set[str]()
    for record in games("pagat"):
        for move, event in enumerate(record["events"], start=1):
            try:
                position = position_at(record, move)
            except PositionError:
                continue
            assert position.seat == event["seat"]
            answers = ANSWERS[DECISIONS.index(position.decision)]
            assert event["act"] in answers or (event["act"] == "draw" and position.decision in ("draw", "call"))
            seen.add(position.decision)
    assert seen >= {"call", "respond", "draw", "lay", "discard"}


def test_a_draw_answers_two_decisions() -> None:
    both = 0
    for record in games("pagat", "miser,miser,miser"):
        for move, event in enumerate(record["events"], start=1):
            if event["act"] == "draw":
                try:
                    call = board_at(record, move, "call")
                    draw = board_at(record, move, "draw")
                except PositionError:
                    continue
                assert (call.view.decision, draw.view.decision) == (0, 2)
                assert call.logged == draw.logged == move - 1
                both += 1
    assert both > 0


def test_what_is_no_decision_is_refused() -> None:
    record = games("pagat")[0]
    with pytest.raises(PositionError, match="there is no move 999"):
        position_at(record, 999)
    drawn = [move for move, event in enumerate(record["events"], start=1) if event["act"] == "draw"]
    with pytest.raises(PositionError, match=r"not a decision: seat \d had only one legal choice \(draw\)"):
        position_at(record, drawn[0])
    discard = next(at for at, event in enumerate(record["events"], start=1) if event["act"] == "discard")
    with pytest.raises(PositionError, match="no decision to respond"):
        position_at(record, discard, "respond")
