"""Any legal action, by chance."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from strategies import random_bot
from strategies.random_bot import RANDOM
from tests.naive import all_melds, held_secret
from tests.sample_hands import ACE_RUNS, hands, house, houses, mask, names, words
from tests.strategies.situations import (
    LEFT,
    ME,
    RIGHT,
    answer,
    assert_legal_meld,
    cards_of,
    dice,
    is_face_down,
    jokers_in,
    onto,
    view,
)
from tongits_sim.actions import EXTEND, TAKE_FREE, faces_of
from tongits_sim.cards import U


def test_picks_are_even_and_among_the_cards() -> None:
    cards = ["7c", "9d", "Ts", "Kd", "Ah", "X1"]
    seen = Counter(next(iter(names(random_bot.pick(U(word), mask(cards))))) for word in dice(1, 6000))
    assert set(seen) == set(cards)
    assert all(abs(count - 1000) < 150 for count in seen.values())


def test_a_unit_number_is_below_one() -> None:
    assert random_bot.unit(U(0)) == 0
    assert 0.999 < random_bot.unit(U(2**64 - 1)) < 1


@pytest.mark.parametrize("rate", [0.0, 0.2, 0.5, 1.0])
def test_r9_calls_as_often_as_it_is_told(rate: float) -> None:
    calls = sum(answer(RANDOM, "call", view("Ks", word=word), call_rate=rate) for word in dice(2, 2000))
    assert abs(calls / 2000 - rate) < 0.05


def test_r10_challenges_by_the_toss_of_a_coin() -> None:
    assert abs(sum(answer(RANDOM, "respond", view("Ks", word=word)) for word in dice(3, 2000)) - 1000) < 120


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_r5_lays_legal_melds_of_every_kind(jokers: int) -> None:
    rules_list = houses(
        jokers__count=[2], jokers__max_per_meld=[1, 2], melds__ace_runs=ACE_RUNS, secrets__kinds=["set4", "set4_run"]
    )
    laid: Counter[str] = Counter()
    for number, (hand, word) in enumerate(zip(hands(1200, seed=70, jokers=jokers), dice(4, 10**6), strict=False)):
        rules = rules_list[number % len(rules_list)]
        action = answer(RANDOM, "lay", view(" ".join(hand), rules=rules, word=word))
        if action:
            used = assert_legal_meld(action, hand, rules)
            laid["secret" if is_face_down(action) else "open"] += 1
            laid[f"{jokers_in(action)} jokers"] += 1
            assert not is_face_down(action) or held_secret(used, (), rules.naive)
        elif not all_melds(hand, rules.naive):
            laid["none possible"] += 1
    assert min(laid["open"], laid["secret"]) > 30
    assert all(laid[f"{used} jokers"] > 10 for used in range(jokers + 1))


def test_r5_lays_no_more_than_it_may_and_no_taken_card_face_down() -> None:
    rules = house(melds__max_voluntary=1, secrets__kinds="set4_run")
    for word in dice(5, 300):
        full = answer(RANDOM, "lay", view("7c 7d 7h 7s 2s", rules=rules, laid=1, word=word))
        assert not full or is_face_down(full)
        seen = view("7c 7d 7h 7s 2s", rules=rules, word=word)
        seen.taken = mask(["7c"])
        action = answer(RANDOM, "lay", seen)
        assert not is_face_down(action) or "7c" not in cards_of(action)


def test_r4_takes_the_discard_in_every_way_there_is() -> None:
    table = [(ME, "4s 5s 6s"), (RIGHT, "? ? ? ?"), (LEFT, "8s 9s Ts")]
    seen: dict[str, set[str]] = {}
    for mode, word in product(("new_meld", "extend_own", "extend_any", "free"), dice(6, 400)):
        rules = house(draw__take_discard=mode)
        action = answer(RANDOM, "draw", view("7c 7d Kh", offer="7s", table=table, rules=rules, word=word))
        if action == int(TAKE_FREE):
            way = "free"
        elif action & int(EXTEND):
            way = f"onto {onto(action)}"
        else:
            way = cards_of(action) or "stock"
        seen.setdefault(mode, set()).add(way)
    assert seen["new_meld"] == {"stock", "7c 7d 7s"}
    assert seen["extend_own"] == seen["extend_any"] == {"stock", "7c 7d 7s", "onto 0"}
    assert seen["free"] == {"stock", "7c 7d 7s", "onto 0", "free"}


def test_r4_extends_only_own_melds_where_only_they_may_be() -> None:
    table = [(LEFT, "8s 9s Ts")]
    for mode, ways in (("extend_own", {0}), ("extend_any", {0, 1})):
        rules = house(draw__take_discard=mode)
        situations = [view("Kh", offer="7s", table=table, rules=rules, word=word) for word in dice(7, 100)]
        assert {int(answer(RANDOM, "draw", seen) >= int(EXTEND)) for seen in situations} == ways


def test_r6_sapaws_cards_that_fit_and_jokers_where_they_may() -> None:
    rules = house(jokers__count=2)
    table = [(ME, "4s 5s X1(6s)"), (LEFT, "7c 7d 7h")]
    counts: Counter[tuple[str, int, int]] = Counter()
    for word in dice(8, 600):
        action = answer(RANDOM, "sapaw", view("7s 3s X2 Kd", table=table, rules=rules, word=word))
        if action:
            counts[cards_of(action), onto(action), jokers_in(action)] += 1
    assert set(counts) == {("7s", 0, 0), ("3s", 0, 0), ("7s", 1, 0), ("7s", 1, 1)}
    opponents = house(jokers__count=2, sapaw__targets="opponents")
    for word in dice(9, 200):
        action = answer(RANDOM, "sapaw", view("7s 3s Kd", table=table, rules=opponents, word=word))
        assert not action or onto(action) == 1


def test_r7_throws_any_card_that_may_be_thrown() -> None:
    cards = {cards_of(answer(RANDOM, "discard", view("7s 3s Kd", legal="7s Kd", word=word))) for word in dice(10, 60)}
    assert cards == {"7s", "Kd"}


def test_proposals_reach_every_meld_of_a_hand() -> None:
    hand = ["7c", "7d", "7h", "7s", "8s", "9s", "Ts"]
    expected = {frozenset(meld.cards) for meld in all_melds(hand, house().naive)}
    proposals = words(random_bot.propose_meld(U(word), mask(hand)) for word in dice(11, 20000))
    assert expected <= {names(faces_of(proposal)) for proposal in proposals}
    assert all(names(faces_of(proposal)) <= set(hand) for proposal in proposals)
    assert random_bot.propose_meld(U(1), mask(["X1"])) == 0
