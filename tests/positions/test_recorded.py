"""Choices of a record: each is one that was made, by the seat asked for, and its position is the one then."""

from __future__ import annotations

from tests.positions.games import games
from tongits_sim.game.state import DECISION_DISCARD, DECISIONS
from tongits_sim.positions.recorded import choices_of
from tongits_sim.positions.stored import position_at


def test_every_discard_is_the_end_of_a_choice_or_a_later_one() -> None:
    record = games("pagat")[0]
    choices = list(choices_of(record))
    discards = {number for number, event in enumerate(record["events"], start=1) if event["act"] == "discard"}
    assert {each.move for each in choices if each.act == int(DECISION_DISCARD)} == discards
    assert [each.move for each in choices] == sorted(each.move for each in choices)


def test_only_the_seats_asked_for() -> None:
    record = games("pagat")[1]
    every = list(choices_of(record))
    one = list(choices_of(record, (1,)))
    assert one
    assert one == [each for each in every if each.position.seat == 1]


def test_positions_are_those_of_the_record() -> None:
    for record in games("pagat")[:2]:
        for each in choices_of(record):
            if each.act >= 0:
                assert each.position == position_at(record, each.move, each.position.decision)
            assert each.position.decision in DECISIONS
