"""A player who deviates plays as its own bot, but where a score is above 0."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from strategies import load_player
from strategies.alternatives import CELLS, CLASSES, cells_of
from strategies.deviator import Deviator, deviating
from tests.designs.solving.solving import from_files, solving
from tests.playing import play_work
from tongits_sim.designs.paired.estimates import PairedEstimates
from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.errors import TongitsError
from tongits_sim.rules import load
from tongits_sim.strategy import Player

RULES = load("pagat")


def gain(player: str | Player, scores: np.ndarray, deals: int = 600) -> tuple[float, int]:
    """What slot 0 gains by deviating, and in how many deals anything differs."""
    own = load_player(player) if isinstance(player, str) else player
    arms = (Arm(RULES, (own, own, own)), Arm(RULES, (deviating(own, scores), own, own)))
    work = PairedJob(arms, deals, 3)
    effects = PairedEstimates(work, play_work(work, workers=1).totals, ["a", "b", "c"])
    return float(effects.payout(1, 0).diff.estimate), effects.differing(1)[1]


@pytest.mark.parametrize("player", ["greedy", "expert", "random"])
def test_without_scores_it_is_its_own_bot(player: str) -> None:
    assert gain(player, np.zeros(CELLS, "<f4")) == (0.0, 0)


def test_a_player_with_a_profile_keeps_it(tmp_path: Path) -> None:
    """Its profile lies behind the plan in memory, and its answers by chance stay the same."""
    player = from_files(solving(), tmp_path)[0]
    assert player.strategy.profiled
    assert gain(player, np.zeros(CELLS, "<f4")) == (0.0, 0)


def test_with_scores_at_calls_it_says_the_other_thing() -> None:
    """`miser` never calls; one that always says the other thing calls at every chance."""
    scores = np.zeros(CELLS, "<f4")
    for cells in cells_of("call"):
        scores[cells] = 1
    _, differ = gain("miser", scores)
    assert differ > 500


def test_every_decision_can_be_left() -> None:
    for decision in dict.fromkeys(name for name, _, _ in CLASSES):
        scores = np.zeros(CELLS, "<f4")
        for cells in cells_of(decision):
            scores[cells] = 1
        assert gain("expert", scores, 300)[1] > 20, decision


def test_it_travels_as_the_player_it_deviates_from() -> None:
    player = deviating(load_player("greedy(call_at=5)"), np.ones(CELLS, "<f4"))
    other = pickle.loads(pickle.dumps(player))
    assert isinstance(other, Deviator)
    assert isinstance(player, Deviator)
    assert (other.label, other.scores, other.base) == (player.label, player.scores, player.base)
    assert player.label.startswith("greedy(call_at=5) deviating by ")
    assert player.manifest()["scores"] == other.manifest()["scores"]


def test_a_plan_has_a_score_for_each_cell() -> None:
    with pytest.raises(TongitsError, match="scores"):
        deviating(load_player("greedy"), np.ones(5, "<f4"))
