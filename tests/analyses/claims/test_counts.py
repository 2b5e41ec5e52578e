"""What claims count, against records of the same games read by hand."""

from __future__ import annotations

import functools

import numpy as np

from analyses.claims.counts import EARLY, METRICS
from strategies import load_player
from tests.playing import play_work
from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.designs.paired.kernel import QUANTITIES
from tongits_sim.rules import load
from tongits_sim.run.totals import Totals

GAMES = 400


def job(games: int = GAMES) -> PairedJob:
    """Three greedy under pagat, watched."""
    rules, player = load("pagat"), load_player("greedy")
    return PairedJob((Arm(rules, (player,) * 3),), games, metrics=METRICS)


@functools.cache
def totals() -> Totals:
    """Their totals."""
    counts: Totals = play_work(job(), workers=1).totals
    return counts


def counted(name: str) -> int:
    """One count, over all games."""
    place = [metric.name for metric in METRICS].index(name)
    return int(totals()["sums"][0][len(QUANTITIES) + place])


def test_counts_agree_with_those_of_the_program() -> None:
    sums = dict(zip(QUANTITIES, totals()["sums"][0], strict=False))
    assert counted("dealer_edge") == sums["edge"]
    assert counted("burned_losers") <= sums["burned"]
    assert counted("decided") == GAMES
    assert counted("burned_losers") + counted("other_losers") == 2 * counted("decided")


def test_parts_are_parts() -> None:
    assert 0 < counted("low_calls_won") <= counted("low_calls") < GAMES
    assert 0 < counted("early_winners") <= counted("early_melds") <= 3 * GAMES
    assert counted("run_first") + counted("set_first") <= 3 * GAMES
    assert counted("run_first_won") + counted("set_first_won") <= GAMES
    assert 0 < counted("dealer_won") < GAMES
    assert 0 < counted("forced") <= GAMES
    assert 0 < counted("short") < GAMES


def test_players_with_a_meld_and_those_without_add_up() -> None:
    """The money of losers is the money of the winners, where nothing leaves the table."""
    lost = counted("burned_paid") + counted("other_paid")
    assert lost > 0
    edge = np.asarray(totals()["sums"][0][[QUANTITIES.index(f"payout_{slot}") for slot in range(3)]], object)
    assert edge.sum() == 0


def test_early_is_within_five_turns() -> None:
    assert EARLY == 5
    assert len({metric.name for metric in METRICS}) == len(METRICS)
