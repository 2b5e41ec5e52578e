"""The knobs of play as the rules have them."""

from __future__ import annotations

import pytest

from mahjong_sim.rules import KNOBS, RuleSet

DEFAULTS = {
    "deal.after_void": "pass",
    "wall.dead_tiles": 0,
    "win.several": "nearest",
    "secret.hidden": True,
    "sagasa.robbing": False,
    "win.gift_is_bunot": True,
    "quick.counts": "table",
    "quick.discards": 5,
    "wait.stack": False,
    "joker.play": False,
    "joker.copies": "all",
    "tiles.honours": "play",
    "claim.chow": "next",
    "first.beauty": True,
    "first.news": True,
    "win.seven_pairs": True,
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_reading_is_the_default_of_its_knob(name: str) -> None:
    assert RuleSet().knobs()[name] == DEFAULTS[name]


@pytest.mark.parametrize("name", KNOBS)
def test_every_value_has_a_sentence(name: str) -> None:
    knob = KNOBS[name]
    assert knob.rule.startswith("V")
    for value in (*knob.texts, knob.default):
        sentence = knob.sentence(value)
        assert sentence.endswith(".")
        assert "{" not in sentence
