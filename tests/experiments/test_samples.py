from dataclasses import replace

import numpy as np
import pytest

from strategies.trained import with_trees
from tests.experiments.forks.forking import counted as played
from tests.experiments.sampling import deviations, samples, slow_rows, some_trees
from tongits_sim.rules import load, preset_names


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pagat", "sjs", "pagat+joker"])
@pytest.mark.parametrize("trees", [b"", some_trees(5)])
def test_rows_are_those_of_games_played_one_by_one(rules: str, trees: bytes) -> None:
    job = deviations("greedy", rules, trees, games=9)
    slow = [row for number in range(9) for row in slow_rows(job, number)]
    kinds, _, gains = played(job).rows()
    assert list(zip(kinds.tolist(), gains.tolist(), strict=True)) == slow
    assert len(slow) > 50


@pytest.mark.parametrize("rules", [*preset_names(), "pagat+joker", "sjs+joker"])
def test_every_option_is_legal(rules: str) -> None:
    """An illegal one is a fault, and `played` wants none; trees that choose at random choose all kinds."""
    if load(rules).match.progressive_target:
        return
    player = with_trees(some_trees(4), keeps=True)
    job = replace(samples(rules, 300), players=(player, *samples().players[1:]), explore=0.3)
    assert played(job)["branches"][0] > 500


@pytest.mark.slow
@pytest.mark.parametrize("player", ["hunter", "random"])
def test_every_option_beside_a_bots_answer_is_legal(player: str) -> None:
    for rules in ("sjs", "pagat+joker"):
        assert played(deviations(player, rules, some_trees(7), games=400))["branches"][0] > 800


def test_blocks_do_not_matter() -> None:
    one, other = played(samples(), 7).rows(), played(samples()).rows()
    for each, same in zip(one, other, strict=True):
        assert np.array_equal(each, same)


def test_a_share_of_decisions_is_sampled() -> None:
    calls = played(samples(games=400, share={"call": 1.0})).rows()[0]
    some = played(samples(games=400, share={"call": 0.25})).rows()[0]
    assert set(calls) == {0}
    assert 0.15 < len(some) / len(calls) < 0.35
