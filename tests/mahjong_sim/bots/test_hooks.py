"""What bots share."""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

import numpy as np
import pytest

from mahjong_sim.bots import hooks
from mahjong_sim.bots.greedy import GREEDY
from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DECLARE, DECISION_DISCARD
from mahjong_sim.hands.distance import shanten
from mahjong_sim.hands.tables import hand_tables
from mahjong_sim.melds import BEAUTY, CHOW, NEWS, PUNG, SAGASA, SECRET
from mahjong_sim.tiles import DRAGONS, WINDS, parse_tile
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.tables import answer_until, by_chance, meld, play, table, wall


class Hand(NamedTuple):
    """What of a view this needs."""

    counts: Any


def test_always_and_never() -> None:
    assert (int(hooks.always(None, None)), int(hooks.never(None, None))) == (1, 0)


def test_unseen_tiles_are_neither_held_nor_shown() -> None:
    board = table()
    board.deal_deck(wall("5s 5s 5s 5s Dg", "Dg", back="9c"))
    assert board.advance() == DECISION_DECLARE
    assert board.apply(meld(SECRET, parse_tile("5s"))) == 0
    assert board.advance() == DECISION_DISCARD
    unseen = hooks.unseen_tiles(board.view)
    assert int(unseen[parse_tile("5s")]) == 0  # an own secret, which nobody else has seen
    assert int(unseen[parse_tile("Dg")]) == 4 - int(board.view["counts"][parse_tile("Dg")])
    assert int(unseen.sum()) == 4 * 34 - int(board.view["counts"].sum()) - 4 - int(board.view["seen"].sum())


def test_a_claim_is_valued_by_what_it_leaves() -> None:
    board = table()
    board.deal_deck(wall("5c", "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 4c 6c Dr Dr We"))
    assert board.advance() == DECISION_DISCARD
    assert board.apply(parse_tile("5c")) == 0
    answer_until(board, DECISION_CLAIM, 1)
    before = int(hooks.now_away(board.view))
    action, away = hooks.nearest_claim(board.view)
    assert (int(action), int(away)) == (meld(CHOW, parse_tile("4c")), before - 1)
    taken = [tuple(map(int, pair)) for pair in hooks.claimed_tiles(board.view, CHOW, parse_tile("4c"))]
    assert sum(count for _, count in taken) == 2
    assert sum(int(n) for _, n in hooks.claimed_tiles(board.view, PUNG, parse_tile("5c"))) == 2


@pytest.mark.parametrize("rules", ["visayan", "visayan_jokers"])
def test_a_claim_that_helps_is_the_nearest_if_it_brings_the_hand_nearer(rules: str) -> None:
    board, taken = table(rules), [0, 0]
    for number in range(12):
        board.begin_match(23, number)
        board.deal()
        for _, decision, _ in play(board, by_chance(number)):
            if decision == DECISION_CLAIM:
                action, away = hooks.nearest_claim(board.view)
                nearer = away < hooks.now_away(board.view)
                assert answer(board, "greedy") == (int(action) if nearer else 0)
                taken[nearer] += 1
    assert min(taken) > 20


def test_the_greedy_bot_is_made_of_them() -> None:
    """So that what it answers is what they say."""
    assert GREEDY.hooks.declare is hooks.declare_what_helps
    claim: Any = GREEDY.hooks.claim
    assert inspect.getclosurevars(claim.py_func).globals == {"helpful_claim": hooks.helpful_claim}


def declared_tile_by_tile(board: Board) -> int:
    """What `declare_what_helps` says, from the counts of the hand without each meld."""
    view = board.view
    seat = int(view["mahjong_me"])
    counts, jokers, melds = view["counts"].copy(), int(view["jokers"]), int(view["n_melds"][seat])
    now = int(hooks.now_away(view))
    options = []
    for kind in range(34):
        options += [(SAGASA, kind, [kind], 0)] * (int(view["may_sagasa"]) >> kind & 1)
        options += [(SECRET, kind, [kind] * 4, 1)] * (int(view["may_secret"]) >> kind & 1)
    options += [(NEWS, WINDS, list(range(WINDS, WINDS + 4)), 1)] * int(view["may_news"])
    options += [(BEAUTY, DRAGONS, list(range(DRAGONS, DRAGONS + 3)), 1)] * int(view["may_beauty"])
    for code, tile, gone, more in options:
        rest = counts.copy()
        np.subtract.at(rest, gone, 1)
        if rest.min() < 0 or shanten(hand_tables(True), rest, jokers, melds + more) <= now:
            return meld(code, tile)
    return 0


@pytest.mark.parametrize("rules", ["visayan", "visayan_jokers"])
def test_what_is_declared_leaves_the_hand_as_near(rules: str) -> None:
    board, answers = table(rules), []
    for number in range(40):
        board.begin_match(29, number)
        board.deal()
        for _, decision, _ in play(board, by_chance(number)):
            if decision == DECISION_DECLARE:
                answers.append(answer(board, "greedy"))
                assert answers[-1] == declared_tile_by_tile(board)
    codes = [answer & 255 for answer in answers]
    assert {SECRET, SAGASA, BEAUTY, 0} <= set(codes)


def test_lonely_tiles_are_least_useful() -> None:
    order = [int(hooks.isolation(parse_tile(text))) for text in ("We", "1s", "9c", "2d", "5d")]
    assert order == sorted(order, reverse=True)
    assert np.ptp(order) > 0


def test_what_is_held_often_and_can_still_come_is_useful() -> None:
    board = table()
    board.deal_deck(wall("5s 5s 1d 7d Dg", "Dg", back="9c"))
    board.advance()
    held = board.view["counts"]
    unseen = np.full(len(held), 2, np.int8)

    def useful(tile: str) -> int:
        return int(hooks.usefulness(Hand(held), unseen, parse_tile(tile)))

    assert useful("5s") > useful("7d") > useful("1d") > useful("Dg")
    before = useful("7d")
    unseen[parse_tile("7d")] -= 1
    assert useful("7d") == before - 8
