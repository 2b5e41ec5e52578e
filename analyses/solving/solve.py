"""How to play against unknown people: profiles for calls and challenges that leave one seat little to gain.

Every seat plays the same profile; at every call and challenge both answers are played on, and the profile moves towards
what would have been better, cell by cell (analyses/solving). How much it still moves says nothing of its quality: at
intervals one seat looks for the best answer to it, and the gain of that is measured on deals that chose nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyses.answers.shared import Bot, Versions
from analyses.answers.solving import Frequency, Reading, SolveAnswer
from analyses.solving.best_response import best_response, measure
from analyses.solving.locks import locked
from analyses.solving.solver import GAMES, ITERATIONS, STATE, Problem, SolveError, Solver, Stopped, play_counts
from strategies.registry import load_player
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.profiles.profile import Profile, to_bytes
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.run_folder import attempt, replace_file

EVERY = 250
"""Iterations from one reading of the exploitability to the next."""
VALUING = 7_000_003
"""Added to a seed to get the seed of the games that estimate the values of both answers."""
_FIT_GAMES, _DEALS = 100_000, 100_000
_LAST_FIT_GAMES, _LAST_DEALS, _LAST_ROUNDS = 1_000_000, 400_000, 10


@dataclass(frozen=True)
class Until:
    """When to stop: at the first of these; at `ITERATIONS` where none is given.

    Attributes:
        iterations: iterations in all, those of a resumed run included.
        minutes: minutes from now.
        gain: the upper end of the interval of what one seat gains inside the cells, units a game.
    """

    iterations: int | None = None
    minutes: float | None = None
    gain: float | None = None

    def __post_init__(self) -> None:
        if self.gain is not None and not self.gain > 0:
            raise SolveError(
                f"no profile leaves a seat less than nothing to gain, so {self.gain:g} is never reached; ask for more "
                "than 0, as in --until 0.01"
            )

    @property
    def most(self) -> int | None:
        """The most iterations; None: no limit."""
        if self.iterations is None and self.minutes is None:
            return ITERATIONS if self.gain is None else 20 * ITERATIONS
        return self.iterations


Look = Callable[[int, float, Reading | None], None]
"""Called after every iteration with its number, the seconds so far, and the last reading."""


def solve(
    problem: Problem,
    until: Until | None = None,
    file: Path | None = None,
    resume: bool = False,
    how: How | None = None,
    look: Look | None = None,
    last: bool = True,
) -> tuple[Profile, SolveAnswer]:
    """Solve a problem; returns the profile and the answer.

    Args:
        problem: rules, bot, seed, method, locks.
        until: when to stop.
        file: where to write the profile; beside it, its state, to go on from.
        resume: go on from the state beside `file`.
        how: where to play; `out` is not used.
        look: called after every iteration.
        last: whether the exploitability is measured once more at the end.

    Raises:
        TongitsError: for anything that cannot be solved, read or written. On Ctrl-C the profile and its state are
            written before KeyboardInterrupt goes on.
    """
    run = _Run(problem, until or Until(), file, how or How(), look)
    run.begin(resume)
    return run.play(last)


class _Run:
    """Solving in progress.

    Attributes:
        file: the profile to write; None: nothing is kept.
        state: the file that the search goes on from, beside the profile.
        began: when it began, by `time.perf_counter`.
    """

    def __init__(self, problem: Problem, until: Until, file: Path | None, how: How, look: Look | None) -> None:
        self.problem, self.until, self.how = problem, until, how
        self.solver = Solver(problem, how)
        self.file, self.state = file, Path(f"{file}{STATE}")
        self.began = time.perf_counter()
        self.readings: list[Reading] = []
        self.last: Reading | None = None  # the reading of the end, once it was taken
        self._look = look or (lambda iteration, elapsed, reading: None)

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.began

    def begin(self, resume: bool) -> None:
        """Go on from the state on disk, or refuse to overwrite it. Raises SolveError."""
        if resume:
            if self.file is None or not self.state.exists():
                raise SolveError(f"there is nothing to resume with: {self.state} does not exist; leave out --resume")
            self.solver.restore(self.state)
        elif self.file is not None and (self.file.exists() or self.state.exists()):
            raise SolveError(f"{self.file} exists; add --resume to go on solving, or choose another name")

    def play(self, last: bool = True) -> tuple[Profile, SolveAnswer]:
        """Iterate to the end, and measure the result (if `last`)."""
        self.problem.job([self.solver.average()], (0, 0, 0)).prepare(self.how.notice or (lambda text: None))
        self.began = time.perf_counter()
        try:
            stopped = self._iterate()
        except KeyboardInterrupt:
            if self.file is not None and self.solver.iteration:
                self._keep("Stopped by Ctrl-C.", None)
                raise Stopped(
                    f"Stopped after {self.solver.iteration:,} iterations. {self.file} holds what is solved so far, its "
                    "exploitability not measured; the same command with --resume goes on."
                ) from None
            raise Stopped("Stopped; nothing is kept without a file: name one with -o PROFILE.") from None
        if last and self.last is None:
            self.last = self._read(_LAST_FIT_GAMES, _LAST_DEALS, _LAST_ROUNDS)
        return self._keep(stopped, self.last)

    def _iterate(self) -> str:
        """Iterate until it is enough; returns why it ended."""
        until, solver = self.until, self.solver
        while True:
            if until.most is not None and solver.iteration >= until.most:
                wanted = until.gain
                if wanted is not None and self.readings:
                    reached = self.readings[-1].gain.mean
                    return (
                        f"Stopped after {solver.iteration:,} iterations with {reached:.3f} units a game reached, not "
                        f"{wanted:g}; --resume with more --iterations goes on."
                    )
                return f"Stopped after {solver.iteration:,} iterations, as planned."
            if until.minutes is not None and self.elapsed >= 60 * until.minutes and solver.iteration:
                return f"Stopped after {until.minutes:g} minutes and {solver.iteration:,} iterations, as planned."
            solver.step()
            if solver.iteration % EVERY == 0:
                if self.file is not None:
                    self.solver.save(self.state)
                self.readings.append(self._read(_FIT_GAMES, _DEALS))
                if self._enough() and self._confirm():
                    return f"Stopped when one seat's gain inside the cells was below {until.gain:g} units a game."
            self._look(solver.iteration, self.elapsed, self.readings[-1] if self.readings else None)

    def _enough(self) -> bool:
        """Whether the upper end of the last reading's interval has come down to the gain asked for."""
        wanted, limits = self.until.gain, self.readings[-1].gain.ci95
        return wanted is not None and limits is not None and limits[1] <= wanted

    def _confirm(self) -> bool:
        """Read again with the larger search of the end; returns whether that is low enough too."""
        self.readings.append(self._read(_LAST_FIT_GAMES, _LAST_DEALS, _LAST_ROUNDS))
        self.last = self.readings[-1] if self._enough() else None
        return self.last is not None

    def _read(self, games: int, deals: int, rounds: int = 8) -> Reading:
        """Look for the best answer and measure its gain."""
        profile = self.solver.average()
        free = next(slot for slot, is_free in enumerate(self.problem.free) if is_free)
        own = best_response(self.problem, profile, self.how, games, free, rounds)
        gain = measure(self.problem, profile, own, self.how, deals, free)
        return Reading(self.solver.iteration, self.elapsed, Estimate.of(gain), deals)

    def _keep(self, stopped: str, last: Reading | None) -> tuple[Profile, SolveAnswer]:
        """Make the profile and its answer, and write them."""
        values = self._values()
        profile = self._profile(values, last)
        if self.file is not None:
            file = self.file
            self.solver.save(self.state)
            attempt(file, lambda: replace_file(file, to_bytes(profile)))
        return profile, self._answer(values, stopped, last)

    def _values(self) -> dict[str, np.ndarray]:
        """Sums of a held-out run of the profile against itself, by kind: float64[cells, SUMS]."""
        problem, free = self.problem, self.problem.free
        plays = tuple(0 if each else -1 for each in free)
        seed = (problem.seed + VALUING) % 2**64
        games = max(problem.games, min(50 * problem.games, 1_000_000))
        job = problem.job([self.solver.average()], plays, counted=free, games=games, seed=seed)
        counts, _ = play_counts(job, self.how)
        self._value_games = games
        return counts

    def _profile(self, values: Mapping[str, np.ndarray], last: Reading | None) -> Profile:
        names: dict[str, dict[str, np.ndarray]] = {"weight": {}, "ev_yes": {}, "ev_no": {}, "se": {}}
        for kind, sums in values.items():
            n = np.maximum(sums[:, 0], 1.0)
            mean = sums[:, 1] / n
            variance = np.maximum(sums[:, 2] / n - mean * mean, 0.0)
            names["weight"][kind] = sums[:, 0] * 1000 / self._value_games
            names["ev_yes"][kind] = sums[:, 3] / n / UNIT
            names["ev_no"][kind] = sums[:, 4] / n / UNIT
            names["se"][kind] = np.sqrt(variance / np.maximum(sums[:, 0] - 1, 1.0)) / UNIT
        solved: dict[str, Any] = {
            "iterations": self.solver.iteration,
            "games": self.problem.games,
            "seed": self.problem.seed,
            "method": self.problem.method,
            "match_games": self.problem.match_games,
            "knobs": self.problem.rules.knobs(),
            "valued": self._value_games,
            "start": self.problem.start,
            "locks": {str(slot + 1): player.spec for slot, player in self.problem.locks.items()},
            "gain": None if last is None else last.gain.to_dict(),
        }
        grids = self.problem.grids_of(self.solver.average(), **names)
        rules = self.problem.rules
        return Profile(rules.name, rules.digest(), self.problem.base.spec, grids, solved)

    def _answer(self, values: Mapping[str, np.ndarray], stopped: str, last: Reading | None) -> SolveAnswer:
        problem = self.problem
        average = self.solver.average()
        players = {player.label: player for player in problem.players}
        return SolveAnswer(
            command="solve",
            rules=problem.rules.name,
            rules_option=rules_option(problem.rules),
            knobs=problem.rules.knobs(),
            play=problem.base.label,
            locks={str(slot + 1): player.label for slot, player in sorted(problem.locks.items())},
            method=problem.method,
            start=problem.start,
            seed=problem.seed,
            match_games=problem.match_games,
            iterations=self.solver.iteration,
            games_per_iteration=problem.games,
            branches=self.solver.branches,
            cells={kind: (len(sums), int((sums[:, 0] > 0).sum())) for kind, sums in values.items()},
            readings=tuple(self.readings),
            exploitability=last,
            frequencies=tuple(
                _frequency(kind, sums, average[kind], self._value_games) for kind, sums in values.items()
            ),
            file="" if self.file is None else str(self.file),
            stopped=stopped,
            elapsed_s=self.elapsed,
            bots=tuple(map(Bot.of, players.values())),
            versions=Versions.current(),
        )


def _frequency(kind: str, sums: np.ndarray, yes: np.ndarray, games: int) -> Frequency:
    n = sums[:, 0]
    total = max(float(n.sum()), 1.0)
    mixed = (yes > 0.05) & (yes < 0.95)
    return Frequency(kind, float(n.sum()) / games, float((n * yes).sum()) / total, float(n[mixed].sum()) / total)


def problem_of(rules: Any, play: str = "expert", locks: Sequence[str] = (), **fields: Any) -> Problem:
    """A problem from names: rules as `load` understands them, a bot's spec, locks as `--lock` takes them.

    `fields`: seed, games, method, match_games, start, kinds of `Problem`. Raises TongitsError.
    """
    chosen = rules if isinstance(rules, RuleSet) else load(rules)
    seats = {slot: load_player(spec) for slot, spec in locked(locks).items()}
    return Problem(chosen, load_player(play), locks=seats, **{"games": GAMES, **fields})
