"""From a view to a game: what is rebuilt is the game itself, and every deal is possible and equally likely."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
import pytest

from tests.designs.thinking.thoughts import Sitting, thinking
from tongits_sim.cards import cards_in
from tongits_sim.designs.thinking.hidden import deal_world, take_up
from tongits_sim.designs.thinking.layout import KNOWS_HANDS, KNOWS_STOCK
from tongits_sim.rules import load

RULES = ("pagat", "online", "sjs", "pagat+joker", "casino_x")
SAME = ("hands", "melded", "sets", "runs", "deadwood", "taken", "taken_now", "winner")


def test_nothing_of_an_earlier_thought_is_left() -> None:
    """Taken up after a call was answered, a game is the same as one taken up in a fresh record."""
    sitting, used = Sitting(load("pagat"), "caller,greedy,greedy"), thinking("pagat", "greedy")[0]
    view, compared = sitting.board.view, 0
    for number, decision in enumerate(sitting.decisions(30)):
        if decision != "respond" and number % 5:
            continue
        fresh = thinking("pagat", "greedy")[0]
        for think in (used, fresh):
            assert take_up(think, view)
            assert deal_world(think, view, 0, 0)
        for name in ("answers", "responder", "may_challenge", "phase", "hands", "stock_next", "laid"):
            assert np.array_equal(used.game[name], fresh.game[name]), (name, decision)
        compared += decision == "respond"
    assert compared > 3


def stock_of(game: Any, view: Any) -> list[int]:
    """The stock in the order it is drawn."""
    first = int(game.stock_next)
    return [int(card) for card in game.stock[first : first + int(view.stock_left)]]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("bots", ["expert,greedy,hunter", "random,random,random"])
def test_shown_everything_it_is_the_game_itself(rules: str, bots: str) -> None:
    sitting, think = Sitting(load(rules), bots), thinking(rules, "greedy")[0]
    game, view = sitting.board.game, sitting.board.view
    think.knows = KNOWS_HANDS | KNOWS_STOCK
    kinds = collections.Counter[str]()
    for decision in sitting.decisions(25):
        think.truth = game
        hidden_joker = any(int(game.secret_jokers[number]) for number in range(int(view.n_melds)))
        assert take_up(think, view) or hidden_joker
        if hidden_joker or not deal_world(think, view, 0, 0):
            continue
        kinds[decision] += 1
        for name in SAME:
            assert np.array_equal(think.game[name], game[name]), (decision, name)
        assert stock_of(think.game, think.seen) == stock_of(game, view)
        if decision != "respond":
            assert (think.game.drawn, think.game.phase) == (game.drawn, game.phase)
        else:
            assert list(think.game.may_challenge) == list(game.may_challenge)
            asked = int(view.answers[(int(view.caller) + 1) % 3]) == 0 and game.responder == 1
            assert think.game.responder == (0 if asked else game.responder)
    assert len(kinds) >= 5


def test_every_deal_fits_what_is_seen() -> None:
    sitting, think = Sitting(load("pagat"), "expert,hunter,random"), thinking("pagat")[0]
    view = sitting.board.view
    for place, _ in enumerate(sitting.decisions(4)):
        if not take_up(think, view):
            raise AssertionError("nothing adds up")
        for number in range(3 if place % 5 == 0 else 0):
            if not deal_world(think, view, number, 0):
                continue
            game = think.game
            secrets = [int(game.secret_faces[number]) for number in range(int(view.n_melds))]
            hidden = [*map(int, game.hands), *secrets, sum(1 << card for card in stock_of(game, think.seen))]
            shown = int(view.seen)
            cards = [card for each in hidden for card in cards_in(each)]
            taken = sum(int(known) for known in view.known)
            assert len(cards) == len(set(cards))
            assert sum(1 << card for card in cards) & shown & ~taken == 0
            assert len(cards) + (shown & ~taken).bit_count() == 52
            assert [int(hand).bit_count() for hand in game.hands] == view.hand_size.tolist()


def test_unknown_cards_are_everywhere_equally_often() -> None:
    sitting, think = Sitting(load("pagat")), thinking("pagat")[0]
    view = sitting.board.view
    decisions = sitting.decisions(2)
    for _ in range(8):
        next(decisions)
    assert take_up(think, view)
    unknown = cards_in(int(think.unknown))
    worlds, places = 4000, collections.Counter[tuple[int, int]]()
    for number in range(worlds):
        assert deal_world(think, view, number, 0)
        places.update((seat, card) for seat in range(3) for card in cards_in(int(think.game.hands[seat])))
    for seat in {0, 1, 2} - {int(view.me)}:
        share = int(think.held_unknown[seat]) / len(unknown)
        z = [(places[seat, card] - worlds * share) / np.sqrt(worlds * share * (1 - share)) for card in unknown]
        assert np.abs(z).max() < 4.5


def test_hands_shown_leave_the_stock_in_any_order() -> None:
    sitting, think = Sitting(load("pagat")), thinking("pagat")[0]
    view, game = sitting.board.view, sitting.board.game
    think.knows = KNOWS_HANDS
    next(sitting.decisions(1))
    think.truth = game
    assert take_up(think, view)
    orders = set()
    for number in range(20):
        assert deal_world(think, view, number, 0)
        assert list(think.game.hands) == list(game.hands)
        stock = stock_of(think.game, view)
        orders.add(tuple(stock))
        assert sorted(stock) == sorted(stock_of(game, view))
    assert len(orders) == 20


def test_the_stock_shown_leaves_the_hands_open() -> None:
    sitting, think = Sitting(load("pagat")), thinking("pagat")[0]
    view, game = sitting.board.view, sitting.board.game
    think.knows = KNOWS_STOCK
    next(sitting.decisions(1))
    think.truth = game
    assert take_up(think, view)
    hands = set()
    for number in range(20):
        assert deal_world(think, view, number, 0)
        assert stock_of(think.game, view) == stock_of(game, view)
        hands.add(tuple(map(int, think.game.hands)))
    assert len(hands) == 20
