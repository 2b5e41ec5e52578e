import functools
from typing import Any

import mahjong_sim.commands  # noqa: F401  joins questions and words to the game
from analyses.question import inquiry
from analyses.registry import question
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.run.options import RunOptions


@functools.cache
def asked(name: str, players: str = "greedy,greedy,greedy,greedy") -> Any:
    entry = question(name, MAHJONG)
    return entry.ask(inquiry(entry, players=players, games=40, run_options=RunOptions(workers=1), session_games=8))
