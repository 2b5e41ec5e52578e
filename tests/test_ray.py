"""A real ray on this machine: the same digits, one of its own that it ends, and faults in a sentence."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.playing import BAD_BOTS, ROOT, command, job, play, play_work
from tests.works import WORKS, assert_the_same_luck, needs
from tongits_sim.run.faults import BotFault

# Clusters warn of all sorts of things while they start and stop.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default"), needs("ray")]


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A ray of this machine, reached over loopback only."""
    import ray as cluster

    cluster.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", logging_level=logging.CRITICAL)
    yield cluster
    cluster.shutdown()


@pytest.mark.parametrize("name", WORKS)
def test_ray_plays_the_same_games(ray: Any, name: str) -> None:
    what, size = WORKS[name], 20
    here = play_work(what, workers=1, block_size=size)
    there = play_work(what, backend="ray", block_size=size)
    assert there.totals == here.totals
    assert there.workers == 2
    assert ray.is_initialized()


def test_ray_takes_the_same_luck_out(ray: Any) -> None:
    assert_the_same_luck(backend="ray")


def test_ray_tells_of_a_fault(ray: Any) -> None:
    with pytest.raises(BotFault, match="broke rule R2"):
        play(job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3), None, backend="ray")


SIMULATE = ("simulate", "--games", "500", "--format", "json")
PROGRAM = """
import sys
from cli import main
try:
    main(sys.argv[1:], "tongits")
finally:
    import ray
    print(ray.is_initialized(), file=sys.stderr)
"""


def test_a_ray_of_its_own_is_started_and_ended() -> None:
    here = json.loads(command(*SIMULATE)[1])  # before: compiled code is a word about compiling less
    call = [sys.executable, "-c", PROGRAM, *SIMULATE, "--backend", "ray", "--workers", "2"]
    run = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    there = json.loads(run.stdout)  # nothing of ray stands before it
    assert all(there[name] == here[name] for name in here.keys() - {"elapsed_s", "games_per_second", "workers"})
    assert run.stderr == "False\n"
