"""The games of mahjong that `core.benchmark` times."""

from __future__ import annotations

from typing import Any

from mahjong_sim.bots.strategy import Player
from mahjong_sim.game.state import SEATS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import PRESETS, load
from tongits_sim.compile import jit
from tongits_sim.core.batch import BatchJob
from tongits_sim.core.jobs import tags_of
from tongits_sim.run.job import Run
from tongits_sim.run.options import RunOptions
from tongits_sim.run.run import run_job


def engines() -> str:
    return "one engine"


def play(player: Player, preset: str, games: int, seed: int, how: RunOptions) -> Run[Any]:
    """Play games of four equal players."""
    return run_job(BatchJob(MAHJONG, load(preset), (player,) * SEATS, games, seed), how)


def compiled_before(player: Player) -> bool:
    return all(map(jit.compiled_before, tags_of(BatchJob(MAHJONG, load(PRESETS[0]), (player,) * SEATS))))


def ready() -> None:
    """Nothing to do: the first games compile everything."""
