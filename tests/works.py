"""A small job of every kind, which can be pickled and gives the same digits wherever and however it is played."""

import importlib.util
from typing import Any

import pytest

from mahjong_sim.bots.registry import load_players as mahjong_players
from mahjong_sim.rules import load as mahjong_rules
from mahjong_sim.sessions import SessionsJob
from tests.experiments.census.counting import census
from tests.experiments.duplicate.fields import field
from tests.experiments.forks.forking import forks
from tests.experiments.paired.pairings import pairing
from tests.experiments.sampling import samples
from tests.experiments.sessions.playing import sessions_job
from tests.experiments.tournaments.tournaments import job as events
from tests.experiments.trials import trial
from tests.mahjong_sim.games import mahjong_batch, mahjong_pair
from tests.playing import job
from tongits_sim.run.job import Job

MINE = "greedy(call_at=5.5),docs/examples/my_bots.py:shy,random"
WORKS: dict[str, Job[Any]] = {
    "simulate": job(players=MINE, games=3000),
    "matches": job("sjs+joker", games=900, match_games=9),
    "progressive": job("pagat+progressive", games=900),
    "field": field("greedy,caller,docs/examples/my_bots.py:shy", 300),
    "census": census(players=MINE, games=900, match_games=3),
    "calls forked": forks("call", players=MINE, games=600),
    "challenges forked": forks("respond", players=MINE, games=600),
    "melds forked": forks("lay", players=MINE, games=300),
    "pairing": pairing(players=MINE, deals=300),
    "trial": trial(deals=300),
    "mahjong": mahjong_batch(games=900, match_games=3),
    "mahjong paired": mahjong_pair(deals=200),
}
FOUR = mahjong_players("greedy,greedy,greedy,random")
MORE: dict[str, Job[Any]] = WORKS | {
    "sessions": sessions_job(players=MINE, games=405, match_games=5),
    "tournaments": events(),
    "samples": samples(),
    "mahjong sessions": SessionsJob(mahjong_rules("visayan"), FOUR, 60, 8),
}
"""Those and what is played on one machine in the tests."""


def needs(package: str) -> pytest.MarkDecorator:
    missing = importlib.util.find_spec(package) is None
    return pytest.mark.skipif(missing, reason=f"{package} is not installed: make cluster")
