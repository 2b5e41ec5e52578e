"""Tuning: finds known best responses, never makes the player who adapts worse, and says what is left to gain."""

from __future__ import annotations

import pytest

from analyses.tuning import Tuned, response, thresholds, tune
from strategies import load_player, strategy
from tongits_sim.any_game.designs.tuning import resolution
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.strategy import Param

FEW = {"deals": 600, "confirm_deals": 2000, "rounds": 4, "how": How(workers=1)}


@pytest.fixture(scope="module")
def tuned() -> Tuned:
    """A player with a poor threshold among players without any."""
    return tune("pagat", "folder(call_at=0),random,random", **FEW)  # type: ignore[arg-type]


def test_adapting_is_never_worse_for_the_player_who_adapts(tuned: Tuned) -> None:
    gains = {each.player: each.gain for each in tuned.adapted}
    assert gains["folder(call_at=0)"].low > 0
    assert all(gain.high >= 0 for gain in gains.values())


def test_says_what_is_left_to_gain(tuned: Tuned) -> None:
    assert tuned.e >= max(float(each.gain.estimate) for each in tuned.deviations)
    assert tuned.deviations
    assert len(set(tuned.seeds)) == 3
    assert 1 not in tuned.seeds


def test_alike_players_stay_alike() -> None:
    answer = tune("pagat", "folder,folder,folder", **(FEW | {"rounds": 1, "deals": 200}))  # type: ignore[arg-type]
    assert len({player.label for player in answer.players}) == 1


def test_the_same_rules_by_another_name_tune_alike() -> None:
    few = FEW | {"rounds": 1, "deals": 200, "confirm_deals": 200}
    one, two = (tune(rules, "folder,random,random", **few) for rules in ("pagat", load("pagat", ["pay.fold=1"])))  # type: ignore[arg-type]
    assert [each.label for each in one.players] == [each.label for each in two.players]
    assert one.e == two.e


def test_players_without_thresholds_are_settled_at_once() -> None:
    few = FEW | {"confirm_deals": 100}
    answer = tune("pagat", "chart,chart,chart", **few)  # type: ignore[arg-type]
    assert (answer.rounds, answer.settled, answer.e) == (0, True, 0.0)


def test_knows_thresholds_by_name_or_mark() -> None:
    assert thresholds(load_player("greedy")) == ["call_at", "challenge_at"]
    assert thresholds(load_player("sniper")) == ["call_at", "base", "per_card", "per_stock", "rival"]
    assert "out_worth" not in thresholds(load_player("expert"))
    assert all(param.low <= param.default <= param.high for param in strategy("expert").params)


def test_steps_are_points_where_points_are_counted() -> None:
    assert resolution(Param("call_at", 9, 0, 130, "")) == 1
    assert resolution(Param("bluff_rate", 0.25, 0, 1, "")) == 0.01


def test_a_best_response_is_to_the_others_as_they_are() -> None:
    """Against two who fold every call, calling at any count pays."""
    rules, folder = load("pagat"), load_player("folder")
    shy = load_player("greedy(call_at=0)")
    best = response(rules, (shy, folder, folder), deals=600, seed=3, how=How(workers=1))
    assert best.parameters()["call_at"] > 30
