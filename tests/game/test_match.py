import numpy as np
import pytest

from tests.game.scenes import ALL, End, house
from tests.referee.settle import Match
from tongits_sim.cards import cards_in
from tongits_sim.game.board import Board
from tongits_sim.rules import load


def games(rules: str, winners: list[int], **knobs: float) -> list[list[float]]:
    """Play a match whose games are won by Tongits by these seats; the jackpot part of each game, in units."""
    paid = []
    match = Match()
    for winner in winners:
        end = End(house(rules, **knobs)).opened().before(match.jackpot / 100, match.streak_seat, match.streak)
        paid.append(end.won(winner).paid("jackpot"))
        match = end.match
    return paid


@pytest.mark.parametrize("rules", ALL)
def test_d7_r1_thirteen_twelve_twelve_and_fifteen(rules: str) -> None:
    for seed in range(20):
        board = Board(load(rules))
        board.begin_match(seed, 0, 1)
        board.deal()
        sizes = [13 if seat == board.view.dealer else 12 for seat in range(3)]
        assert list(board.view.hand_size) == sizes
        assert [int(hand).bit_count() for hand in board.game.hands] == sizes
        assert board.view.stock_left == 15


def test_a_game_begins_with_a_clear_table() -> None:
    board = Board(load("pagat"))
    board.begin_match(1, 0, 2)
    board.deal()
    for record, first, last in ((board.view, "word", "responses"), (board.game, "taken", "decisions")):
        names = list(record.dtype.names or ())
        for name in names[names.index(first) : names.index(last) + 1]:
            record[name] = np.ones_like(record[name])
    board.view.past_games = 0
    board.deal()
    assert board.view.sunog_risk.tolist() == [1, 1, 1]
    for record, first, last in ((board.view, "word", "responses"), (board.game, "taken", "decisions")):
        names = list(record.dtype.names or ())
        assert not any(np.any(record[name]) for name in names[names.index(first) : names.index(last) + 1])


@pytest.mark.parametrize(("jokers", "stock"), [(0, 15), (1, 16), (2, 17)])
def test_r16_jokers_lengthen_the_stock(jokers: int, stock: int) -> None:
    board = Board(house("pagat", jokers__count=jokers))
    board.begin_match(1, 0, 1)
    board.deal()
    assert board.view.stock_left == stock
    deck = [card for hand in board.game.dealt for card in cards_in(int(hand))]
    deck += [int(card) for card in board.game.stock[:stock]]
    assert len(deck) == len(set(deck)) == 52 + jokers
    assert [card in deck for card in (14, 30)] == [jokers >= 1, jokers == 2]


def test_d41_r15_jackpot_of_sjs() -> None:
    a, b = 0, 1
    assert games("sjs", [a, b, b, a]) == [[-3, -3, -3], [-1, -1, -1], [-1, 14, -1], [-3, -3, -3]]
    end = End("sjs").before(9, 2, 1)
    end.board.match.last_game = 1  # the last game of the match: what nobody took is returned in equal shares
    assert end.opened().won(0).paid("jackpot") == [3, 3, 3]


def test_d44_r15_jackpot_of_pagat() -> None:
    assert games("pagat", [0, 1, 1])[-1] == [-2, 16, -2]


def test_r15_a_streak_restarts_after_the_jackpot() -> None:
    assert [paid[0] for paid in games("pagat", [0, 0, 0, 0])] == [-2, 10, -2, 10]
    end = End(house("pagat", jackpot__seed=0, jackpot__add=0)).opened().before(0, 1, 1).won(1)
    assert end.finish() == Match()  # even if the jackpot is empty


def test_jackpot_streak_of_three() -> None:
    assert games("pagat", [0, 0, 0], jackpot__streak=3)[1:] == [[-2, -2, -2], [16, -2, -2]]


def test_jackpot_second_hit_extra() -> None:
    end = End(house("pagat", jackpot__streak=3, jackpot__second_hit_extra=1.5)).opened().before(12, 0, 1).won(0)
    assert end.paid("bonus") == [3, -1.5, -1.5]
    end = End(house("pagat", jackpot__streak=3, jackpot__second_hit_extra=1.5)).opened().before(12, 0, 2).won(0)
    assert end.paid("bonus") == [0, 0, 0]


@pytest.mark.parametrize(("takes", "payout"), [(True, 16), (False, -2)])
def test_jackpot_spread_takes(takes: bool, payout: float) -> None:
    end = End(house("pagat", jackpot__spread_takes=takes)).before(12).won(0, spread=True)
    assert end.paid("jackpot")[0] == payout
    assert end.board.match.streak == (0 if takes else 1)


def test_r15_an_untaken_jackpot_is_returned_at_the_end() -> None:
    end = End("pagat").opened().won(0)
    assert end.paid("jackpot") == [0, 0, 0]
    assert end.board.match.jackpot == 0


def test_r15_void_keeps_stakes_and_streak() -> None:
    rules = house("online", stock_out__nobody_eligible="void")
    end = End(rules, ("5c", "2d", "3h"), dealer=2).before(0.3, 1, 1).stocked_out(0)
    assert end.payout() == [-0.1, -0.1, -0.1]
    match = end.board.match
    assert (match.jackpot, match.streak_seat, match.streak, match.dealer) == (60, 1, 1, 2)


@pytest.mark.parametrize(("value", "dealer"), [("winner", 0), ("rotate", 2)])
def test_deal_next_dealer(value: str, dealer: int) -> None:
    end = End(house("pagat", deal__next_dealer=value), dealer=1).opened().won(0)
    end.payout()
    assert end.board.match.dealer == dealer


def test_deal_next_dealer_random_reaches_every_seat() -> None:
    dealers = set()
    for match in range(40):
        end = End(house("pagat", deal__next_dealer="random"), dealer=1).opened().won(0)
        end.board.match.key = match
        end.payout()
        dealers.add(int(end.board.match.dealer))
    assert dealers == {0, 1, 2}


@pytest.mark.parametrize(("value", "dealer"), [("winner", 1), ("rotate", 2), ("random", 1)])
def test_r1_2_the_dealer_after_a_void_game(value: str, dealer: int) -> None:
    rules = house("pagat", deal__next_dealer=value, stock_out__nobody_eligible="void")
    end = End(rules, ("5c", "2d", "3h"), dealer=1).stocked_out(0)
    end.payout()
    assert end.board.match.dealer == dealer


def test_r1_2_the_first_dealer_is_drawn() -> None:
    board = Board(load("pagat"))
    dealers = []
    for number in range(300):
        board.begin_match(1, number, 1)
        dealers.append(int(board.match.dealer))
    assert all(70 < dealers.count(seat) < 130 for seat in range(3))


def test_pot_ante_and_fees_antes() -> None:
    end = End(house("pagat", pot__ante=2, fees__antes=0.15)).opened().won(1)
    assert end.paid("pot") == [-2, 4, -2]
    assert End(house("pagat", pot__ante=2, fees__antes=0.15)).opened().won(1).paid("fees") == [0, -0.9, 0]


def test_fees_winnings_rounded_half_up() -> None:
    rules = house("pagat", pay__tongits=0.1, fees__winnings=0.125)  # an eighth of 0.20 is 0.025
    assert End(rules).opened().won(1).paid("fees") == [0, -0.03, 0]


def test_r15_2_progressive_scores_and_no_money() -> None:
    end = End("pagat+progressive", ("5c", "9d", "9h Kh")).opened().before(scores=(50, 60, 85)).called("cc")
    assert end.payout() == [0, 0, 0]
    assert list(end.board.match.scores) == [50, 69, 104]
    assert end.board.match.over
    assert end.board.match.streak == 1


def test_r15_2_a_match_goes_on_below_the_target() -> None:
    end = End("pagat+progressive", ("5c", "9d", "9h Kh")).opened().before().called("cc")
    end.payout()
    assert not end.board.match.over
