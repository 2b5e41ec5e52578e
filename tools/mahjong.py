"""Speed of mahjong: hands per CPU second of one thread by bots and rules, memory, and the cost of an evaluation.

    python -m tools.mahjong [GAMES [PLAYERS...]]

The first rate of each line is of the fastest of five runs. Digests say whether two versions play the same games.
"""

from __future__ import annotations

import hashlib
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.bots.surplus import best_surplus
from mahjong_sim.hands.accept import accepted, discards
from mahjong_sim.hands.distance import codes, shanten
from mahjong_sim.hands.moves import moves_in
from mahjong_sim.hands.outlook import keys
from mahjong_sim.hands.tables import Tables, hand_tables
from mahjong_sim.hands.words import held_often
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import load
from mahjong_sim.tiles import KINDS, PLAIN
from tongits_sim.any_game.designs.batch.job import Job
from tongits_sim.jit import njit
from tongits_sim.run.work import Block

SETTINGS = ("visayan:greedy", "visayan:closed", "visayan:caller", "visayan_jokers:greedy", "manila:greedy")
RUNS = 5


def rate(setting: str, games: int) -> str:
    """The line of a setting: rules, a colon, and the bot that all four play, or four bots."""
    rules, _, bots = setting.rpartition(":")
    job = Job(MAHJONG, load(rules or "visayan"), load_players(bots if "," in bots else ",".join([bots] * 4)), games)
    worker = job.worker()
    worker.play(Block(0, 0, 1, 1))
    fastest = 1e9
    counts = worker.play(Block(0, 0, 0, 1)).counts
    for _ in range(RUNS):
        start = time.process_time()
        counts = worker.play(Block(0, 0, games, 1)).counts
        fastest = min(fastest, time.process_time() - start)
    digest = hashlib.sha256(b"".join(counts[name].tobytes() for name in sorted(counts))).hexdigest()[:12]
    return f"{setting:28} {games / fastest:10,.0f} hands a CPU second {1e6 * fastest / games:8.2f} µs {digest}"


@njit
def _shanten(tables: Any, hands: Any, out: Any) -> Any:
    total = 0
    for hand in hands:
        total += shanten(tables, hand, 0, 0)
    return total


@njit
def _accepted(tables: Any, hands: Any, out: Any) -> Any:
    total = 0
    for hand in hands:
        total += accepted(tables, hand, 0, 0, out)
    return total


@njit
def _discards(tables: Any, hands: Any, out: Any) -> Any:
    total = 0
    for hand in hands:
        total += discards(tables, hand, 0, 0, out)
    return total


@njit
def _surplus(tables: Any, hands: Any, out: Any) -> Any:
    total = 0
    for hand in hands:
        total += best_surplus(moves_in(tables), keys(codes(hand)), held_often(hand), 0, held_often(out), np.uint64(0))
    return total


def cost(question: Callable[..., Any], tables: Tables, hands: Any) -> float:
    """Nanoseconds of CPU time a hand, of the fastest run."""
    out = np.zeros(KINDS, np.int8)
    question(tables, hands[:1], out)
    fastest = 1e9
    for _ in range(RUNS):
        start = time.process_time()
        question(tables, hands, out * 0)
        fastest = min(fastest, time.process_time() - start)
    return 1e9 * fastest / len(hands)


def dealt(tiles: int, number: int = 20_000) -> Any:
    """Random hands of so many tiles, without flowers: int8[number, 42]."""
    chance = np.random.default_rng(1)
    wall = np.repeat(np.arange(PLAIN), 4)
    return np.array([np.bincount(chance.permutation(wall)[:tiles], minlength=KINDS) for _ in range(number)], np.int8)


def main() -> None:
    """Print all of it."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for setting in sys.argv[2:] or SETTINGS:
        print(rate(setting, games), flush=True)
    tables = hand_tables()
    for name, question, tiles in (
        ("shanten", _shanten, 16),
        ("accepted", _accepted, 16),
        ("discards", _discards, 17),
        ("best_surplus", _surplus, 17),
    ):
        print(f"{name:28} {cost(question, tables, dealt(tiles)):10.0f} ns a hand")
    print(f"largest resident size {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
