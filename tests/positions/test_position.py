"""`Position`: names of seats, and the position as text."""

from __future__ import annotations

import json
import pickle

from tests.positions.games import house
from tongits_sim.positions.position import Position
from tongits_sim.positions.typed import Typed, read_position

TYPED = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd Js", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", sizes="9,12")


def position() -> Position:
    """A typed position."""
    return read_position(house("pagat"), TYPED)


def test_seats_have_names() -> None:
    here = position()
    assert [here.name(seat) for seat in (here.seat, here.right, here.left)] == ["me", "right", "left"]


def test_facts_are_json() -> None:
    facts = position().facts()
    assert json.loads(json.dumps(facts)) == facts
    assert facts["hand"] == "2c 9c 8d 9d Jd 3h 4h 5h Js Ks"
    assert facts["sizes"] == {"me": 10, "right": 9, "left": 12}
    assert [meld["owner"] for meld in facts["table"]] == ["right", "me"]
    assert facts["discards"] == ["Qs", "4c"]
    assert "stock 13" in str(position())


def test_a_position_is_a_value() -> None:
    assert position() == position()
    assert pickle.loads(pickle.dumps(position())) == position()
