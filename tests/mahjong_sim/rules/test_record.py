"""Rules as kernels read them."""

from __future__ import annotations

import pytest

from mahjong_sim.rules import KNOBS, RuleSet, load, record
from mahjong_sim.rules.record import RULES_DTYPE, rules_record


def test_every_knob_is_a_field() -> None:
    assert RULES_DTYPE.names == tuple(knob.field_name for knob in KNOBS.values())
    encoded = rules_record(load("manila", ["hand.win=1.25"]))[0]
    assert (int(encoded["hand_win"]), int(encoded["tiles_honours"]), int(encoded["quick_discards"])) == (125, 1, 5)


CODES = [name for name in vars(record) if name.isupper() and isinstance(getattr(record, name), int)]


@pytest.mark.parametrize("name", CODES)
def test_a_code_is_the_place_of_its_value(name: str) -> None:
    (knob,) = [knob for knob in KNOBS.values() if name.startswith(f"{knob.field_name.upper()}_")]
    value = name.removeprefix(f"{knob.field_name.upper()}_").lower()
    rules = RuleSet.from_knobs(
        {knob.name: value} | ({"first.beauty": False, "first.news": False} if value == "flowers" else {})
    )
    assert int(rules_record(rules)[0][knob.field_name]) == getattr(record, name)


def test_codes_are_there() -> None:
    assert len(CODES) >= 6
