"""Melds and cards as people type them."""

from __future__ import annotations

import pytest

from tongits_sim.cards import parse_mask
from tongits_sim.positions.position import PositionError, TableMeld
from tongits_sim.positions.table_text import by_seat, read_cards, read_seat, read_table
from tongits_sim.positions.typed import SEAT_OF


def test_melds_of_all_seats() -> None:
    melds = read_table("right: 7s 8s 9s, 4c 4d 4h; me: -; left: ????", SEAT_OF)
    assert [meld for meld, _ in melds] == [
        TableMeld(1, int(parse_mask("7s 8s 9s")), 3),
        TableMeld(1, int(parse_mask("4c 4d 4h")), 3),
        TableMeld(2, 0, 4, face_down=True),
    ]


def test_jokers_and_own_secrets() -> None:
    ((joker, cards), (secret, _)) = read_table("me: 7c 7d X1(7h), [8c 8d 8h 8s]", SEAT_OF)
    assert joker == TableMeld(0, int(parse_mask("7c 7d 7h")), 3, jokers=1)
    assert 14 in cards
    assert (secret.face_down, secret.size) == (True, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7s 8s 9s", "does not say whose"),
        ("north: 7s 8s 9s", "'north' is not a seat"),
        ("me: 7s 8s 9s; me: 4c 4d 4h", "me stands there twice"),
        ("me: ????", "name the cards of your own"),
        ("left: [7c 7d 7h 7s]", "not known to you"),
        ("me: 7c 7c 7h", "7c stands twice in the meld"),
        ("me: 7c 7d X1", "say what X1 stands for"),
        ("me: 7c 7d 1z", "'1z' is not a card"),
        ("me: 7c7d1z", "'7c7d1z' is not a card"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        read_table(text, SEAT_OF)


def test_cards_and_seats() -> None:
    assert read_cards("10h, Td", "the hand") == read_cards("Th td", "the hand")
    assert read_cards("-", "the hand") == ()
    assert read_cards("7h8H10cX1 as", "the hand") == read_cards("7h 8h Tc X1 As", "the hand")
    with pytest.raises(PositionError, match="Th stands twice in the hand"):
        read_cards("Th 10h", "the hand")
    assert read_seat(" Right ") == "right"
    assert by_seat("left: 7h") == {"left": "7h"}
