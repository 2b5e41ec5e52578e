"""Changes: what a user names, what there is, and what can have no effect."""

from __future__ import annotations

import pytest

from analyses.rule_changes import ChangeError, alternatives, changes, every_change, no_effect
from tongits_sim.rules import KNOBS, RuleError, load, preset_names


def test_reads_single_joint_and_whole_changes() -> None:
    base = load("pagat")
    one, two, whole = changes(base, ["call.timing=end", "pay.fold=2, pay.tongits=6"], ["sjs"])
    assert (one.text, one.rules.call.timing, one.rules.name) == ("call.timing=end", "end", "pagat with call.timing=end")
    assert (two.text, two.rules.pay.fold, two.rules.pay.tongits) == ("pay.fold=2,pay.tongits=6", 2, 6)
    assert (whole.text, whole.rules) == ("to sjs", load("sjs"))
    assert "call.timing" in whole.knobs
    assert "call.needs" not in whole.knobs


def test_refuses_nonsense() -> None:
    with pytest.raises(RuleError, match="Did you mean"):
        changes(load("pagat"), ["call.timming=end"])
    with pytest.raises(ChangeError, match="twice"):
        changes(load("pagat"), ["pay.fold=2", "pay.fold=2.0"])


@pytest.mark.parametrize("name", preset_names())
def test_every_knob_is_changed_or_the_reason_told(name: str) -> None:
    base = load(name)
    possible, skipped = every_change(base)
    named = {change.knobs[0] for change in possible} | {each.change.partition("=")[0] for each in skipped}
    assert named == set(KNOBS)
    assert all(change.rules.knobs()[change.knobs[0]] != base.knobs()[change.knobs[0]] for change in possible)
    assert len({change.text for change in possible}) == len(possible)
    assert all(each.reason for each in skipped)


def test_amounts_are_put_off_doubled_and_as_elsewhere() -> None:
    assert alternatives(KNOBS["pay.tongits"], 3.0, [2.0, 3.0]) == [0, 2, 6]
    assert alternatives(KNOBS["jackpot.second_hit_extra"], 0.0, [0.0]) == [1]
    assert alternatives(KNOBS["fees.winnings"], 0.6, [0.05]) == [0, 0.05]
    assert alternatives(KNOBS["call.timing"], "start", []) == ["end"]


@pytest.mark.parametrize(
    ("setting", "match_games", "phrase"),
    [
        ("pay.fold=1", 1, "has this value already"),
        ("jokers.points=0", 1, "there are no jokers"),
        ("jackpot.seed=3", 1, "pays every jackpot back"),
        ("deal.next_dealer=rotate", 1, "no next dealer"),
        ("jackpot.seed=3", 2, ""),
        ("jokers.count=2,jokers.points=0", 1, ""),
        ("jackpot.spread_takes=true,tongits.spread=any_player", 1, ""),
    ],
)
def test_says_what_can_have_no_effect(setting: str, match_games: int, phrase: str) -> None:
    base = load("pagat")
    (change,) = changes(base, [setting])
    reason = no_effect(base, change, match_games)
    assert phrase in reason if phrase else reason == ""
