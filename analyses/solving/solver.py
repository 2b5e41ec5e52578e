"""The iterations: play the current profile, count the gains of the other answers, update, average.

Every iteration plays games of its own, so the seed determines everything. Counts are exact integers and updates
elementwise, so the digits do not depend on workers or backend, nor on where a run was stopped and resumed.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from analyses.solving.grids import USUAL, cells, grids
from analyses.solving.learners import METHODS, Learner, learner
from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError, read_file
from tongits_sim.run.how import How
from tongits_sim.run.run_folder import attempt, replace_file
from tongits_sim.run.work import described

if TYPE_CHECKING:
    from tongits_sim.designs.solving.job import SolvingJob
    from tongits_sim.profiles.profile import Axes, Grid
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

PROFILED = "strategies.profile_bot:profiled"
EXPLORE = 0.02
"""Share of decisions where the game goes on with the other answer, so that answers to rare calls are learned too."""
CALMING = 10.0
"""Iterations in which that share falls to half: the best play against players who err is not the best against players
who do not. It stays there, else nobody learns how to play on after a first meld that is hardly ever laid now."""
GAMES = 20_000
"""Games of an iteration: so few, because how close the average comes depends on the number of iterations."""
ITERATIONS = 2000
STARTS = ("even", "yes", "no")
"""The profiles of the first iteration: both answers alike, always yes, always no."""
_START = {"even": 0.5, "yes": 1.0, "no": 0.0}
_MOST_STATE = 64_000_000
STATE = ".state"
"""Added to the name of a profile's file to get the file of the state."""


class SolveError(TongitsError):
    """Rules or players that cannot be solved, or a state that cannot be resumed."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C while something is solved; `sentence` says what is kept."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class Problem:
    """A problem to solve.

    Attributes:
        rules: the house rules.
        base: the bot that plays the cards.
        seed: 0 .. 2**64 - 1; chooses all games.
        games: games of an iteration.
        method: one of `learners.METHODS`.
        match_games: games of a match; an answer is worth the payouts of the rest of the match.
        locks: players of the seats that are not solved, by seat (slot) from 0.
        explore: see `EXPLORE`.
        start: one of `STARTS`.
        kinds: the kinds of decisions to solve.
    """

    rules: RuleSet
    base: Player
    seed: int = 1
    games: int = GAMES
    method: str = METHODS[0]
    match_games: int = 1
    locks: Mapping[int, Player] = field(default_factory=dict)
    explore: float = EXPLORE
    start: str = STARTS[0]
    kinds: tuple[str, ...] = USUAL

    def __post_init__(self) -> None:
        if self.start not in STARTS:
            raise SolveError(f"{self.start!r} is not a start; choose one of {', '.join(STARTS)}")
        if self.method not in METHODS:
            raise SolveError(f"{self.method!r} is not a method; choose {' or '.join(METHODS)}")
        if self.base.strategy.profiled:
            raise SolveError(f"{self.base.label} plays a profile already; name the bot whose card play is to be used")

    @property
    def axes(self) -> dict[str, Axes]:
        """The grids' axes by kind of decision."""
        return grids(self.rules, self.match_games, self.kinds)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits in each slot."""
        return tuple(self.locks.get(slot, self.base) for slot in range(3))

    @property
    def free(self) -> tuple[bool, ...]:
        """Whether each slot is solved."""
        return tuple(slot not in self.locks for slot in range(3))

    def job(self, profiles: Sequence[Mapping[str, np.ndarray]], plays: tuple[int, ...], **changes: Any) -> SolvingJob:
        """Games where slot i plays `profiles[plays[i]]`, or as it is (-1); `changes`: other fields of the job."""
        from tongits_sim.designs.solving.job import SolvingJob

        fields: dict[str, Any] = {"games": self.games, "seed": self.seed} | changes
        grids = tuple(self.grids_of(each) for each in profiles)
        return SolvingJob(self.rules, self.players, PROFILED, grids, plays, match_games=self.match_games, **fields)

    def grids_of(self, yes: Mapping[str, np.ndarray], **values: Mapping[str, np.ndarray]) -> tuple[Grid, ...]:
        """Probabilities by kind as grids; `values`: further arrays by name and kind."""
        from tongits_sim.profiles.profile import Grid

        return tuple(
            Grid(
                kind,
                axes,
                np.asarray(yes[kind], "<f4").tobytes(),
                {name: np.asarray(each[kind], "<f4").tobytes() for name, each in values.items()},
            )
            for kind, axes in self.axes.items()
        )

    def asked(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return {
            "rules": self.rules.name,
            "knobs": self.rules.differing(),
            "players": described(self.players),
            "locks": sorted(self.locks),
            "axes": {kind: [[name, list(edges)] for name, edges in axes] for kind, axes in self.axes.items()},
            "seed": self.seed,
            "games": self.games,
            "method": self.method,
            "match_games": self.match_games,
            "explore": self.explore,
            "start": self.start,
        }


class Solver:
    """A problem being solved.

    Attributes:
        problem: the problem.
        iteration: iterations done.
        branches: other answers played on so far.
    """

    def __init__(self, problem: Problem, how: How | None = None) -> None:
        self.problem = problem
        self.how = how or How()
        self.branches = 0
        self._learners: dict[str, Learner] = {
            kind: learner(problem.method, axes, np.full(cells(axes), _START[problem.start]), sum(problem.free) - 1)
            for kind, axes in problem.axes.items()
        }

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return next(iter(self._learners.values())).iteration

    def step(self) -> None:
        """Play one iteration and update. Raises TongitsError; SolveError where nobody is ever asked."""
        problem = self.problem
        current = {kind: each.current for kind, each in self._learners.items()}
        plays, counted = tuple(0 if free else -1 for free in problem.free), problem.free
        if problem.method == METHODS[0] and all(problem.free):
            plays, counted = (
                (0, 1, 0),
                (True, False, True),
            )  # 0 and 2 play the new profile, each beside it and the average
        first = self.iteration * -(-problem.games // problem.match_games)
        job = problem.job(
            [current, self.average()],
            plays,
            counted=counted,
            first=first,
            explore=problem.explore / (1.0 + min(self.iteration / CALMING, 1.0)),
            decided=tuple(each.decided.astype(np.uint8).tobytes() for each in self._learners.values()),
        )
        counts, branches = play_counts(job, self.how)
        if self.iteration == 0 and not any(each[:, 0].any() for each in counts.values()):
            raise SolveError(
                f"nobody was asked for a call or a challenge in {problem.games:,} games under {problem.rules.name}: "
                "there is nothing to solve"
            )
        for kind, each in self._learners.items():
            each.update(counts[kind])
        self.branches += branches

    def average(self) -> dict[str, np.ndarray]:
        """The average profile: probabilities of yes (float64[cells]) by kind."""
        return {kind: each.average() for kind, each in self._learners.items()}

    # ---- kept on disk

    def save(self, path: Path) -> None:
        """Write the state to go on from, to a temporary name first. Raises StoreError."""
        arrays = {f"{kind}.{name}": v for kind, each in self._learners.items() for name, v in each.state().items()}
        head = json.dumps({"asked": self.problem.asked(), "branches": self.branches}, sort_keys=True)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, head=np.frombuffer(head.encode(), np.uint8), **arrays)  # type: ignore[arg-type]
        attempt(path, lambda: replace_file(path, buffer.getvalue()))

    def restore(self, path: Path) -> None:
        """Go on from a file of `save`. Raises SolveError: it is damaged, or of another problem."""
        try:
            content = read_file(path, _MOST_STATE)
            with np.load(io.BytesIO(content), allow_pickle=False) as stored:
                head = json.loads(stored["head"].tobytes())
                arrays = {name: stored[name] for name in stored.files if name != "head"}
        except (FileError, OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
            raise SolveError(f"{path} cannot be resumed: {error}; start over without --resume") from None
        asked = json.loads(json.dumps(self.problem.asked()))
        if head.get("asked") != asked:
            other = [name for name in asked if head.get("asked", {}).get(name) != asked[name]]
            raise SolveError(f"{path} is of another problem ({', '.join(other)} differ); choose another file")
        for kind, each in self._learners.items():
            mine = {name.partition(".")[2]: v for name, v in arrays.items() if name.startswith(f"{kind}.")}
            if any(v.shape not in ((), each.current.shape) for v in mine.values()) or "iteration" not in mine:
                raise SolveError(f"{path} is damaged; start over without --resume")
            each.restore(mine)
        self.branches = int(head["branches"])


def play_counts(job: SolvingJob, how: How) -> tuple[dict[str, np.ndarray], int]:
    """Play a job; returns the cells' sums by kind (float64[cells, SUMS], exact below 2**53) and branches played."""
    run = replace(how, out=None, resume=False, progress=None).run(job)
    sums, counts, at = run.totals.whole("cells").astype(np.float64), {}, 0
    for grid in job.grids:
        counts[grid.kind] = sums[at : at + grid.cells]
        at += grid.cells
    return counts, int(run.totals["branches"][0])
