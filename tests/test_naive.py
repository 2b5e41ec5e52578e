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
    can_meld_all,
    deck,
    held_secret,
    is_run,
    is_set,
    knob_problems,
    knobs,
    least_deadwood,
    plain_total,
    preset,
    sapaw_slots,
)

JOKERS = DEFAULTS | {"jokers.count": 2}
TWO_IN_ONE = JOKERS | {"jokers.max_per_meld": 2}


def cards(text: str) -> list[str]:
    return text.split()


# --- cards (R1, R16) -------------------------------------------------------------------------------------------------


def test_r1_the_deck_has_52_cards_and_the_jokers() -> None:
    assert len(set(deck(DEFAULTS))) == 52
    assert deck(DEFAULTS | {"jokers.count": 1})[-1:] == ["X1"]
    assert deck(JOKERS)[-2:] == ["X1", "X2"]


# --- melds (R3) ------------------------------------------------------------------------------------------------------


def test_r3_a_whole_suit_is_a_run_and_no_longer_one_exists() -> None:
    suit = [rank + "h" for rank in "A23456789TJQK"]
    for ace_runs in ("low", "high", "both"):
        rules = DEFAULTS | {"melds.ace_runs": ace_runs}
        assert is_run(suit, ace_runs)
        assert sapaw_slots(suit, "run", rules) == set()


def test_r3_no_card_twice_in_a_meld() -> None:
    assert not is_set(["7c", "7c", "7d"])
    assert not is_run(["7c", "7c", "8c", "9c"], "low")


# --- every meld of a hand (R3, R16) ----------------------------------------------------------------------------------


def melds_of(hand: str, rules: Rules) -> set[str]:
    return {
        f"{meld.kind} "
        + " ".join(
            card if card == face else f"{card}={face}" for card, face in zip(meld.cards, meld.faces, strict=True)
        )
        for meld in all_melds(hand.split(), rules)
    }


def test_all_melds_of_natural_cards() -> None:
    assert melds_of("7c 7d 7h 7s", DEFAULTS) == {
        "set 7c 7d 7h",
        "set 7c 7d 7s",
        "set 7c 7h 7s",
        "set 7d 7h 7s",
        "set 7c 7d 7h 7s",
    }
    assert melds_of("7c 8c 9c Tc", DEFAULTS) == {"run 7c 8c 9c", "run 8c 9c Tc", "run 7c 8c 9c Tc"}


def test_r16_a_joker_stands_for_every_card_that_makes_a_meld() -> None:
    assert melds_of("7c 7d X1", DEFAULTS) == {"set 7c 7d X1=7h", "set 7c 7d X1=7s"}
    assert melds_of("7c 9c X1", DEFAULTS) == {"run 7c X1=8c 9c"}
    assert melds_of("7c 8c X1", DEFAULTS) == {"run X1=6c 7c 8c", "run 7c 8c X1=9c"}


def test_r16_a_joker_may_stand_for_a_card_that_the_hand_holds() -> None:
    assert "set 7c 7d X1=7h" in melds_of("7c 7d 7h X1", DEFAULTS)
    assert not any("7h X1=7h" in meld for meld in melds_of("7c 7d 7h X1", DEFAULTS))


def test_r16_two_naturals_and_at_most_max_per_meld_jokers() -> None:
    assert not any("X1" in meld and "X2" in meld for meld in melds_of("7c 7d X1 X2", JOKERS))
    assert melds_of("7c X1 X2", TWO_IN_ONE) == set()
    fours = {meld for meld in melds_of("7c 7d X1 X2", TWO_IN_ONE) if len(meld.split()) == 5}
    assert fours == {"set 7c 7d X1=7h X2=7s", "set 7c 7d X2=7h X1=7s"}


# --- least deadwood (R3) ---------------------------------------------------------------------------------------------


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


# --- all cards in melds (R8) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [DEFAULTS, TWO_IN_ONE], ids=["plain", "jokers"])
def test_r8_can_meld_all_is_a_count_of_zero_where_all_cards_have_points(rules: dict[str, Any]) -> None:
    rng = Random(4)
    seen = set()
    for _ in range(300):
        hand = rng.sample([card for card in deck(rules) if card[0] in "A234X"], rng.randrange(6, 13))
        assert can_meld_all(hand, rules) == (least_deadwood(hand, rules) == 0)
        seen.add(can_meld_all(hand, rules))
    assert seen == {False, True}


# --- secrets and sapaws (R5.2, R6) -----------------------------------------------------------------------------------


def test_r5_2_held_secret_whatever_the_best_arrangement() -> None:
    hand = cards("4c 5c 6c 7c 7d 7h 7s 8c 9c")  # best: 4c-9c and three 7s; the four 7s are there all the same
    assert held_secret(hand, (), DEFAULTS)


def test_r6_sapaw_slots_with_high_aces() -> None:
    both = DEFAULTS | {"melds.ace_runs": "both"}
    assert sapaw_slots(cards("Jc Qc Kc"), "run", both) == {"Tc", "Ac"}
    assert sapaw_slots(cards("Qc Kc Ac"), "run", both) == {"Jc"}
    assert sapaw_slots(cards("Ac 2c 3c"), "run", both) == {"4c"}
    assert sapaw_slots([rank + "c" for rank in "23456789TJQK"], "run", both) == {"Ac"}


# --- the twins know every house rule ---------------------------------------------------------------------------------


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


# --- knobs and presets (parts 2 and 3) -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_whole_and_allowed(name: str) -> None:
    for overlays in ("", "+joker", "+progressive", "+joker+progressive"):
        knobs = preset(name + overlays)
        assert set(knobs) == set(DEFAULTS)
        assert knob_problems(knobs) == []


def test_part_3_reduced_pagat() -> None:
    changed = {knob for knob in DEFAULTS if preset("pagat_reduced")[knob] != preset("pagat")[knob]}
    assert changed == {
        "pay.tongits",
        "pay.fight_lost",
        "pay.fold_if_challenged",
        "bonus.secret_set",
        "bonus.long_run",
    }


@pytest.mark.parametrize(
    ("change", "start"),
    [
        ({"deal.next_dealer": "left"}, "part 2"),
        ({"jokers.count": True}, "part 2"),
        ({"pay.fold": 0.005}, "part 2"),
        ({"pay.fold": -1}, "part 2"),
        ({"fees.antes": 1.5}, "part 2"),
        ({"call.meld_age": 0.5}, "part 2"),
        ({"nonsense": 1}, "part 2"),
        ({"call.zero_count_fight": "pays_double"}, "R9.4"),
    ],
)
def test_knobs_are_checked(change: dict[str, Any], start: str) -> None:
    (problem,) = knob_problems(DEFAULTS | change)
    assert problem.startswith(start)


def test_r9_4_zero_count_fight_is_refused_where_a_hand_of_melds_is_tongits() -> None:
    fight = DEFAULTS | {"call.zero_count_fight": "only_at_zero"}
    assert knob_problems(fight | {"tongits.exit": "discard_last"}) != []
    assert knob_problems(fight | {"tongits.exit": "no_discard"}) == []
    assert knob_problems(fight | {"tongits.hand_melds": False}) == []
