"""Worlds are drawn by what the others did last."""

from __future__ import annotations

import pytest

from tests.designs.thinking.thoughts import Sitting, thinking
from tongits_sim.cards import bit
from tongits_sim.designs.thinking.belief import draw_world, last_discard, weight_of
from tongits_sim.designs.thinking.hidden import deal_world, take_up
from tongits_sim.designs.thinking.layout import KNOWS_HANDS, KNOWS_STOCK
from tongits_sim.rules import load

DOUBTS = {"call": 0.1, "lay": 0.1, "discard": 0.5}


def test_the_last_discard_is_the_seats_own() -> None:
    sitting = Sitting(load("pagat"))
    view = sitting.board.view
    for _ in sitting.decisions(3):
        for seat in range(3):
            card = last_discard(view, seat)
            own = [i for i in range(int(view.n_discards)) if (int(view.dealer) + i) % 3 == seat]
            assert card == (int(view.discards[own[-1]]) if own else -1)
            assert card < 0 or int(view.discarded[seat]) & int(bit(card))


@pytest.mark.parametrize("rules", ["pagat", "online"])
def test_the_true_hands_of_the_field_agree_with_what_it_did(rules: str) -> None:
    """The bot is asked with the table of a turn later, so a few of its discards look otherwise than they were."""
    sitting, think = Sitting(load(rules)), thinking(rules, otherwise=DOUBTS)[0]
    view = sitting.board.view
    weights = []
    for _ in sitting.decisions(12):
        think.truth = sitting.board.game
        think.knows = KNOWS_HANDS | KNOWS_STOCK
        assert take_up(think, view)
        assert deal_world(think, view, 0, 0)
        weights.append(weight_of(think, view, -1.0))
    assert sum(weight == 1.0 for weight in weights) > 0.8 * len(weights)
    assert min(weights) >= 0.2  # no call and no meld that was not made


def test_worlds_that_agree_are_drawn_more_often() -> None:
    sitting, think = Sitting(load("pagat")), thinking("pagat", tries=16, otherwise=DOUBTS)[0]
    view = sitting.board.view
    any_world, drawn = [], []
    for place, _ in enumerate(sitting.decisions(12)):
        if place % 4 or view.n_discards < 3:
            continue
        assert take_up(think, view)
        for number in range(10):
            assert deal_world(think, view, number, 0)
            any_world.append(weight_of(think, view, -1.0))
            assert draw_world(think, view, number)
            drawn.append(weight_of(think, view, -1.0))
    assert sum(drawn) / len(drawn) > 1.1 * sum(any_world) / len(any_world)
    assert sum(weight <= 0.1 for weight in drawn) < 0.7 * sum(weight <= 0.1 for weight in any_world)
