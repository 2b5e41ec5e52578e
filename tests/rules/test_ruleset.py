"""Rule sets as values, and the combinations the rules refuse."""

import json
import pickle
from typing import Any

import pytest

from tests.rules.knob_table import ROWS, every_value
from tongits_sim.rules import KNOBS, RuleError, RuleSet, load, preset_names
from tongits_sim.rules.endings import Call, CallTiming
from tongits_sim.rules.play import Jokers


def test_knobs_and_their_order_are_the_table() -> None:
    assert list(KNOBS) == [row[0] for row in ROWS]


def test_rule_set_of_nothing_has_the_defaults() -> None:
    assert RuleSet().knobs() == {name: knob.default for name, knob in KNOBS.items()}
    assert RuleSet() == RuleSet.from_knobs({})


@pytest.mark.parametrize("preset", preset_names())
def test_every_knob_times_every_value_loads(preset: str) -> None:
    base = load(preset).knobs()
    for name in KNOBS:
        for value in every_value(name):
            changed = base | {name: value}
            if name == "call.zero_count_fight" and value != "off" and base["tongits.hand_melds"]:
                changed["tongits.exit"] = "no_discard"
            rules = RuleSet.from_knobs(changed, name="changed")
            assert rules.knobs() == changed
            assert list(rules.knobs()) == list(KNOBS)


def test_flat_knobs_are_plain_values() -> None:
    knobs = load("online").knobs()
    assert {type(value) for value in knobs.values()} == {bool, int, float, str}
    assert RuleSet.from_knobs(json.loads(json.dumps(knobs)), name="online") == load("online")


def test_groups_read_like_the_rules() -> None:
    rules = RuleSet(name="mine", call=Call(timing=CallTiming.END))
    assert rules.call.timing == "end"
    assert rules.call.timing is CallTiming.END
    assert isinstance(rules.pay.tongits, float)


def test_rule_sets_are_values() -> None:
    rules = load("pagat")
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(load("pagat")) == hash(rules)
    assert load("sjs") != rules
    with pytest.raises(AttributeError):
        rules.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("call.timng", "unknown knob 'call.timng'. Did you mean 'call.timing'?"),
        ("cal.timing", "unknown knob 'cal.timing'. Did you mean 'call.timing'?"),
        ("timing", "unknown knob 'timing'. Did you mean 'call.timing'?"),
        ("sapaw.exit", "unknown knob 'sapaw.exit'. Did you mean 'tongits.exit'?"),
        ("draw.xyz", "unknown knob 'draw.xyz'. The knobs of draw are draw.take_discard."),
        ("jakpot.zzzzzzzzzz", "Did you mean 'jackpot'?"),
        ("zzz", "The groups of knobs are deal, jokers,"),
        ("draw", "'draw' is a group of knobs, not a knob: name draw.take_discard."),
        ("", "unknown knob ''"),
        (7, "a knob is named by text such as 'call.timing', not by 7."),
    ],
)
def test_unknown_knob_is_refused_with_a_hint(name: Any, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        RuleSet.from_knobs({name: 1})
    assert message in str(caught.value)


def test_group_of_another_kind_is_refused() -> None:
    with pytest.raises(RuleError, match=r"the group call of a rule set must be an instance of Call"):
        RuleSet(call=Jokers())  # type: ignore[arg-type]


@pytest.mark.parametrize("fight", ["only_at_zero", "pays_double"])
@pytest.mark.parametrize("exit_", ["any", "discard_last", "no_discard"])
@pytest.mark.parametrize("hand_melds", [False, True])
def test_r9_4_zero_count_fight_only_where_melds_are_not_tongits(fight: str, exit_: str, hand_melds: bool) -> None:
    knobs = {"call.zero_count_fight": fight, "tongits.exit": exit_, "tongits.hand_melds": hand_melds}
    if hand_melds and exit_ != "no_discard":
        with pytest.raises(RuleError, match=r"add tongits\.hand_melds = false or tongits\.exit = no_discard"):
            RuleSet.from_knobs(knobs)
    else:
        assert RuleSet.from_knobs(knobs).call.zero_count_fight == fight


def test_r16_two_jokers_in_a_meld_of_a_deck_with_fewer_is_harmless() -> None:
    assert RuleSet(jokers=Jokers(max_per_meld=2)).jokers.max_per_meld == 2
