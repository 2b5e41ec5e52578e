"""Bots and house rules of any game as tables."""

from __future__ import annotations

import json

import pytest

from mahjong_sim.bots.registry import load_player as load_mahjong_player
from mahjong_sim.bots.registry import strategy_of
from reports.text.listing import show_changes, show_player, show_rules, show_strategies
from strategies import load_player, strategy
from tests.any_game.small_game import ALL, CoinRules
from tongits_sim.any_game.rule_words import RuleWords

WORDS: RuleWords[CoinRules] = RuleWords(ALL, ())


def test_bots_of_both_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    show_strategies([strategy("greedy"), strategy_of("defender")], "json")
    rows = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in rows] == ["greedy", "defender"]
    assert rows[1]["params"].startswith("fold_at=")


def test_a_player_has_its_own_values(capsys: pytest.CaptureFixture[str]) -> None:
    show_player(load_mahjong_player("defender(fold_at=3)"), "json")
    assert json.loads(capsys.readouterr().out)[0]["value"] == "3"
    show_player(load_player("miser"), "table")
    assert "miser: " in capsys.readouterr().out


def test_rules_and_their_differences(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = CoinRules(name="ours"), CoinRules.from_knobs({"coin_toss.side": "tails"}, name="yours")
    show_rules("ours", WORDS.describe(one), "json")
    assert [row["knob"] for row in json.loads(capsys.readouterr().out)] == list(ALL.knobs)
    show_changes("ours", "yours", WORDS.diff(one, other), "json")
    assert json.loads(capsys.readouterr().out)[0]["b_sentence"] == "Tails wins."
    show_changes("ours", "ours", WORDS.diff(one, one), "table")
    assert capsys.readouterr().out == "ours and ours are the same rules.\n"
