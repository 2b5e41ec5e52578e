"""The best bot there is."""

from __future__ import annotations

import pytest

from strategies.expert import EXPERT
from tests.sample_hands import house
from tests.strategies.situations import LEFT, ME, RIGHT, answer, cards_of, in_order, onto, view
from tongits_sim.game.state import CHALLENGED

OWN = (ME, "7c 7d 7h")
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
        seen.answers[RIGHT] = CHALLENGED if rival else 0
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
    word = answer(EXPERT, "sapaw", view("7s 8s 9s Ts Kd 2c", table=[OWN, (LEFT, "4s 5s 6s")]))
    assert (cards_of(word), onto(word)) == ("7s", 1)
    rules = house(bonus__ace=1)
    assert answer(EXPERT, "sapaw", view("As Kd 9c 5h", table=[(LEFT, "2s 3s 4s")], rules=rules)) == 0
    assert cards_of(answer(EXPERT, "sapaw", view("As Kd", table=[(LEFT, "2s 3s 4s")], rules=rules))) == "As"
    assert cards_of(answer(EXPERT, "sapaw", view("7s Kd", table=[OWN]))) == "7s"


def test_r7_r14_throws_by_outs_and_bonuses() -> None:
    assert cards_of(answer(EXPERT, "discard", view("Kd Kc Qh 2s", rules=house(bonus__king=0)))) == "Qh"
    rules = house(bonus__king=1, pay__fold=1)
    assert cards_of(answer(EXPERT, "discard", view("Kd Qh 2s", rules=rules))) == "Qh"
