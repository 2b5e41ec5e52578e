"""Another game for the runner, which knows none: players draw numbers, the largest one wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.totals import Axis, Totals


@dataclass(frozen=True)
class Gambler:
    label: str
    most: int
    origin: str = ""

    def manifest(self) -> dict[str, Any]:
        return {"player": self.label, "most": self.most}


class DrawTotals(Totals):
    def __init__(self) -> None:
        super().__init__({"games": (1,), "wins": (Axis("player", 2),)})


@dataclass(frozen=True)
class Draws:
    players: tuple[Gambler, ...]
    games: int = 50
    seed: int = 1
    job_type: str = "draws"
    fewest: int = 100
    ordered: bool = False

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        size = size or 10
        for number, first in enumerate(range(0, self.games, size)):
            yield Block(number, first, min(size, self.games - first), 1)

    def worker(self) -> Table:
        return Table(self)

    def prepare(self, notice: Callable[[str], None]) -> None:
        notice("ready.")

    def manifest(self) -> dict[str, Any]:
        return {"players": [player.manifest() for player in self.players], "games": self.games, "seed": self.seed}

    def faster(self, seconds: float) -> str:
        return ""

    def program(self) -> str:
        return "1"

    def empty(self) -> DrawTotals:
        return DrawTotals()


class Table:
    def __init__(self, job: Draws) -> None:
        self.busy = False
        self._work = job
        self._now = 0

    def play(self, block: Block) -> BlockResult:
        wins = np.zeros(2, np.int64)
        games = 0
        fault = None
        for self._now in range(block.first_match, block.first_match + block.matches):
            chance = np.random.default_rng([self._work.seed, self._now])
            drawn = [int(chance.integers(player.most)) for player in self._work.players]
            if 13 in drawn:
                fault = fault or self._fault(drawn.index(13), "drew the number 13", False)
                continue
            wins[int(drawn[1] > drawn[0])] += 1
            games += 1
        return BlockResult(block, {"games": np.array([games]), "wins": wins}, fault)

    def progress(self) -> tuple[int, int]:
        return self._now, 0

    def hang_fault(self) -> Fault:
        return self._fault(0, "sleeps", True)

    def _fault(self, slot: int, failure: str, hangs: bool) -> Fault:
        label = self._work.players[slot].label
        return Fault(label, slot, slot, "draw", 1, self._work.seed, self._now, 0, failure, hangs=hangs)
