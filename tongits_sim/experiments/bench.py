"""The speed measurement of Tongits, see `core.benchmark`."""

from __future__ import annotations

from typing import Any

from tongits_sim.compile import jit
from tongits_sim.experiments.batch import BatchJob, match_length
from tongits_sim.experiments.specialised import build, missed
from tongits_sim.experiments.warmup import ENGINE
from tongits_sim.rules import load
from tongits_sim.run.job import Run
from tongits_sim.run.options import RunOptions
from tongits_sim.run.run import run_job
from tongits_sim.run.warmup import switched_off
from tongits_sim.strategy import Player

PRESETS = (
    *("pagat", "sjs", "wikipedia", "grokipedia", "rulesofcards", "online", "wars", "casino_x", "ecoins"),
    *("pagat+joker", "pagat+progressive"),
)


def engines() -> str:
    return "the general engine" if switched_off() else "engines specialised for them"


def play(player: Player, preset: str, games: int, seed: int, how: RunOptions) -> Run[Any]:
    """Games of three equal players.

    Args:
        player: sits on all seats.
        games, seed: of the run.
    """
    rules = load(preset)
    return run_job(BatchJob(rules, (player,) * 3, games, seed, match_length(rules, None)), how)


def compiled_before(player: Player) -> bool:
    return jit.compiled_before(ENGINE)


def ready() -> None:
    """Compile the engines that the first games lacked."""
    for engine in () if switched_off() else missed():
        build(engine)
