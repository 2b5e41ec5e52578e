"""What a person may take, lay and add: all that is legal, with jokers' faces."""

from __future__ import annotations

import random

import pytest

from tests.live.people import a_match, legal_events
from tests.naive.melds import face_melds
from tongits_sim.cards import card_text, cards_in
from tongits_sim.live.sight import sight_of
from tongits_sim.live.ways import all_melds, fillings, ways_to_add, ways_to_lay, ways_to_take


@pytest.mark.parametrize(("ace_runs", "name"), [(0, "low"), (1, "high"), (2, "both")])
def test_melds_are_those_of_the_naive_twin(ace_runs: int, name: str) -> None:
    ours = {frozenset(card_text(card) for card in cards_in(meld)) for meld in all_melds(ace_runs)}
    assert ours == {faces for _, faces in face_melds(name)}


def test_jokers_stand_for_what_makes_a_meld() -> None:
    assert fillings(["7c", "7d", "7h"], 0) == [{}]
    assert fillings(["7c", "7d", "X1"], 0) == [{"X1": "7h"}, {"X1": "7s"}]
    assert fillings(["4c", "7c", "X1", "X2"], 0) == [{"X1": "5c", "X2": "6c"}]
    assert fillings(["4c", "9d", "X1"], 0) == []


@pytest.mark.parametrize("rules", ["pagat", "casino_x+joker", "wikipedia"])
def test_every_way_is_legal_and_none_is_left_out(rules: str) -> None:
    kinds: set[str] = set()
    for seed in range(12):
        chance = random.Random(seed)
        match = a_match(rules, seed=seed)
        match.deal()
        while not match.over:
            sight = sight_of(match.board, match.rows())
            takes, lays, adds = ways_to_take(match, sight), ways_to_lay(match, sight), ways_to_add(match, sight.hand)
            for way in (*takes, *lays, *adds):
                assert match.legal(way)
                kinds.add(way["act"] + ("+" if "onto" in way else "") + ("*" if "as" in way else ""))
            if sight.offer and not any(card.startswith("X") for card in (*sight.hand, sight.offer)):
                takes_by_hand = (
                    {"act": "take", "card": sight.offer, "cards": [*two, sight.offer]} for two in pairs(sight.hand)
                )
                by_hand = [sorted(event["cards"]) for event in takes_by_hand if match.legal(event)]
                assert sorted(by_hand) == sorted(sorted(w["cards"]) for w in takes if len(w.get("cards", ())) == 3)
            match.act(chance.choice(legal_events(match)))
    assert {"take", "lay", "sapaw+"} <= kinds
    assert rules != "casino_x+joker" or {"take*", "lay*"} <= kinds


def pairs(hand: tuple[str, ...]) -> list[tuple[str, str]]:
    """Every two cards of a hand."""
    return [(one, other) for number, one in enumerate(hand) for other in hand[:number]]
