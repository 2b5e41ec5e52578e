"""Small jobs with deviations, and the same alternatives played on slowly, decision by decision from Python."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from strategies import load_player
from strategies.alternatives import CELLS
from strategies.deviator import deviating
from tests.designs.forks.forking import slow_game
from tongits_sim.designs.batch_games import CellTotals
from tongits_sim.designs.deviations.job import DeviationJob
from tongits_sim.designs.work import ROTATED
from tongits_sim.game.board import Board
from tongits_sim.rules import load

DEVIATING = "strategies.deviator:deviating"


def some_scores(seed: int = 5) -> np.ndarray:
    """Scores by which it deviates in half of all cells."""
    return np.random.default_rng(seed).normal(size=CELLS).astype("<f4")


def deviations(rules: str = "pagat", player: str = "greedy", **changes: Any) -> DeviationJob:
    """A job with few games."""
    scores = changes.pop("scores", None)
    content = b"" if scores is None else scores.tobytes()
    return DeviationJob(load(rules), load_player(player), DEVIATING, CELLS, content, **({"games": 60} | changes))


def counted(job: DeviationJob, size: int | None = None) -> CellTotals:
    """A job played in this thread."""
    totals, worker = job.empty(), job.worker()
    for block in job.blocks(size):
        played = worker.play(block)
        assert played.fault is None, played.fault.sentence()
        totals.add(played.counts)
    return totals


def slow_sums(job: DeviationJob, number: int) -> np.ndarray:
    """The sums of match `number`: every noted alternative played on in a game of its own."""
    scores = np.frombuffer(job.scores, "<f4") if job.scores else np.zeros(job.cells, "<f4")
    deviator = deviating(job.player, scores)
    table: Any = SimpleNamespace(rules=job.rules, players=(deviator, job.player, job.player), seed=job.seed)
    plan = deviator.params().view(np.recarray)[0]
    mine = ROTATED[number % 3].index(0)
    noted: list[tuple[int, list[int], list[int], int]] = []
    place = -1

    def look(board: Board, name: str) -> int | None:
        nonlocal place
        place += 1
        if int(board.view.me) != mine:
            return None
        action = int(getattr(deviator.strategy.hooks, name)(board.view, plan))
        options = int(plan.plan_options)
        row = (plan.plan_actions[:options].tolist(), plan.plan_cells[:options].tolist(), int(plan.plan_chosen))
        noted.append((place, *row))
        return action

    whole, _ = slow_game(table, number, look)
    sums = np.zeros((job.cells, 3), np.int64)
    for at, actions, cells, chosen in noted:
        values = []
        for option, action in enumerate(actions):
            values.append(whole[mine] if option == chosen else _forced(table, number, at, action)[mine])
        for cell, brought in zip(cells[1:], values[1:], strict=True):
            advantage = brought - values[0]
            sums[cell] += (1, advantage, advantage**2)
    return sums


def _forced(table: Any, number: int, place: int, action: int) -> list[int]:
    at = -1

    def answer(_board: Board, _name: str) -> int | None:
        nonlocal at
        at += 1
        return action if at == place else None

    return slow_game(table, number, answer)[0]
