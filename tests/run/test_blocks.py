"""The cut of jobs into blocks: by time, as the players' strategies state it, and by the job alone."""

from dataclasses import replace
from typing import Any

import pytest

from strategies import load_player
from tests.playing import job
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.duplicate import DuplicateJob
from tongits_sim.experiments.forks import ForkJob
from tongits_sim.experiments.paired import Arm, PairedJob
from tongits_sim.experiments.samples import SampleJob
from tongits_sim.rules import load
from tongits_sim.run.base_job import block_length, game_cost
from tongits_sim.strategy import Player

SECOND = 1_000_000.0
PAGAT = load("pagat")
OWN = "docs/examples/my_bots.py:shy"


@pytest.mark.parametrize("cost", [0.5, 1.0, 17.0, 85_000.0, 10 * SECOND])
@pytest.mark.parametrize("matches", [1, 63, 64, 2_000, 10**6, 10**9])
@pytest.mark.parametrize("origin", ["", "my_bots.py"])
def test_a_block_takes_a_moment_and_a_small_job_has_enough_of_them(matches: int, cost: float, origin: str) -> None:
    strategy = replace(load_player("greedy").strategy, cost=cost)
    length = block_length(matches, 1, [Player(strategy, origin=origin)] * 3)
    blocks = -(-matches // length)
    assert blocks >= min(matches, 64) or (not origin and length * cost <= 0.005 * SECOND)
    assert length == 1 or length * cost <= SECOND or blocks >= 99_000
    assert blocks <= 100_000 or length == 1


def players(name: str) -> tuple[Player, ...]:
    return (load_player(name),) * 3


def jobs(name: str) -> dict[str, Any]:
    three = players(name)
    return {
        "batch": job(players=",".join([name] * 3), games=2_000),
        "duplicate": DuplicateJob(PAGAT, (three[0], load_player("greedy")), deals=2_000),
        "paired": PairedJob((Arm(PAGAT, three), Arm(PAGAT, three)), deals=2_000),
        "forks": ForkJob(PAGAT, three, games=2_000, decision="call"),
        "samples": SampleJob(PAGAT, three, games=2_000),
    }


@pytest.mark.parametrize("which", jobs(OWN))
def test_small_jobs_of_every_experiment_have_64_blocks_if_a_bot_may_be_slow(which: str) -> None:
    made = jobs(OWN)[which]
    assert 64 <= len(list(made.blocks())) <= 128
    assert sum(block.matches for block in made.blocks()) == 2_000


@pytest.mark.parametrize("which", jobs("search"))
def test_the_first_block_of_a_searching_bot_is_short(which: str) -> None:
    made = jobs("search")[which]
    first = next(made.blocks())
    per_match = 85_000.0 * {"duplicate": 6, "paired": 6, "forks": 16, "samples": 256}.get(which, 1)
    assert first.matches == 1 or first.matches * per_match <= 0.4 * SECOND


def test_a_strategy_of_ones_own_states_its_cost() -> None:
    slow = replace(players("greedy")[0].strategy, name="slow", cost=SECOND)
    mixed = (Player(slow), *players("greedy")[:2])
    assert game_cost(mixed) == pytest.approx(SECOND / 3, rel=1e-3)
    made = replace(job(games=10_000), players=mixed)
    assert next(made.blocks()).matches == 1


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan"), float("inf")])
def test_a_cost_is_a_time(cost: float) -> None:
    with pytest.raises(TongitsError, match="cost of a strategy is a number of microseconds above 0"):
        replace(players("greedy")[0].strategy, cost=cost)
