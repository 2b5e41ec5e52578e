"""Throughput benchmark of Tongits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tongits_sim import jit
from tongits_sim.any_game.speed import BenchAnswer, Runs, measured
from tongits_sim.designs.batch.job import Job, match_length
from tongits_sim.designs.batch.simulate import play_job
from tongits_sim.designs.specialised import build, missed
from tongits_sim.designs.warmup import ENGINE
from tongits_sim.rules import load
from tongits_sim.run.beside import switched_off
from tongits_sim.run.how import How
from tongits_sim.strategy import Player

PRESETS = (
    *("pagat", "sjs", "wikipedia", "grokipedia", "rulesofcards", "online", "wars", "casino_x", "ecoins"),
    *("pagat+joker", "pagat+progressive"),
)


def measure(
    player: Player,
    games: int = 500_000,
    repeat: int = 5,
    presets: Sequence[str] = PRESETS,
    notify: Callable[[str], None] = lambda text: None,
) -> BenchAnswer:
    """Games per second of three equal players, see `any_game.speed.measured`.

    Args:
        player: sits on all seats.
        games: games of one run.
        repeat: runs of each measurement.
        presets: rules to measure; the first is the reference of the ratios.
        notify: is called with a line of text before each measurement.
    """

    def play(preset: str, number: int, seed: int, workers: int) -> tuple[int, float]:
        rules = load(preset)
        job = Job(rules, (player, player, player), number, seed, match_length(rules, None))
        results = play_job(job, How(workers=workers))
        return results.played, results.elapsed

    def ready() -> None:
        for engine in () if switched_off() else missed():
            build(engine)

    return measured(
        player,
        play,
        Runs(games, repeat, presets),
        seats="three",
        engines="the general engine" if switched_off() else "engines specialised for them",
        compiled_now=not jit.compiled_before(ENGINE),
        ready=ready,
        notify=notify,
    )
