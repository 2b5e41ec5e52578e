import random
from typing import Any

import pytest

from strategies import helpers
from tests.naive import RANKS, all_melds, kind_of, least_deadwood, plain_total
from tests.sample_hands import ACE_RUNS, SORTS, THOROUGH, House, hands, house, houses, mask, names, words
from tests.strategies.situations import LEFT, ME, RIGHT, assert_legal_meld, cards_of, in_order, jokers_in, onto, view
from tongits_sim.cards import EMPTY, parse_card
from tongits_sim.hands.melds import least_deadwood as natural_deadwood

EVERY_MODE = pytest.mark.parametrize("mode", ACE_RUNS)
NOTHING = 0


@EVERY_MODE
def test_r3_run_at_takes_a_whole_run_and_leaves_the_others_whole(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    several = 0
    for lane in range(1 << 13):
        cards = [RANKS[rank] + "d" for rank in range(13) if lane >> rank & 1]
        if not cards or natural_deadwood(mask(cards), rules.ace_runs)[0] > 0:
            continue
        run = names(helpers.run_at(mask([*cards, "7h"]), parse_card(cards[0]), rules.ace_runs))
        assert kind_of(run, rules.naive) == "run", cards
        assert run <= set(cards)
        assert least_deadwood(set(cards) - run, rules.naive) == 0, cards
        several += len(run) < len(cards)
    assert several > 50


@pytest.mark.parametrize("jokers", [0, 1, 2])
@EVERY_MODE
def test_r5_the_arranged_meld_is_legal_and_the_rest_stays_as_good(mode: str, jokers: int) -> None:
    rules_list = houses(jokers__count=[2], melds__ace_runs=[mode], jokers__max_per_meld=[1, 2])
    laid = with_joker = 0
    for number, hand in enumerate(hands(150, seed=60 + jokers, jokers=jokers)):
        rules = rules_list[number % 2]
        cards = set(hand)
        count = least_deadwood(cards, rules.naive)
        while word := helpers.arranged_meld(view(" ".join(sorted(cards)), rules=rules)):
            cards -= assert_legal_meld(word, sorted(cards), rules)
            assert least_deadwood(cards, rules.naive) == count, hand
            laid += 1
            with_joker += jokers_in(word) > 0
        assert plain_total(cards, rules.naive) == count, hand
    assert laid > 150
    assert (with_joker > 30) == (jokers > 0)


@pytest.mark.parametrize(
    ("mode", "hand", "melds"),
    [
        ("low", "7c 7d 7h 7s", ["7c 7d 7h 7s"]),
        ("low", "4h 5h 6h 7h 9h Th Jh", ["4h 5h 6h 7h", "9h Th Jh"]),
        ("high", "2h 3h 4h Qh Kh Ah", ["2h 3h 4h", "Qh Kh Ah"]),
        ("both", "Ah 2h 3h 4h Qh Kh", ["2h 3h 4h", "Qh Kh Ah"]),
        ("both", "Ah 2h 3h Jh Qh Kh", ["Ah 2h 3h", "Jh Qh Kh"]),
        ("low", "7c 7d 8s Ts X1", ["8s 9s Ts"]),
        ("low", "7c 7d Ks", []),
    ],
)
def test_r5_arranged_melds_by_hand(mode: str, hand: str, melds: list[str]) -> None:
    rules = house(melds__ace_runs=mode, jokers__count=1)
    left = hand.split()
    laid = []
    while word := helpers.arranged_meld(view(" ".join(left), rules=rules)):
        used = assert_legal_meld(word, left, rules)
        left = [card for card in left if card not in used]
        laid.append(cards_of(word))
    assert laid == [in_order(meld) for meld in melds]


@EVERY_MODE
def test_r4_natural_melds_with_a_card(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    with_melds = 0
    for card, *held in hands(1500, seed=63, most=10):
        melds = [meld for meld in all_melds((card, *held), rules.naive) if card in meld.cards]
        run = helpers.run_with(mask(held), parse_card(card), rules.ace_runs)
        check_meld_with(run, card, held, rules, possible=any(meld.kind == "run" for meld in melds))
        either = helpers.natural_meld_with(mask(held), parse_card(card), rules.ace_runs)
        check_meld_with(either, card, held, rules, possible=bool(melds))
        with_melds += bool(melds)
    assert with_melds > 400


def check_meld_with(word: int, card: str, held: list[str], rules: House, possible: bool) -> None:
    assert bool(word) == possible, (card, held)
    if word:
        assert card in assert_legal_meld(word, (card, *held), rules)


def test_r4_the_set_is_preferred_and_of_runs_the_lowest() -> None:
    assert cards_of(helpers.natural_meld_with(mask(["7c", "7d", "8h", "9h"]), parse_card("7h"), 0)) == in_order(
        "7c 7d 7h"
    )
    assert cards_of(helpers.run_with(mask(["5h", "6h", "8h", "9h"]), parse_card("7h"), 0)) == in_order("5h 6h 7h")
    assert cards_of(helpers.run_with(mask(["2h", "3h", "Qh", "Kh"]), parse_card("Ah"), 2)) == in_order("Ah 2h 3h")


@pytest.mark.parametrize(
    ("hand", "offer", "take", "if_lower"),
    [
        ("7c 7d Kh Qs", "7h", "7c 7d 7h", True),
        ("5h 6h Kh Qs", "7h", "5h 6h 7h", True),
        ("5h 9h Kh Qs", "7h", "", False),
        ("7c 7d Kh Qs", "X1", "", False),  # a joker is left where it lies
        ("7c 7d 8c 9c 8d 9d", "7h", "7c 7d 7h", False),  # the hand is all in melds
        ("3c 3d 3h 4h 5h Kd", "6h", "4h 5h 6h", True),
    ],
)
def test_r4_taking_the_discard(hand: str, offer: str, take: str, if_lower: bool) -> None:
    seen = view(hand, offer=offer, rules=house(jokers__count=1))
    assert cards_of(helpers.take_for_set_or_run(seen, EMPTY)) == in_order(take)
    assert cards_of(helpers.take_if_lower(seen, EMPTY)) == in_order(take if if_lower else "")


def test_r4_taking_helps_when_what_is_left_counts_less() -> None:
    rng = random.Random(64)
    helped = refused = 0
    for number in range(1500 * THOROUGH):
        offer, *held = SORTS[number % len(SORTS)](rng, rng.randint(4, 11))
        seen = view(" ".join(held), offer=offer)
        word = helpers.take_for_set_or_run(seen, EMPTY)
        if word:
            left = set(held) - names(word)
            rules = house().naive
            expected = least_deadwood(left, rules) < least_deadwood(held, rules)
            assert helpers.taking_helps(seen, *words([word])) == expected, (held, offer)
            helped = helped + expected
            refused = refused + (not expected)
    assert helped > 200
    assert refused > 20


def test_r8_discard_last_a_take_leaves_a_card_to_discard() -> None:
    for exit_, taken in (("any", in_order("7c 7d 7h")), ("discard_last", "")):
        seen = view("7c 7d", offer="7h", rules=house(tongits__exit=exit_, tongits__hand_melds=False))
        assert cards_of(helpers.take_if_lower(seen, EMPTY)) == taken


def test_r5_lay_next_keeps_to_max_voluntary() -> None:
    rules = house(melds__max_voluntary=1)
    assert cards_of(helpers.lay_next(view("7c 7d 7h Ks", rules=rules))) == in_order("7c 7d 7h")
    assert helpers.lay_next(view("7c 7d 7h Ks", rules=rules, laid=1)) == NOTHING
    assert [helpers.may_lay_open(view(rules=rules, laid=laid)) for laid in (0, 1)] == [True, False]
    assert helpers.may_lay_open(view(laid=9))


def test_r8_lay_next_leaves_a_card_to_discard() -> None:
    rules = house(tongits__exit="discard_last", jokers__count=1)
    assert helpers.lay_next(view("7c 7d 7h", rules=rules)) == NOTHING
    assert helpers.lay_next(view("7c 7d X1", rules=rules)) == NOTHING
    assert cards_of(helpers.lay_next(view("7c 7d 7h 2s", rules=rules))) == in_order("7c 7d 7h")


def test_lay_to_open_lays_one_meld() -> None:
    hand = "7c 7d 7h 4s 5s 6s Kd"
    mine = [(ME, "2c 2d 2h")]
    assert cards_of(helpers.lay_to_open(view(hand), EMPTY)) == in_order("7c 7d 7h")
    assert helpers.lay_to_open(view(hand, table=mine), EMPTY) == NOTHING
    assert cards_of(helpers.lay_to_open(view(hand, table=[(LEFT, "2c 2d 2h")]), EMPTY)) == in_order("7c 7d 7h")
    counting = house(showdown__hand_melds_count_zero=False)
    assert cards_of(helpers.lay_to_open(view(hand, table=mine, rules=counting), EMPTY)) == in_order("7c 7d 7h")


def test_r8_lay_to_finish_where_only_laid_melds_are_tongits() -> None:
    laid_only = house(tongits__hand_melds=False)
    assert helpers.lay_to_finish(view("7c 7d 7h Kd"), EMPTY) == NOTHING
    assert cards_of(helpers.lay_to_finish(view("7c 7d 7h Kd", rules=laid_only), EMPTY)) == in_order("7c 7d 7h")
    assert helpers.lay_to_finish(view("7c 7d 7h Kd 2s", rules=laid_only), EMPTY) == NOTHING


def test_r6_sapaw_one_where_it_fits_and_may() -> None:
    table = [(RIGHT, "? ? ? ?"), (ME, "7c 7d 7h"), (LEFT, "4s 5s 6s")]
    seen = view("7s Kd 2c", table=table)
    word = helpers.sapaw_one(seen, seen.hand)
    assert (cards_of(word), onto(word)) == ("7s", 1)
    others = view("7s Kd 2c", table=table, rules=house(sapaw__targets="opponents"))
    word = helpers.sapaw_one(others, others.hand)
    assert (cards_of(word), onto(word)) == ("7s", 2)
    assert helpers.sapaw_one(seen, mask(["Kd", "2c"])) == NOTHING


def test_r16_sapaw_one_puts_a_joker_where_one_more_is_allowed() -> None:
    rules = house(jokers__count=2)
    full = [(RIGHT, "4s 5s X1(6s)")]
    seen = view("Kd X2", table=full, rules=rules)
    assert helpers.sapaw_one(seen, seen.hand) == NOTHING
    seen = view("Kd X2", table=[*full, (LEFT, "7c 7d 7h")], rules=rules)
    word = helpers.sapaw_one(seen, seen.hand)
    assert (cards_of(word), onto(word), jokers_in(word)) == ("7s", 1, 1)


@pytest.mark.parametrize(
    ("hand", "legal", "discard"),
    [
        ("Kd 2s 9h", None, "Kd"),
        ("9d 2s 5h", None, "9d"),
        ("Kd Kh 9s 2c", None, "9s"),  # a pair is kept
        ("Kd Jd 9s 2c", None, "9s"),  # and what may become a run
        ("Kd Qd 3h 3s", None, "Qd"),  # nothing stands alone: one of the highest
        ("7c 7d 7h 2s", None, "2s"),  # melds are kept
        ("7c 7d 7h 7s", None, "7c"),
        ("Kd 9s 2c", "9s 2c", "9s"),  # what may not be discarded is kept
        ("7c 7d 7h X1", None, "7c"),
    ],
)
def test_r7_the_least_useful_card(hand: str, legal: str | None, discard: str) -> None:
    seen = view(hand, legal=legal, rules=house(jokers__count=1))
    word = int(helpers.discard_least_useful(seen, EMPTY))
    assert names(word) == {discard}


def test_r7_the_card_thrown_is_one_of_the_candidates() -> None:
    rng = random.Random(65)
    rules = house(jokers__count=2)
    for jokers in (0, 1, 2):
        for hand in hands(150, seed=66, jokers=jokers):
            candidates: Any = mask(rng.sample(hand, rng.randint(1, len(hand))))
            word = int(helpers.least_useful(view(" ".join(hand), rules=rules), candidates))
            assert word.bit_count() == 1
            assert word & ~int(candidates) == 0
