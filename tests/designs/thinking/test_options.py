"""What is thought about is legal, and everything legal without a joker that one would think about."""

from __future__ import annotations

import collections

import pytest

from tests.designs.thinking.thoughts import Sitting, thinking
from tongits_sim.actions import FACE_DOWN
from tongits_sim.cards import NATURALS, U
from tongits_sim.designs.thinking.hidden import take_up
from tongits_sim.designs.thinking.layout import MAX_OPTIONS
from tongits_sim.designs.thinking.options import add_option, list_options
from tongits_sim.designs.worlds.options import melds_of
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.rules import load


def legal(board: Board, words: list[int]) -> list[int]:
    """Those of some action words that the engine performs."""
    position, logged = Snapshot(board), board.logged
    position.take(board)
    fine = []
    for word in words:
        if board.apply(word) == 0:
            fine.append(word)
            board.restore(position, logged)
    return fine


@pytest.mark.parametrize("rules", ["pagat", "online", "sjs", "casino_x", "pagat+joker"])
def test_they_are_the_legal_melds_and_answers(rules: str) -> None:
    sitting, think = Sitting(load(rules), "random,hunter,random"), thinking(rules)[0]
    board = sitting.board
    view, kinds = board.view, collections.Counter[str]()
    for decision in sitting.decisions(20):
        if not take_up(think, view):
            continue
        own = sitting.answer()
        list_options(think, view, U(own))
        words = [int(word) for word in think.words[: int(think.options)]]
        assert words[0] == own
        assert len(words) == len(set(words)) <= MAX_OPTIONS
        assert legal(board, words) == words, decision
        naturals = int(view.hand) & int(NATURALS)
        if decision == "lay":
            melds = list(melds_of(naturals, int(board.rules.melds_ace_runs), 0, 0))
            face_down = [faces | int(FACE_DOWN) for faces in melds if faces.bit_count() >= 4]
            assert set(legal(board, [*melds, *face_down])) | {0, own} == set(words)
        elif decision == "draw" and int(view.offer) & 15 < 13:
            offer = 1 << int(view.offer)
            melds = list(melds_of(naturals | offer, int(board.rules.melds_ace_runs), 0, 0))
            assert set(legal(board, [faces for faces in melds if faces & offer])) <= set(words)
        elif decision in ("call", "respond"):
            assert set(words) == {0, 1}
        kinds[decision] += 1
    assert len(kinds) >= 5


def test_a_full_list_stays_as_it_is() -> None:
    think = thinking("pagat")[0]
    think.options = 0
    for number in range(MAX_OPTIONS + 5):
        add_option(think, U(number))
        add_option(think, U(number))
    assert think.options == MAX_OPTIONS
