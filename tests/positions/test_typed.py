"""Typed positions: what is wrong is said in a sentence that names the card or the number; defaults are stated."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.positions.games import house
from tests.positions.test_position import TYPED
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.typed import Typed, read_facts, read_position


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "3h 3h 5h"}, "3h stands twice in the hand"),
        ({"hand": "3h 4h 5h 9c 9d Ks 2c 8d Jd 7s"}, "7s is in the hand and in right's meld 7s 8s 9s"),
        ({"hand": "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Ad 2d 3d"}, "14 cards are in the hand, 3d is one too many"),
        ({"hand": "3h 4h Xx"}, "'Xx' is not a card"),
        ({"hand": "3h 4h 5h 9c 9d Ks 2c 8d Jd X1"}, "X1 is not in the deck of pagat"),
        ({"table": "right: 7s 8s Ts; me: Qc Qd Qh"}, "right's 7s 8s Ts is not a meld"),
        ({"table": "right: 7s 8s 9s; me: Qc Qd 9s"}, "9s is in right's meld 7s 8s 9s and in me's meld|no meld"),
        ({"discards": "Qs Js"}, "Js is in the hand and among the discards"),
        ({"discards": "Qs Qs"}, "Qs stands twice in the discards"),
        ({"sizes": "9,9"}, "hands and melds hold 34 cards together"),
        ({"sizes": "9,14"}, "left cannot hold 14 cards"),
        ({"sizes": "nine"}, "is not a seat|does not say how many"),
        ({"stock": 14}, "that makes 53 cards, not 52"),
        ({"stock": 16}, "the stock begins with 15 cards, so 16 cannot be left"),
        ({"decide": "fold"}, "'fold' is not a decision"),
        ({"decide": "call"}, "to call comes before the draw"),
        ({"decide": "respond"}, "say who called"),
        ({"caller": "me"}, "the caller is right or left"),
        ({"known": "left: 6h"}, "cannot be known to hold 6h, which nobody discarded"),
        ({"known": "left: Qs"}, "does not allow a discard such as Qs in the hand"),
    ],
)
def test_wrong_positions_get_a_sentence(changes: dict[str, str | int], message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        read_position(house("pagat"), replace(TYPED, **changes))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_defaults_are_stated() -> None:
    facts = read_facts(house("pagat"), replace(TYPED, sizes=""))
    assert facts.sizes == (10, 9, 12)
    assert facts.stock == 13
    assumptions = " ".join(facts.defaults)
    assert "right holds 9 cards" in assumptions
    assert "13 cards are left in the stock" in assumptions


def test_forgotten_discards_are_counted() -> None:
    facts = read_facts(house("pagat"), replace(TYPED, stock=9))
    assert facts.unnamed == 4
    assert "4 earlier discards" in " ".join(facts.defaults)


def test_counts_say_whether_a_card_was_drawn() -> None:
    assert read_facts(house("pagat"), TYPED).drawn
    before = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", TYPED.table, TYPED.discards, sizes="9,12")
    assert not read_facts(house("pagat"), before).drawn


def test_sizes_by_name() -> None:
    assert read_facts(house("pagat"), replace(TYPED, sizes="left 12, right: 9")).sizes == (10, 9, 12)


def test_cards_that_others_took_are_known_under_free() -> None:
    typed = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "me: Qc Qd Qh", "Qs 4c 6h", sizes="12,12", known="left: 6h")
    facts = read_facts(house("pagat!free"), typed)
    assert facts.known[2].bit_count() == 1
    assert facts.taken == facts.known[2]
