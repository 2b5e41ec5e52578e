import pickle

import pytest

from strategies import load_player
from strategies.deviator import Deviator, deviating
from tests.experiments.sampling import some_trees
from tests.playing import play_silently
from tongits_sim.experiments.paired import Arm, PairedJob
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.strategy import Player

RULES = load("pagat")


def gain(player: str | Player, trees: bytes = b"", deals: int = 600) -> tuple[float, int]:
    own = load_player(player) if isinstance(player, str) else player
    arms = (Arm(RULES, (own, own, own)), Arm(RULES, (deviating(own, trees), own, own)))
    job = PairedJob(arms, deals, 3)
    effects = PairedEstimates(job, play_silently(job, workers=1).totals, ["a", "b", "c"])
    return float(effects.payout(1, 0).diff.estimate), effects.differing(1)[1]


@pytest.mark.parametrize("player", ["greedy", "trained", "random"])
def test_without_trees_it_is_its_own_bot(player: str) -> None:
    assert gain(player) == (0.0, 0)


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_can_be_left(decision: str) -> None:
    assert gain("expert", some_trees(3, (decision,)), 300)[1] > 10


def test_it_travels_as_the_player_it_deviates_from() -> None:
    player = deviating(load_player("greedy(call_at=5)"), some_trees(1))
    other = pickle.loads(pickle.dumps(player))
    assert isinstance(other, Deviator)
    assert (other.label, other.trees, other.base) == (player.label, player.trees, player.base)
    assert player.label.startswith("greedy(call_at=5) deviating by ")
    assert player.manifest() == other.manifest() != deviating(load_player("greedy(call_at=5)")).manifest()
