from itertools import combinations
from random import Random
from typing import Any

import pytest

import tongits_sim.rules as engine
from tests import validation
from tests.naive import (
    DEFAULTS,
    PRESETS,
    Meld,
    Rules,
    all_melds,
    best_arrangement,
    deck,
    knob_problems,
    knobs,
    plain_total,
    preset,
)

JOKERS = DEFAULTS | {"jokers.count": 2}
TWO_IN_ONE = JOKERS | {"jokers.max_per_meld": 2}


def cards(text: str) -> list[str]:
    return text.split()


def by_all_subsets(hand: list[str], rules: Rules) -> int:
    """R3 even more simply: the best of all sets of melds that share no card."""
    melds = {frozenset(meld.cards) for meld in all_melds(hand, rules)}
    saved = 0
    for size in range(1, len(hand) // 3 + 1):
        for chosen in combinations(melds, size):
            used = [card for meld in chosen for card in meld]
            if len(used) == len(set(used)):
                saved = max(saved, plain_total(used, rules))
    return plain_total(hand, rules) - saved


@pytest.mark.parametrize(
    "rules", [DEFAULTS, JOKERS, TWO_IN_ONE, DEFAULTS | {"melds.ace_runs": "both"}], ids=["low", "joker", "two", "both"]
)
def test_r3_least_deadwood_is_the_best_of_all_sets_of_melds(rules: dict[str, Any]) -> None:
    rng = Random(3)
    some = [card for card in deck(rules) if card[0] in "A23QKX"]
    for _ in range(60):
        hand = rng.sample(some, 8)
        least, melds = best_arrangement(hand, rules)
        assert least == by_all_subsets(hand, rules)
        used = [card for meld in melds for card in meld.cards]
        assert len(used) == len(set(used))
        assert least == plain_total(set(hand) - set(used), rules)


def fours(melds: list[Meld]) -> int:
    return sum(len(meld.cards) == 4 for meld in melds)


def test_r3_bonus_decides_among_the_arrangements_with_the_least_count() -> None:
    hand = cards("4c 5c 6c 7c 7d 7h 7s 8c")  # 4c-8c and three 7s, or 4c-6c and four 7s with 8c left
    assert best_arrangement(hand, DEFAULTS, fours)[0] == 0
    hand = cards("4c 5c 6c 7c 7d 7h 7s")  # 4c-7c and three 7s, or 4c-6c and four 7s
    assert fours(best_arrangement(hand, DEFAULTS, fours)[1]) == 1
    assert fours(best_arrangement(hand, DEFAULTS, lambda melds: -fours(melds))[1]) == 1
    hand = cards("2c 3c 4c 5c 6c 7c 8c 9c")  # a held run may be split if that pays more
    assert fours(best_arrangement(hand, DEFAULTS, fours)[1]) == 2


@pytest.mark.parametrize("name", engine.KNOBS)
def test_several_values_of_every_knob_are_tried(name: str) -> None:
    values = validation.values(name)
    assert len({*values, DEFAULTS[name]}) > 1
    assert [
        problem for value in values for problem in knob_problems(DEFAULTS | {name: value}) if "R9.4" not in problem
    ] == []


def test_the_twin_has_every_preset() -> None:
    assert {name: preset(name) for name in PRESETS} == {
        name: engine.load(name).knobs() for name in engine.preset_names()
    }
    assert set(knobs.OVERLAYS) == set(engine.overlay_names())


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_whole_and_allowed(name: str) -> None:
    for overlays in ("", "+joker", "+progressive", "+joker+progressive"):
        knobs = preset(name + overlays)
        assert set(knobs) == set(DEFAULTS)
        assert knob_problems(knobs) == []
