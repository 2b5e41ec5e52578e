"""The race: what an option brings is what playing it on brings, the best one is chosen, and nothing hidden matters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.designs.thinking.thoughts import Sitting, thinking
from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.cards import U, bit
from tongits_sim.designs.forks.branch import play_option
from tongits_sim.designs.thinking.hidden import deal_world, take_up
from tongits_sim.designs.thinking.layout import KNOWS_HANDS, KNOWS_STOCK
from tongits_sim.designs.thinking.options import list_options
from tongits_sim.designs.thinking.race import answer, halve, hear_first, lead_of, race
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load


def records_of(think: Any) -> Records:
    """The records of the world at hand."""
    return Records(think.game, think.seen, think.match, think.result, think.seen.rules, think.log, think.table)


@pytest.mark.parametrize("rules", ["pagat", "online", "sjs", "pagat+joker"])
def test_a_world_that_is_the_game_itself_brings_what_the_game_brings(rules: str) -> None:
    sitting, think = Sitting(load(rules), "greedy,greedy,greedy"), thinking(rules, "greedy")[0]
    view, compared = sitting.board.view, 0
    think.knows = KNOWS_HANDS | KNOWS_STOCK
    for number, decision in enumerate(sitting.decisions(15)):
        think.truth = sitting.board.game
        if number % 3 or not (take_up(think, view) and deal_world(think, view, 0, 0)):
            continue
        if decision == "respond" and sitting.board.game.responder == 1 and think.game.responder == 0:
            assert hear_first(think)
        think.game.laid[:] = sitting.board.game.laid  # a card that others added counts as its owner's in a thought
        whole, value = play_option(records_of(think), think.branch, U(sitting.answer()))
        sagasa = int(sitting.board.game.sagasa[view.me])
        assert whole
        assert value + sagasa == sitting.play_on()[int(view.me)], decision
        compared += 1
    assert compared > 40


def test_a_challenge_that_wins_is_made() -> None:
    """Shown that the caller holds more, it challenges; shown that the caller holds less, it folds."""
    sitting = Sitting(load("pagat"), "caller,greedy,greedy")
    think = thinking("pagat", "greedy", worlds=16)[0]
    think.knows = KNOWS_HANDS
    view, game, right = sitting.board.view, sitting.board.game, {0: 0, 1: 0}
    for decision in sitting.decisions(400):
        if decision != "respond" or sum(map(int, game.may_challenge)) != 1:
            continue
        think.truth = game
        word = int(answer(view, think, DECISIONS.index("respond")))
        mine, caller = int(view.count), int(game.deadwood[int(view.caller)])
        if mine != caller:
            assert word == int(mine < caller)
            right[word] += 1
    assert min(right.values()) > 3


def test_hidden_cards_do_not_matter() -> None:
    """The same view with every hidden card exchanged, and the same answer; shown the hands, it would be another."""
    sitting, think = Sitting(load("pagat")), thinking("pagat", worlds=16)[0]
    board, rng = sitting.board, np.random.default_rng(2)
    answers = []
    for number, decision in enumerate(sitting.decisions(6)):
        if number % 4:
            continue
        code = DECISIONS.index(decision)
        before = board.view_bytes()
        first = int(answer(board.view, think, code))
        hands, stock = board.game.hands.copy(), board.game.stock.copy()
        others = [seat for seat in range(3) if seat != int(board.view.me)]
        for seat in others:
            board.game.hands[seat] = U(rng.integers(2**63))
        board.game.stock[:] = rng.permutation(board.game.stock)
        assert int(answer(board.view, think, code)) == first
        board.game.hands[:], board.game.stock[:] = hands, stock
        assert board.view_bytes() == before
        answers.append(first)
    assert len(answers) > 20
    assert think.decisions > 20


def test_it_answers_as_the_field_where_it_does_not_think() -> None:
    sitting, think = Sitting(load("pagat"), "expert,greedy,expert"), thinking("pagat", "greedy", thinks=())[0]
    for decision in sitting.decisions(5):
        if int(sitting.board.view.me) == 1:
            assert int(answer(sitting.board.view, think, DECISIONS.index(decision))) == sitting.answer()
    assert think.decisions == 0


def test_options_are_given_up_by_halves() -> None:
    think = thinking("pagat", hopeless=1.0)[0]
    think.options = 6
    think.wanted[:6] = 1
    think.ahead[:6] = (0, 800, 400, -800, 160, 0)
    think.ahead_sq[:6] = (0, 90_000, 90_000, 90_000, 90_000, 0)
    mean, se = lead_of(think, 1, 8)
    assert mean == 100
    assert se == pytest.approx(np.sqrt((90_000 - 8 * 100**2) / (8 * 7)))
    assert halve(think, 8) == 2
    assert think.wanted[:6].tolist() == [1, 1, 1, 0, 0, 0]


def test_more_certainty_changes_fewer_answers() -> None:
    changed = []
    for sure in (0.0, 2.0, 9.0):
        sitting, think = Sitting(load("pagat")), thinking("pagat", worlds=8, sure=sure)[0]
        for number, decision in enumerate(sitting.decisions(8)):
            if number % 2 == 0:
                answer(sitting.board.view, think, DECISIONS.index(decision))
        changed.append(int(think.changed))
    assert changed[0] > changed[1] > changed[2]


def test_the_race_is_of_the_options_listed() -> None:
    sitting, think = Sitting(load("pagat")), thinking("pagat", worlds=32, sure=0.0)[0]
    view = sitting.board.view
    decision = next(each for each in sitting.decisions(1) if each == "discard")
    assert decision == "discard"
    assert take_up(think, view)
    list_options(think, view, bit(np.int64(int(view.legal).bit_length() - 1)))
    chosen = int(race(think, view))
    assert 0 <= chosen < think.options
    assert 32 >= think.played >= 8
