"""The items of a value and their bits."""

from __future__ import annotations

from mahjong_sim.hands import values
from mahjong_sim.rules import KNOBS


def test_every_item_has_its_bit_and_its_knob() -> None:
    for bit, name in enumerate(values.ITEMS):
        assert getattr(values, name.upper()) == 1 << bit
        assert values.item_names(1 << bit) == [name]
    assert {f"hand.{name}" for name in values.ITEMS} == {knob for knob in KNOBS if knob.startswith("hand.")}


def test_names_of_several_items() -> None:
    assert values.item_names(0) == []
    assert values.item_names((1 << len(values.ITEMS)) - 1) == list(values.ITEMS)
