"""The bot that does not feed the next player."""

from __future__ import annotations

from strategies.defender import DEFENDER
from tests.sample_hands import house, mask
from tests.strategies.situations import RIGHT, answer, cards_of, view


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
