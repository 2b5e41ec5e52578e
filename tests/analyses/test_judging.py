from dataclasses import replace

import pytest

from analyses.advise import advise
from analyses.judging import regret_of
from analyses.opponents import CLEAR
from analyses.values import estimate, seated_tables
from tests.table.games import house
from tests.table.test_positions import TYPED
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.table.position import PositionError
from tongits_sim.table.position_text import read_position
from tongits_sim.table.recorded import RecordedChoice

BEGINNERS = seated_tables("greedy,greedy,greedy")
MARGIN = 0.1


def open_tongits(card: int) -> RecordedChoice:
    table = "me: Qc Qd Qh, 6c 6d 6h, 2c 2d 2h; right: 7s 8s 9s"
    typed = replace(TYPED, hand="3h 4h 5h Ks", table=table, discards="4c Tc", stock=9, sizes="9,12")
    position = read_position(house("pagat"), typed)
    return RecordedChoice(1, position, int(DECISION_DISCARD), 1 << card)


def test_a_planted_mistake_is_measured_with_its_reason() -> None:
    regret = regret_of(open_tongits(32 + 2), BEGINNERS, MARGIN, worlds=32)
    assert regret is not None
    assert regret.had_choice
    assert regret.best != regret.chosen
    assert regret.lead.above(1.0)
    assert regret.word == CLEAR
    assert regret.worlds == 32
    assert "you win 100 %" in regret.why


def test_the_best_choice_loses_nothing() -> None:
    regret = regret_of(open_tongits(48 + 12), BEGINNERS, MARGIN, worlds=32)
    assert regret is not None
    assert not regret.lead.above()


def test_a_choice_that_is_no_legal_action_is_refused() -> None:
    choice = replace(open_tongits(0), code=1 << 1)
    with pytest.raises(PositionError, match="no action"):
        regret_of(choice, BEGINNERS, MARGIN)


def test_a_choice_has_the_price_that_advice_gives() -> None:
    choice = open_tongits(32 + 2)
    regret = regret_of(choice, seated_tables(), MARGIN)
    answer = advise(choice.position)
    assert regret is not None
    (chosen,) = (action for action in answer.actions if action.action == regret.chosen.text(choice.position))
    assert regret.best.text(choice.position) == answer.best.action
    assert estimate(regret.lead).mean == -(chosen.behind.mean or 0.0)
    assert estimate(regret.lead).half_width == chosen.behind.half_width
    assert regret.actions[0].action.text(choice.position) == answer.best.action
    assert any(action.action == regret.chosen for action in regret.actions)
