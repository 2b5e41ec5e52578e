"""Odds of dealt hands against all hands of a small deck, and the values that the self-check deals."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from tests.naive import all_melds
from tests.sample_hands import house, mask
from tongits_sim.experiments.selfcheck import TABLE
from tongits_sim.hands.melds import least_deadwood
from tools.dealt_odds import in_melds, rows, with_four, without_meld

SMALL = [rank + suit for rank in "A2345" for suit in "cdhs"]
"""The cards of five ranks."""


@pytest.mark.parametrize("cards", [3, 4, 6])
def test_whole_hands_in_melds_are_those_of_a_small_deck(cards: int) -> None:
    rules = house()
    found = sum(least_deadwood(mask(list(hand)), rules.ace_runs)[0] == 0 for hand in combinations(SMALL, cards))
    assert in_melds(cards, ranks=5) == found > 0


@pytest.mark.parametrize("cards", [4, 5])
def test_hands_with_one_loose_card_are_those_of_a_small_deck(cards: int) -> None:
    rules = house()
    whole = {
        frozenset(rest)
        for rest in combinations(SMALL, cards - 1)
        if least_deadwood(mask(list(rest)), rules.ace_runs)[0] == 0
    }
    found = {hand | {card} for hand in whole for card in SMALL if card not in hand}
    longer = {
        frozenset(hand)
        for hand in combinations(SMALL, cards)
        if least_deadwood(mask(list(hand)), rules.ace_runs)[0] == 0
    }
    assert in_melds(cards, loose=1, ranks=5) == len(found | longer) > in_melds(cards, ranks=5)


def test_the_dealer_goes_out_at_once_as_often_as_deals_say() -> None:
    """The share of random deals in which the dealer has at most one card outside melds."""
    draw = np.random.default_rng(5)
    rules = house()
    pack = [rank + suit for rank in "A234567" for suit in "cdhs"]
    tried, out = 2000, 0
    for _ in range(tried):
        hand = [pack[number] for number in draw.permutation(len(pack))[:10]]
        rests = (mask([card for card in hand if card != thrown]) for thrown in hand)
        out += any(least_deadwood(rest, rules.ace_runs)[0] == 0 for rest in rests)
    share = in_melds(10, loose=1, ranks=7) / comb(len(pack), 10)
    assert abs(out / tried - share) < 4 * (share / tried) ** 0.5


def test_hands_without_a_meld_and_with_four_of_a_kind_are_those_of_a_small_deck() -> None:
    rules = house().naive
    hands = list(combinations(SMALL, 4))
    assert without_meld(4, ranks=5) == sum(not any(all_melds(set(hand), rules)) for hand in hands)
    assert with_four(4, ranks=5) == sum(len({card[0] for card in hand}) == 1 for hand in hands) == 5
    assert with_four(8, ranks=2) == 1


def test_a_meld_and_four_of_a_kind_are_those_that_the_self_check_deals() -> None:
    exact = {row.name: (row.of_12, row.of_13) for row in TABLE}
    found = {name: (twelve, thirteen) for name, twelve, thirteen in rows()}
    assert found["a meld"] == pytest.approx(exact["P(a meld)"], abs=1e-11)
    assert found["four of a kind, for a secret meld"] == pytest.approx(exact["P(four of a kind)"], abs=1e-11)
