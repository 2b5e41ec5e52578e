"""Throughput benchmark of mahjong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mahjong_sim.bots.strategy import Player
from mahjong_sim.game.state import SEATS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import PRESETS, load
from tongits_sim import jit
from tongits_sim.any_game.designs.batch.job import Job
from tongits_sim.any_game.designs.work import tags_of
from tongits_sim.any_game.speed import BenchAnswer, Runs, measured
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work


def measure(
    player: Player,
    games: int = 500_000,
    repeat: int = 5,
    presets: Sequence[str] = PRESETS,
    notify: Callable[[str], None] = lambda text: None,
) -> BenchAnswer:
    """Games per second of four equal players, see `any_game.speed.measured`.

    Args:
        player: sits on all seats.
        games: games of one run.
        repeat: runs of each measurement.
        presets: rules to measure; the first is the reference of the ratios.
        notify: is called with a line of text before each measurement.
    """

    def play(preset: str, number: int, seed: int, workers: int) -> tuple[int, float]:
        run = run_work(Job(MAHJONG, load(preset), (player,) * SEATS, number, seed), How(workers=workers))
        return run.played, run.elapsed

    tags = tags_of(Job(MAHJONG, load(PRESETS[0]), (player,) * SEATS))
    return measured(
        player,
        play,
        Runs(games, repeat, presets),
        seats="four",
        engines="one engine",
        compiled_now=not all(map(jit.compiled_before, tags)),
        notify=notify,
    )
