"""Rules in words."""

from __future__ import annotations

from mahjong_sim.rules import KNOBS, PRESETS, describe, diff, load


def test_every_knob_is_described() -> None:
    for name in PRESETS:
        lines = describe(load(name))
        assert [line.knob for line in lines] == list(KNOBS)


def test_a_knob_without_effect_says_why() -> None:
    sentences = {line.knob: line.sentence for line in describe(load("visayan"))}
    assert "No effect here: there are no jokers" in sentences["joker.copies"]
    assert "No effect" not in sentences["hand.win"]
    assert "No effect" in {line.knob: line.sentence for line in describe(load("manila"))}["instant.news"]


def test_differences_name_both_values() -> None:
    (change,) = diff(load("visayan"), load("visayan", ["pay.discarder=1"]))
    assert (change.knob, change.a_value, change.b_value) == ("pay.discarder", "2", "1")
