"""The house rules by name."""

from __future__ import annotations

import pytest

from tongits_sim.any_game.rule_errors import RuleError
from tongits_sim.rules import KNOBS, load, overlay_names, preset_names
from tongits_sim.rules.catalogue import describe, diff, rules
from tongits_sim.rules.words import WORDS


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


def test_rules_are_described_and_compared_by_name() -> None:
    assert describe("pagat+joker") == WORDS.describe(load("pagat+joker"))
    assert diff("pagat", load("sjs")) == WORDS.diff(load("pagat"), load("sjs"))
    assert diff("pagat", "pagat") == []
    with pytest.raises(RuleError, match="pagt"):
        diff("pagat", "pagt")
