"""Rule sets as values."""

from __future__ import annotations

import pickle

import pytest

from mahjong_sim.rules import KNOBS, RuleError, RuleSet
from mahjong_sim.rules.play import Honours, Tiles
from mahjong_sim.rules.ruleset import GROUPS, find


def test_knobs_make_the_rules_again() -> None:
    rules = RuleSet.from_knobs({"win.several": "all", "hand.win": 2}, name="ours")
    assert RuleSet.from_knobs(rules.knobs(), name="ours") == rules == pickle.loads(pickle.dumps(rules))
    assert rules.win.several == "all"


def test_every_group_is_a_field() -> None:
    assert {group.title() for group in GROUPS} == {name.partition(".")[0] for name in KNOBS}
    assert all(isinstance(getattr(RuleSet(), group.title()), group) for group in GROUPS)


def test_flowers_make_no_beauty() -> None:
    with pytest.raises(RuleError, match=r"first\.beauty"):
        RuleSet(tiles=Tiles(honours=Honours.FLOWERS))


@pytest.mark.parametrize(
    ("name", "message"),
    [("win.severl", "Did you mean 'win.several'"), ("win", "is a group"), ("several", "win.several")],
)
def test_an_unknown_knob_names_the_nearest(name: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        find(name)


@pytest.mark.parametrize(("name", "highest"), [("jai_alai.markers", 100), ("instant.many_flowers_from", 36)])
def test_what_counts_from_one_says_so(name: str, highest: int) -> None:
    with pytest.raises(RuleError, match=f"a whole number from 1 to {highest}, not 0"):
        RuleSet.from_knobs({name: 0})
    assert RuleSet.from_knobs({name: 1}).knobs()[name] == 1
