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


def test_more_flowers_than_there_are_have_no_effect() -> None:
    def sentence(flowers: int) -> str:
        rules = load("visayan", ["instant.many_flowers=1", f"instant.many_flowers_from={flowers}"])
        return {line.knob: line.sentence for line in describe(rules)}["instant.many_flowers_from"]

    assert "No effect here: there are eight flowers" in sentence(9)
    assert "No effect" not in sentence(8)


def test_a_gift_that_is_no_bunot_is_paid_as_often_as_the_others_pay() -> None:
    rules = load("visayan", ["win.gift_is_bunot=false", "pay.others=3"])
    sentence = {line.knob: line.sentence for line in describe(rules)}["win.gift_is_bunot"]
    assert "as those who did not discard" in sentence


def test_differences_name_both_values() -> None:
    (change,) = diff(load("visayan"), load("visayan", ["pay.discarder=1"]))
    assert (change.knob, change.a_value, change.b_value) == ("pay.discarder", "2", "1")
