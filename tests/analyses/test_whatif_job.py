"""The job of whatif, one value, its command line and what it refuses; and the changes of rules that it is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyses.rule_changes import ChangeError, alternatives, changes, every_change, no_effect
from analyses.whatif_job import WhatIfJob, changes_of
from strategies import load_players
from tongits_sim.rules import KNOBS, RuleError, load, preset_names


def job(**own: Any) -> WhatIfJob:
    """Two changes for three players."""
    asked, _ = changes_of(load("pagat"), ["pay.fold=2", "call.timing=end,pay.tongits=6"], "sjs", all_knobs=False)
    settings: dict[str, Any] = {"changes": asked, "deals": 7} | own
    return WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), **settings)


def test_the_command_line_asks_the_same() -> None:
    assert job(match_games=3).command_line() == (
        "tongits whatif --rules pagat --players greedy,caller,hunter --change pay.fold=2 "
        "--change call.timing=end,pay.tongits=6 --preset-to sjs --deals 7 --seed 1 --match-games 3"
    )
    ranked = job(all_knobs=True, rank_by="turns", rules_option="--rules mine.toml").command_line()
    assert ranked.startswith("tongits whatif --rules mine.toml --players")
    assert "--all-knobs --rank-by turns --deals 7" in ranked


def test_pairs_all_rule_sets_on_the_same_deals() -> None:
    pairing = job().pairing()
    assert pairing.arms[0].rules.name == "pagat"
    assert (len(pairing.arms), pairing.deals, len(pairing.seatings)) == (4, 7, 6)
    assert all(arm.players == job().players for arm in pairing.arms)


def test_what_decides_the_answer_is_in_the_manifest() -> None:
    manifest = job().manifest()
    assert manifest["rank_by"] == "dealer_edge"
    assert manifest["deals"] == 7
    assert manifest != job(rank_by="turns").manifest()


def test_every_knob_is_added_to_what_is_named() -> None:
    asked, skipped = changes_of(load("pagat"), "pay.fold=2", (), all_knobs=True)
    assert len(asked) > 100
    assert len({change.text for change in asked}) == len(asked)
    assert asked[0].text == "pay.fold=2"
    assert all(each.reason for each in skipped)


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"changes": ()}, "nothing is changed"),
        ({"rank_by": "luck"}, "no metric 'luck'"),
        ({"bankroll": 20.0}, "add --match-games"),
        ({"rank_by": "session_sd"}, "no metric 'session_sd'"),
    ],
)
def test_refuses(own: dict[str, Any], message: str) -> None:
    with pytest.raises(ChangeError, match=message):
        job(**own)


def test_a_bankroll_is_asked_of_sessions() -> None:
    asked = job(bankroll=20.0, match_games=10, rank_by="session_ruin")
    assert asked.pairing().bankroll == 2000
    assert asked.manifest()["bankroll"] == 2000
    assert "bankroll" not in job(match_games=10).manifest()
    assert asked.command_line().endswith("--match-games 10 --bankroll 20")


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
    assert alternatives(replace(KNOBS["call.meld_age"], lowest=1, default=1), 1, [3]) == [2, 3]
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
