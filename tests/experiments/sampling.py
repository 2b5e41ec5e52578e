"""Small jobs with samples, and the same options played on slowly, decision by decision from Python."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from strategies import load_player, trained
from strategies.deviator import deviating
from strategies.option_trees import KINDS
from strategies.sights import N_SIGHTS
from strategies.trained import with_trees
from tests.experiments.forks.forking import forced, slow_game
from tests.playing import sure
from tongits_sim.bots.tree_ensembles import LANES, LEAF, Ensemble, Tree
from tongits_sim.experiments.samples import SampleJob
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.table.live_match import LiveBots


def some_trees(seed: int, kinds: tuple[str, ...] = ()) -> bytes:
    """Trees that choose about half of all options, by any place of a row; of some decisions, or of all."""
    chance = np.random.default_rng(seed)

    def tree() -> Tree:
        places = chance.integers(0, N_SIGHTS, 3)
        edges = chance.integers(-1, 12, 3)
        return Tree(
            places.astype("u1"),
            edges.astype("<i4"),
            np.array([[1, 2], [~0, ~1], [~2, ~3]], np.int64),
            chance.integers(-LEAF, LEAF, 4).astype("<i4"),
        )

    stops = ((-2 * LEAF, 2 * LEAF), (0, 0))

    def grown(decision: str) -> Ensemble:
        if decision not in (kinds or DECISIONS):
            return Ensemble()
        return Ensemble(0, tuple(tree() for _ in range(LANES + 2)), stops)

    return trained.packed([grown(decision) for decision, _ in KINDS])


def samples(rules: str = "pagat", games: int = 60, **changes: object) -> SampleJob:
    expert = load_player("expert")
    fields = {"games": games, "seed": 3, **changes}
    return SampleJob(load(rules), (with_trees(b"", keeps=True), expert, expert), **fields)  # type: ignore[arg-type]


def deviations(player: str = "greedy", rules: str = "pagat", trees: bytes = b"", **changes: object) -> SampleJob:
    own = load_player(player)
    return SampleJob(load(rules), (deviating(own, trees, keeps=True), own, own), **({"games": 60} | changes))  # type: ignore[arg-type]


def slow_rows(job: SampleJob, number: int) -> list[tuple[int, int]]:
    """Kind and gain of every row of match `number`: every noted option played on in a game of its own."""
    deviator, *others = job.players
    table: Any = SimpleNamespace(rules=job.rules, players=(deviator, *others), seed=job.seed, seatings=job.seatings)
    seating = job.seatings[number % len(job.seatings)]
    mine = seating.index(0)
    bots = LiveBots([table.players[slot] for slot in seating], job.rules)
    plan = sure(bots._params[mine]).view(np.recarray)[0]
    noted: list[tuple[int, str, list[int], list[int], int]] = []
    place = -1

    def look(board: Board, name: str) -> int | None:
        nonlocal place
        place += 1
        if int(board.view.me) != mine:
            return None
        action = int(bots.answer(board))
        options = int(plan.n_actions)
        noted.append((place, name, plan.actions[:options].tolist(), plan.kinds[:options].tolist(), int(plan.chosen)))
        return action

    whole, _ = slow_game(table, number, look)
    rows = []
    for at, name, actions, kinds, chosen in noted:
        values = [
            whole[mine] if option == chosen else forced(table, number, at, action)[0]
            for option, action in enumerate(actions)
        ]
        sign = -1 if name in ("call", "respond") and actions[0] == 1 else 1  # of yes over no
        rows += [(kind, sign * (value - values[0])) for kind, value in zip(kinds[1:], values[1:], strict=True)]
    return rows
