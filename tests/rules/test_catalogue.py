"""The house rules as tables."""

from __future__ import annotations

import pytest

from tongits_sim.any_game.rule_errors import RuleError
from tongits_sim.rules import KNOBS, load, overlay_names, preset_names
from tongits_sim.rules.catalogue import rules


def test_every_preset_and_overlay_has_a_row() -> None:
    frame = rules()
    assert frame["rules"].to_list() == [*preset_names(), *(f"+{name}" for name in overlay_names())]
    assert frame["summary"].str.len_chars().min() > 10  # type: ignore[operator]


def test_every_knob_of_a_set_of_rules_has_a_row() -> None:
    frame = rules("pagat+joker")
    assert len(frame) == len(KNOBS)
    assert dict(frame.select("knob", "value").iter_rows())["jokers.count"] == "2"
    assert frame.equals(rules(load("pagat+joker")))
    with pytest.raises(RuleError, match="pagt"):
        rules("pagt")
