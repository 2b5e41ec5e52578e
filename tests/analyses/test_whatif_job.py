"""The job of whatif: one value, its command line and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from analyses.rule_changes import ChangeError
from analyses.whatif_job import WhatIfJob, changes_of
from strategies import load_players
from tongits_sim.rules import load


def job(**own: Any) -> WhatIfJob:
    """Two changes for three players."""
    asked, _ = changes_of(load("pagat"), ["pay.fold=2", "call.timing=end,pay.tongits=6"], "sjs", all_knobs=False)
    settings: dict[str, Any] = {"changes": asked, "deals": 7} | own
    return WhatIfJob(load("pagat"), tuple(load_players("greedy,caller,hunter")), **settings)


def test_the_command_line_asks_the_same() -> None:
    assert job(match_games=3, adapt=True).command_line() == (
        "tongits whatif --rules pagat --players greedy,caller,hunter --change pay.fold=2 "
        "--change call.timing=end,pay.tongits=6 --preset-to sjs --adapt --deals 7 --seed 1 --match-games 3"
    )
    ranked = job(all_knobs=True, rank_by="turns", rules_option="--rules mine.toml").command_line()
    assert ranked.startswith("tongits whatif --rules mine.toml --players")
    assert "--all-knobs --rank-by turns --deals 7" in ranked


def test_pairs_all_rule_sets_on_the_same_deals() -> None:
    pairing = job().pairing()
    assert pairing.arms[0].rules.name == "pagat"
    assert (len(pairing.arms), pairing.deals, len(pairing.seatings)) == (4, 7, 6)
    assert all(arm.players == job().players for arm in pairing.arms)
    others = tuple(load_players("miser,caller,hunter"))
    assert job().pairing([others] * 4).arms[2].players == others


def test_equal_players_play_more_deals_instead_of_other_seatings() -> None:
    plain, alike = job().pairing(), job().pairing([tuple(load_players("expert,expert,expert"))] * 4)
    assert (alike.deals, alike.seatings) == (6 * plain.deals, plain.seatings[:1])
    assert alike.games == plain.games
    tuned = tuple(load_players("greedy(call_at=5),caller,hunter"))
    assert job().pairing([tuned] * 4).deals == plain.deals


def test_what_decides_the_answer_is_in_the_manifest() -> None:
    manifest = job().manifest()
    assert manifest["rank_by"] == "dealer_edge"
    assert manifest["deals"] == 7
    assert manifest != job(tuning={"deals": 5}).manifest()
    assert manifest != job(adapt=True).manifest()


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
        ({"all_knobs": True, "adapt": True}, "single changes"),
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
