"""How well a GPU could play these games: `python -m tools.lockstep [--games 4096] [--rules pagat] [--lanes 32]`.

A GPU plays the games of 32 lanes in lockstep: each step carries out every kind of action that some lane needs once,
while the lanes of other kinds wait. From recorded games this counts the share of the lanes' time that does work: where
a lane waits for the longest game of its group, and where it deals a new game at once. It also prints the bytes of a
game in play, and of the tally of a block, which would have to be copied back.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.playing import ROOT
from tongits_sim.designs.batch.tally import TALLY_DTYPE
from tongits_sim.game.state import GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE, VIEW_DTYPE

Game = list[str]


def recorded(games: int, rules: str, players: str) -> list[Game]:
    """The kinds of action of games, in order."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        line = ["records", "--rules", rules, "--players", players, "--games", str(games), "-o", str(path)]
        subprocess.run([sys.executable, "cli.py", *line], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        with path.open(encoding="utf-8") as file:
            return [["deal", *(event["act"] for event in json.loads(line)["events"]), "settle"] for line in file]


def waiting(games: Sequence[Game], lanes: int) -> tuple[int, int]:
    """Work done and lane steps spent where a group of lanes ends with its longest game."""
    work = spent = 0
    for first in range(0, len(games) - lanes + 1, lanes):
        group = games[first : first + lanes]
        for step in range(max(map(len, group))):
            now = [game[step] for game in group if step < len(game)]
            work += len(now)
            spent += lanes * len(set(now))
    return work, spent


def refilled(games: Sequence[Game], lanes: int) -> tuple[int, int]:
    """The same where a lane deals its next game at once."""
    queues = [_joined(games[lane::lanes]) for lane in range(lanes)]
    work = spent = 0
    while True:
        now = [next(queue, None) for queue in queues]
        if None in now:
            return work, spent
        work += lanes
        spent += lanes * len(set(now))


def _joined(games: Sequence[Game]) -> Iterator[str]:
    for game in games:
        yield from game


def main() -> None:
    """Print sizes, lengths and shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--players", default="greedy,greedy,greedy")
    parser.add_argument("--lanes", type=int, default=32)
    options = parser.parse_args()
    games = recorded(options.games, options.rules, options.players)
    lengths = sorted(map(len, games))
    state = sum(each.itemsize for each in (GAME_DTYPE, VIEW_DTYPE, MATCH_DTYPE, RESULT_DTYPE))
    print(
        f"a game in play: {GAME_DTYPE.itemsize} bytes, view {VIEW_DTYPE.itemsize}, match {MATCH_DTYPE.itemsize}, "
        f"result {RESULT_DTYPE.itemsize}: {state} in all; a tally: {TALLY_DTYPE.itemsize:,}"
    )
    print(
        f"actions a game: mean {sum(lengths) / len(lengths):.1f}, median {lengths[len(lengths) // 2]}, "
        f"99 %: {lengths[len(lengths) * 99 // 100]}, longest {lengths[-1]}"
    )
    for name, way in (("waiting for the longest game", waiting), ("dealing anew at once", refilled)):
        work, spent = way(games, options.lanes)
        print(f"{options.lanes} lanes, {name}: {work / spent:.1%} of their steps do work")


if __name__ == "__main__":
    main()
