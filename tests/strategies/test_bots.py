from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from strategies import random_bot
from strategies.adaptive import ADAPTIVE
from strategies.bluffer import BLUFFER
from strategies.caller import CALLER
from strategies.defender import DEFENDER
from strategies.expert import EXPERT
from strategies.greedy import GREEDY
from strategies.hunter import HUNTER
from strategies.miser import MISER
from strategies.random_bot import RANDOM
from strategies.sniper import SNIPER
from strategies.turtle import TURTLE
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
    in_order,
    is_face_down,
    jokers_in,
    onto,
    view,
)
from tongits_sim.cards import U
from tongits_sim.game.action_codes import EXTEND, TAKE_FREE, faces_of
from tongits_sim.game.state import CHALLENGED
from tongits_sim.strategy import Strategy


@pytest.mark.parametrize(
    ("hand", "calls", "challenges"), [("Ks Jd 4c", 1, 1), ("Ks Jd 5c", 1, 0), ("Ks Jd Tc", 1, 0), ("Ks Jd Tc As", 0, 0)]
)
def test_r9_r10_calls_and_challenges_by_its_count(hand: str, calls: int, challenges: int) -> None:
    seen = view(hand + " 7c 7d 7h")
    assert answer(GREEDY, "call", seen) == calls
    assert answer(GREEDY, "respond", seen) == challenges


def test_r4_takes_a_discard_that_lowers_its_count() -> None:
    assert cards_of(answer(GREEDY, "draw", view("7c 7d Kh", offer="7h"))) == in_order("7c 7d 7h")
    assert answer(GREEDY, "draw", view("7c 8d Kh", offer="7h")) == 0


def test_r5_opens_with_its_first_meld_and_keeps_the_others() -> None:
    assert cards_of(answer(GREEDY, "lay", view("7c 7d 7h 4s 5s 6s Kd"))) == in_order("7c 7d 7h")
    assert answer(GREEDY, "lay", view("4s 5s 6s Kd", table=[(ME, "7c 7d 7h")])) == 0


def test_r6_r7_adds_loose_cards_and_throws_the_least_useful() -> None:
    seen = view("7s Kd 3c", table=[(LEFT, "7c 7d 7h")])
    assert cards_of(answer(GREEDY, "sapaw", seen)) == "7s"
    assert cards_of(answer(GREEDY, "discard", seen)) == "Kd"


OWN = (ME, "7c 7d 7h")
NUMBERS = {"call_none": 60, "call_one": 15, "call_two": 5, "call_stock": 1, "challenge_at": 5, "challenge_stock": 0.5}


@pytest.mark.parametrize(
    ("others", "hand", "calls"),
    [
        ([], "Ks Qd Jh 9c", 1),
        ([(LEFT, "4s 5s 6s")], "Ks Qd", 0),
        ([(LEFT, "4s 5s 6s")], "Ks 9d", 1),
        ([(LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")], "Ks", 0),
        ([(LEFT, "4s 5s 6s"), (LEFT, "4c 5c 6c")], "Ks 9d", 1),
        ([(LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")], "9d", 1),
    ],
)
def test_r9_calls_by_how_many_opponents_have_opened(others: list[tuple[int, str]], hand: str, calls: int) -> None:
    assert answer(ADAPTIVE, "call", view(hand, stock_left=4, table=[OWN, *others]), **NUMBERS) == calls


def test_r10_challenges_by_the_stock() -> None:
    assert answer(ADAPTIVE, "respond", view("9s", stock_left=8), **NUMBERS) == 1
    assert answer(ADAPTIVE, "respond", view("9s", stock_left=7), **NUMBERS) == 0


def test_calls_honestly_without_chance() -> None:
    assert all(answer(BLUFFER, "call", view("Ks Jd Tc", word=word)) == 1 for word in dice(1, 20))


def test_bluffs_at_its_rate_up_to_a_count() -> None:
    calls = [answer(BLUFFER, "call", view("Ks Qd Jh 4c", word=word), bluff_rate=0.25) for word in dice(2, 400)]
    assert 60 < sum(calls) < 140
    assert not any(answer(BLUFFER, "call", view("Ks Qd Jh 4c", word=w), bluff_rate=1, bluff_at=33) for w in dice(3, 20))
    assert not any(answer(BLUFFER, "call", view("Ks Qd Jh 4c", word=w), bluff_rate=0) for w in dice(4, 20))


@pytest.mark.parametrize(
    ("hand", "calls", "challenges"),
    [
        ("Ks", 1, 1),
        ("Ks Qd 4h", 1, 1),
        ("Ks Qd 5h", 1, 0),
        ("Ks Qd Jh Tc 9d 8h 3c", 1, 0),
        ("Ks Qd Jh Tc 9d 8h 4c", 0, 0),
    ],
)
def test_r9_calls_with_counts_that_others_play_on_with(hand: str, calls: int, challenges: int) -> None:
    assert answer(CALLER, "call", view(hand)) == calls
    assert answer(CALLER, "respond", view(hand)) == challenges


def test_keeps_a_pair_whose_outs_are_alive_and_throws_a_dead_one() -> None:
    seen = view("Kc Kd Qs 3h 7c", stock_left=10)
    assert cards_of(answer(DEFENDER, "discard", seen, out_worth=2, feed_cost=0)) == "Qs"
    seen.seen = mask(["Kh", "Ks"])
    assert cards_of(answer(DEFENDER, "discard", seen, out_worth=2, feed_cost=0)) in ("Kc", "Kd")


def test_throws_a_card_nobody_can_use_rather_than_one_of_more_points() -> None:
    seen = view("9c 8h 2s")
    seen.seen = mask(["8c", "8d", "6h", "7h", "9h", "Th"])
    assert cards_of(answer(DEFENDER, "discard", seen, feed_cost=2)) == "8h"
    assert cards_of(answer(DEFENDER, "discard", seen, feed_cost=0)) == "9c"


def test_r4_keeps_what_the_next_player_may_take_onto_his_own_meld() -> None:
    rules = house(draw__take_discard="extend_own")
    seen = view("9h 8c 2s", rules=rules, table=[(RIGHT, "6h 7h 8h")])
    seen.seen = mask(["9c", "9d", "9s", "6h", "7h", "8h", "8d", "8s", "6c", "7c", "Tc", "Th", "Jh"])
    assert cards_of(answer(DEFENDER, "discard", seen)) == "8c"
    assert DEFENDER.remembers


CALLS = {"call_none": 100, "call_one": 20, "call_two": 10, "call_stock": 1, "call_end": 2, "call_cards": 3}
FIGHTS = {"fight_base": 2, "fight_cards": 1, "fight_stock": 0.5, "fight_rival": 4, "fight_cheap": 5}


def test_r10_calls_with_nearly_anything_while_nobody_can_answer() -> None:
    assert answer(EXPERT, "call", view("Ks Qd Jc Th 9c", table=[OWN])) == 1


@pytest.mark.parametrize(
    ("others", "stock", "cards", "limit"), [(1, 0, 6, 20), (1, 5, 6, 25), (1, 0, 4, 14), (2, 0, 6, 10), (2, 3, 7, 16)]
)
def test_r9_calls_by_opponents_stock_and_their_cards(others: int, stock: int, cards: int, limit: int) -> None:
    table = [OWN, (LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")][: 1 + others]
    for count, calls in ((limit, 1), (limit + 1, 0)):
        seen = view("Ks", table=table, stock_left=stock)
        seen.hand_size[LEFT], seen.hand_size[RIGHT] = cards, 9
        seen.count = count
        assert answer(EXPERT, "call", seen, **CALLS) == calls


def test_r9_calls_sooner_where_the_call_follows_the_discard() -> None:
    for timing, calls in (("start", 0), ("end", 1)):
        seen = view("Ks", table=[OWN, (LEFT, "4s 5s 6s")], stock_left=5, rules=house(call__timing=timing))
        seen.hand_size[LEFT] = 6
        seen.count = 35
        assert answer(EXPERT, "call", seen, **CALLS) == calls


@pytest.mark.parametrize(("cards", "stock", "rival", "limit"), [(6, 4, False, 10), (3, 4, False, 7), (6, 4, True, 6)])
def test_r10_challenges_by_what_the_caller_shows(cards: int, stock: int, rival: bool, limit: int) -> None:
    for count, challenges in ((limit, 1), (limit + 1, 0)):
        seen = view("Ks", table=[OWN, (LEFT, "4s 5s 6s")], stock_left=stock, rules=house(pay__fold_if_challenged=1))
        seen.caller = LEFT
        seen.hand_size[LEFT] = cards
        seen.count = count
        seen.responses[RIGHT] = CHALLENGED if rival else 0
        assert answer(EXPERT, "respond", seen, **FIGHTS) == challenges


def test_r14_challenges_sooner_where_folding_may_cost_as_much() -> None:
    rules = house(pay__fold_if_challenged=3, pay__fight_lost=3)
    seen = view("Ks", table=[OWN, (LEFT, "4s 5s 6s"), (RIGHT, "4c 5c 6c")], stock_left=4, rules=rules)
    seen.caller = LEFT
    seen.hand_size[LEFT] = 6
    seen.count = 15
    assert answer(EXPERT, "respond", seen, **FIGHTS) == 1
    assert answer(EXPERT, "respond", seen, **(FIGHTS | {"fight_cheap": 0})) == 0


def test_r4_takes_a_discard_that_lowers_its_count_or_extends_a_meld() -> None:
    assert cards_of(answer(EXPERT, "draw", view("5h 6h 8h Kh", offer="7h"))) == in_order("5h 6h 7h 8h")
    assert answer(EXPERT, "draw", view("7c 8d Kh", offer="7h")) == 0
    seen = view("Kd 9c", offer="7s", table=[OWN], rules=house(draw__take_discard="extend_own"))
    assert onto(answer(EXPERT, "draw", seen)) == 0
    assert answer(EXPERT, "draw", seen) != 0


def test_r5_opens_with_the_safest_meld_and_keeps_the_others() -> None:
    assert cards_of(answer(EXPERT, "lay", view("7c 7d 7h 2s 3s 4s Kd"))) == in_order("7c 7d 7h")
    assert answer(EXPERT, "lay", view("2s 3s 4s Kd 9c", table=[OWN])) == 0
    rules = house(showdown__hand_melds_count_zero=False, tongits__hand_melds=False)
    assert cards_of(answer(EXPERT, "lay", view("2s 3s 4s Kd 9c", table=[OWN], rules=rules))) == in_order("2s 3s 4s")


def test_r6_blocks_opponents_and_keeps_cards_that_pay() -> None:
    for owner in (LEFT, RIGHT):
        word = answer(EXPERT, "sapaw", view("7s 8s 9s Ts Kd 2c", table=[OWN, (owner, "4s 5s 6s")]))
        assert (cards_of(word), onto(word)) == ("7s", 1)
    rules = house(bonus__ace=1)
    assert answer(EXPERT, "sapaw", view("As Kd 9c 5h", table=[(LEFT, "2s 3s 4s")], rules=rules)) == 0
    assert cards_of(answer(EXPERT, "sapaw", view("As Kd", table=[(LEFT, "2s 3s 4s")], rules=rules))) == "As"
    assert cards_of(answer(EXPERT, "sapaw", view("7s Kd", table=[OWN]))) == "7s"


def test_r7_r14_throws_by_outs_and_bonuses() -> None:
    assert cards_of(answer(EXPERT, "discard", view("Kd Kc Qh 2s", rules=house(bonus__king=0)))) == "Qh"
    rules = house(bonus__king=1, pay__fold=1)
    assert cards_of(answer(EXPERT, "discard", view("Kd Qh 2s", rules=rules))) == "Qh"


@pytest.mark.parametrize(
    ("hand", "calls", "challenges"), [("As", 1, 1), ("2s", 0, 1), ("Ks Jd 4c", 0, 1), ("Ks Jd 5c", 0, 0)]
)
def test_r9_r10_hardly_ever_calls(hand: str, calls: int, challenges: int) -> None:
    assert answer(HUNTER, "call", view(hand)) == calls
    assert answer(HUNTER, "respond", view(hand)) == challenges


def test_r5_opens_only_when_the_stock_runs_low() -> None:
    hand = "7c 7d 7h Kd 2s"
    assert answer(HUNTER, "lay", view(hand, stock_left=6)) == 0
    assert cards_of(answer(HUNTER, "lay", view(hand, stock_left=5))) == in_order("7c 7d 7h")
    assert cards_of(answer(HUNTER, "lay", view(hand, stock_left=9), open_at_stock=9)) == in_order("7c 7d 7h")
    assert answer(HUNTER, "lay", view(hand, stock_left=5, table=[(ME, "4s 5s 6s")])) == 0
    assert cards_of(answer(HUNTER, "lay", view(hand, stock_left=5, table=[(LEFT, "4s 5s 6s")]))) == in_order("7c 7d 7h")


def test_r8_lays_everything_where_only_laid_melds_are_tongits() -> None:
    rules = house(tongits__hand_melds=False)
    assert cards_of(answer(HUNTER, "lay", view("7c 7d 7h Kd", rules=rules))) == in_order("7c 7d 7h")
    assert answer(HUNTER, "lay", view("7c 7d 7h Kd 2s", rules=rules)) == 0


def test_r10_challenges_only_with_next_to_nothing() -> None:
    assert [answer(MISER, "respond", view(hand)) for hand in ("7c 7d 7h", "As", "2s", "3s")] == [1, 1, 1, 0]
    assert answer(MISER, "respond", view("9s"), challenge_at=9) == 1


SNIPER_NUMBERS = {"base": 0, "per_card": 2, "per_stock": -0.5, "rival": 3}


@pytest.mark.parametrize(
    ("hand", "cards", "stock", "rival", "challenges"),
    [
        *[("Ks 4c", 8, 4, 0, 1), ("Ks 5c", 8, 4, 0, 0), ("6c", 4, 4, 0, 1), ("7c", 4, 4, 0, 0), ("Ks 2c", 8, 10, 0, 0)],
        ("Ks 4c", 8, 4, CHALLENGED, 0),
    ],
)
def test_r10_challenges_by_the_caller_the_stock_and_whether_another_did(
    hand: str, cards: int, stock: int, rival: int, challenges: int
) -> None:
    seen = view(hand, stock_left=stock)
    seen.caller, seen.responses[LEFT] = RIGHT, rival
    seen.hand_size[RIGHT] = cards
    assert answer(SNIPER, "respond", seen, **SNIPER_NUMBERS) == challenges


HAND = "7c 7d 7h 2s 3s 4s Kd"


def test_r5_stays_hidden_while_there_is_time() -> None:
    assert answer(TURTLE, "lay", view(HAND, stock_left=12)) == 0
    assert answer(TURTLE, "lay", view(HAND, stock_left=9)) != 0


def test_opens_when_an_open_opponent_holds_few_cards() -> None:
    seen = view(HAND, stock_left=12, table=[(LEFT, "Js Qs Ks")])
    seen.hand_size[LEFT] = 9
    assert answer(TURTLE, "lay", seen) == 0
    seen.hand_size[LEFT] = 8
    assert answer(TURTLE, "lay", seen) != 0


def test_lays_the_meld_that_fewest_living_cards_fit() -> None:
    seen = view(HAND, stock_left=3)
    assert cards_of(answer(TURTLE, "lay", seen)) == in_order("7c 7d 7h")  # one card fits it, two fit the run
    seen.seen = mask(["As", "5s"])
    assert cards_of(answer(TURTLE, "lay", seen)) == in_order("2s 3s 4s")


def test_lays_only_one_where_melds_in_the_hand_count() -> None:
    assert answer(TURTLE, "lay", view("2s 3s 4s Kd 9c", stock_left=3, table=[(ME, "7c 7d 7h")])) == 0


def test_picks_are_even_and_among_the_cards() -> None:
    cards = ["7c", "9d", "Ts", "Kd", "Ah", "X1"]
    seen = Counter(next(iter(names(random_bot.pick(U(word), mask(cards))))) for word in dice(1, 6000))
    assert set(seen) == set(cards)
    assert all(abs(count - 1000) < 150 for count in seen.values())


def said(strategy: Strategy, decision: str, seen: Any, words: Iterable[int], **params: float) -> int:
    """How often a bot says yes, by these words of chance."""
    yes = 0
    for word in words:
        seen.word = word
        yes += answer(strategy, decision, seen, **params)
    return yes


@pytest.mark.parametrize("rate", [0.0, 0.2, 0.5, 1.0])
def test_r9_calls_as_often_as_it_is_told(rate: float) -> None:
    assert abs(said(RANDOM, "call", view("Ks"), dice(2, 2000), call_rate=rate) / 2000 - rate) < 0.05


def test_r10_challenges_every_other_time() -> None:
    assert abs(said(RANDOM, "respond", view("Ks"), dice(3, 2000)) - 1000) < 120


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


def test_r8_lays_but_keeps_a_card_where_it_must_discard_last() -> None:
    rules = house(tongits__exit="discard_last")
    laid = [{answer(RANDOM, "lay", view(hand, rules=rules, word=word)) for word in dice(5, 200)} for hand in HANDS]
    assert laid[0] == {0}
    assert {cards_of(action) for action in laid[1] - {0}} == {"7c 7d 7h"}


HANDS = ("7c 7d 7h", "7c 7d 7h 2s")

"""A meld, and the same with a card to discard."""


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
