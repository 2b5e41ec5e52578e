"""Masks and steps against all actions that the rules allow, found by trying."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.encoding.words import action_for, legal_actions, words_by_steps, words_by_trying
from tests.game.scenes import Script
from tongits_sim.cards import U
from tongits_sim.encoding.action_table import CARDS, MELDS_FROM, N_ACTIONS, NO, TARGETS, YES, describe
from tongits_sim.encoding.choices import (
    ILLEGAL,
    STEP_FACE,
    STEP_FIRST,
    STEP_TARGET,
    STEP_X1,
    STEP_X2,
    begin_choice,
    choose,
    clear_mask,
    new_choice,
    new_mask,
    new_own,
)
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.rules import load

WILD = ("jokers.count=2", "jokers.max_per_meld=2", "melds.ace_runs=both")
RULES = {
    "pagat": (),
    "casino_x+joker": WILD,
    "sjs+joker": ("draw.take_discard=free", "melds.ace_runs=high", "sapaw.targets=opponents"),
    "online+joker": (*WILD, "draw.take_discard=extend_own", "melds.max_voluntary=1"),
}
GAMES = 4


def explored(rules: str, games: int, steps: Counter[int]) -> int:
    """How many decisions of random games were compared."""
    board, rng = Board(load(rules, RULES[rules])), np.random.default_rng(7)
    knobs = load(rules, RULES[rules]).knobs()
    compared = 0
    for number in range(games):
        board.begin_match(3, number, 1)
        board.deal()
        while board.advance() != DECISION_OVER:
            words = words_by_steps(board, steps)
            assert set(words) == words_by_trying(board, knobs)
            word = int(rng.choice(list(words)))
            assert way_to(board, word) == words[word]
            assert board.apply(word) == 0
            compared += 1
    return compared


def way_to(board: Board, word: int) -> list[int]:
    """The actions to a word, as `action_for` gives them."""
    choice, own = new_choice(), new_own()
    begin_choice(choice[0])
    path = []
    while True:
        path.append(int(action_for(board.view, choice[0], U(word))))
        if choose(board.view, own[0], choice[0], path[-1]):
            assert int(choice[0].word) == word
            return path


@pytest.mark.parametrize("rules", list(RULES))
def test_the_steps_lead_to_every_legal_action_and_to_no_other(rules: str) -> None:
    steps: Counter[int] = Counter()
    assert explored(rules, GAMES, steps) > 8 * GAMES
    assert steps[int(STEP_FIRST)] > 8 * GAMES


@pytest.mark.slow
def test_all_kinds_of_steps_occur_and_fit() -> None:
    steps: Counter[int] = Counter()
    for rules in RULES:
        explored(rules, 40, steps)
    assert set(steps) == {STEP_FIRST, STEP_TARGET, STEP_FACE, STEP_X1, STEP_X2}


def actions_at(board: Board) -> set[str]:
    """What may be done at the first step of a decision, in words."""
    choice = new_choice()
    begin_choice(choice[0])
    return {describe(action) for action in legal_actions(board, choice)}


def test_a_meld_may_be_laid_in_every_length() -> None:
    board = Script("pagat", ("7h 8h 9h Th 2c", "", "")).play("")
    assert actions_at(board) == {"no", "meld 7h 8h 9h", "meld 8h 9h Th", "meld 7h 8h 9h Th"}


def test_what_is_no_answer_is_illegal() -> None:
    board = Script("pagat", ("7h 8h 9h Th 2c", "", "")).play("")
    for action in (YES, CARDS, TARGETS, -1, N_ACTIONS, 10**9):
        choice, own = new_choice(), new_own()
        begin_choice(choice[0])
        assert choose(board.view, own[0], choice[0], action) == ILLEGAL, action
    choice = new_choice()
    begin_choice(choice[0])
    assert NO in legal_actions(board, choice)
    assert MELDS_FROM not in legal_actions(board, choice)


def test_a_mask_is_cleared() -> None:
    mask, flags = new_mask()
    mask[:] = 1
    clear_mask(flags[0])
    assert not mask.any()
