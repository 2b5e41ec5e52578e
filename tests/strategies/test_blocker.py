"""The bot that blocks calls by sapaw."""

from __future__ import annotations

from strategies.blocker import BLOCKER
from tests.strategies.situations import LEFT, ME, RIGHT, answer, cards_of, onto, view

TABLE = [(RIGHT, "7c 7d 7h"), (LEFT, "4s 5s 6s")]


def test_r9_3_gives_a_card_of_a_long_meld_to_block() -> None:
    seen = view("7s 8s 9s Ts Kd", table=TABLE)
    seen.hand_size[RIGHT], seen.hand_size[LEFT] = 5, 6
    word = answer(BLOCKER, "sapaw", seen)
    assert (cards_of(word), onto(word)) == ("7s", 0)
    seen.sapawed_on[RIGHT] = 1
    word = answer(BLOCKER, "sapaw", seen)
    assert (cards_of(word), onto(word)) == ("7s", 1)


def test_keeps_a_meld_of_three_and_leaves_players_with_many_cards_alone() -> None:
    seen = view("7s 8s 9s Kd", table=TABLE)
    seen.hand_size[RIGHT], seen.hand_size[LEFT] = 5, 6
    assert answer(BLOCKER, "sapaw", seen) == 0
    seen = view("7s 8s 9s Ts Kd", table=TABLE)
    seen.hand_size[RIGHT], seen.hand_size[LEFT] = 12, 12
    assert answer(BLOCKER, "sapaw", seen) == 0
    assert cards_of(answer(BLOCKER, "sapaw", seen, block_at_cards=12)) == "7s"


def test_r6_gets_rid_of_loose_cards_on_its_own_melds_too() -> None:
    assert cards_of(answer(BLOCKER, "sapaw", view("7s Kd", table=[(ME, "7c 7d 7h")]))) == "7s"
