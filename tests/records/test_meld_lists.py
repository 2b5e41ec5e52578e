"""Arrangements as lists of melds, and what may be one meld."""

from __future__ import annotations

from random import Random

import pytest

from tests.game.scenes import house
from tests.naive import DEFAULTS, deck, full_arrangement
from tests.referee.fits import can_be_meld as slow_can_be_meld
from tongits_sim.cards import card_text, parse_card, parse_mask
from tongits_sim.game.board import Board
from tongits_sim.records.meld_lists import arranged_melds, can_be_meld, runs_of

CODES = ("low", "high", "both")


def melds_of(rules: Board, hand: list[str]) -> list[list[str]]:
    """The melds of the best arrangement of a hand."""
    rules.game.hands[0] = parse_mask(" ".join(hand))
    rules.rearrange(0)
    return [[card_text(card) for card in meld] for meld in arranged_melds(rules.game, rules.rules, 0)]


@pytest.mark.parametrize("ace_runs", CODES)
@pytest.mark.parametrize("most", [1, 2])
def test_full_hands_are_shown_in_full(ace_runs: str, most: int) -> None:
    knobs = DEFAULTS | {"jokers.count": 2, "melds.ace_runs": ace_runs, "jokers.max_per_meld": most}
    board = Board(house("pagat", jokers__count=2, melds__ace_runs=ace_runs, jokers__max_per_meld=most))
    rng, full = Random(1), 0
    cards = deck(knobs)
    while full < 60:
        suit = rng.choice("cdhs")
        hand = set(rng.sample([card for card in cards if card[1] == suit or card[0] == "AX"[rng.random() < 0.5]], 9))
        shown = melds_of(board, sorted(hand))
        all_cards = [card for meld in shown for card in meld]
        assert len(set(all_cards)) == len(all_cards)
        assert set(all_cards) <= hand
        for meld in shown:
            assert slow_can_be_meld(meld, knobs), meld
            assert can_be_meld([parse_card(card) for card in meld], CODES.index(ace_runs), most)
        if full_arrangement(hand, knobs) is not None:
            full += 1
            assert set(all_cards) == hand


def test_aces_stand_where_they_are_needed() -> None:
    for text, runs in (("Ac 2c 3c Qc Kc", None), ("Ac Qc Kc 3c 4c 5c", 2), ("Ac 2c 3c Jc Qc Kc", 2)):
        melds = runs_of(int(parse_mask(text)), 2)
        assert runs is None or [len(run) >= 3 for run in melds] == [True] * runs


@pytest.mark.parametrize("ace_runs", CODES)
@pytest.mark.parametrize("most", [1, 2])
def test_what_may_be_one_meld(ace_runs: str, most: int) -> None:
    knobs = DEFAULTS | {"jokers.count": 2, "melds.ace_runs": ace_runs, "jokers.max_per_meld": most}
    rng = Random(2)
    for _ in range(400):
        suit = rng.choice("cdhs")
        near = [card for card in deck(knobs) if card[1] == suit or card[0] in "AX7"]
        cards = rng.sample(near, rng.randint(2, 5))
        expected = slow_can_be_meld(cards, knobs)
        assert can_be_meld([parse_card(card) for card in cards], CODES.index(ace_runs), most) == expected, cards
