"""The profiles that ship with the program: solved one after the other, made small, measured as they ship, written.

A profile that is up to date is skipped, and an interrupted one goes on from its state. The exploitability in a file is
that of the profile in the file, after it was made small.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyses.answers.solving import Reading
from analyses.solving.best_response import best_response, measure
from analyses.solving.learners import METHODS
from analyses.solving.solve import Look as SolveLook
from analyses.solving.solve import Until, solve
from analyses.solving.solver import GAMES, ITERATIONS, STATE, Problem, SolveError, Solver, Stopped
from strategies.registry import load_player
from strategies.solved import BASE, KINDS, SUFFIX
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.profiles.profile import Grid, Profile, ProfileError, read_profile, to_bytes
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate
from tongits_sim.run.run_folder import attempt, replace_file

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How

STEPS = 64
"""A shipped probability is a multiple of one by this."""
FEWEST = 30
"""A cell that came up less often while values were estimated ships without values."""
FIT_GAMES, ROUNDS, DEALS = 1_000_000, 10, 400_000
"""The final measurement of one seat's gain: games of a round of fitting, rounds, and held-out deals."""
CONFIRMING = "shipping"
"""The check whose deals (`check_seed`) measure that: they neither chose anything nor ended solving."""
PART = ".part"
"""Suffix of a profile that is still being solved."""


@dataclass(frozen=True)
class Recipe:
    """The recipe of the profiles that ship.

    Attributes:
        iterations: at most so many iterations.
        gain: solving stops earlier when the upper end of the interval of one seat's gain is below this; units a game,
            ten times as much where losers pay by points. None: it does not.
        games: games of an iteration.
        seed: 0 .. 2**64 - 1.
        method: one of `learners.METHODS`.
        fit_games, rounds: games of a round in which the last deviation is fitted, and rounds.
        deals: deals its gain is measured on.
    """

    iterations: int = ITERATIONS
    gain: float | None = None
    games: int = GAMES
    seed: int = 1
    method: str = METHODS[0]
    fit_games: int = field(default_factory=lambda: FIT_GAMES)
    rounds: int = field(default_factory=lambda: ROUNDS)
    deals: int = field(default_factory=lambda: DEALS)

    def digest(self, problem: Problem) -> str:
        """Sixteen hex digits that change with anything that decides the profile."""
        asked = {"problem": problem.asked(), "recipe": asdict(self), "steps": STEPS, "fewest": FEWEST}
        return hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()[:16]

    def problem(self, rules: RuleSet) -> Problem:
        """The problem of these rules."""
        return Problem(rules, load_player(BASE), seed=self.seed, games=self.games, method=self.method, kinds=KINDS)

    def until(self, rules: RuleSet) -> Until:
        """When solving these rules stops."""
        points = 1.0 if rules.knobs()["pay.mode"] == "flat" else 10.0
        return Until(self.iterations, None, None if self.gain is None else self.gain * points)


@dataclass(frozen=True)
class Step:
    """The progress of making all profiles.

    Attributes:
        name: name of the rules.
        number, of: their place among all.
        iteration: iterations done; 0 while the result is measured.
        elapsed: seconds of solving these rules.
        reading: the last reading of the exploitability.
    """

    name: str
    number: int
    of: int
    iteration: int = 0
    elapsed: float = 0.0
    reading: Reading | None = None


@dataclass(frozen=True)
class Shipped:
    """A profile that was made, or was up to date.

    Attributes:
        step: its place among all.
        profile: the profile.
        size: bytes of its file.
        fresh: whether it was made now.
    """

    step: Step
    profile: Profile
    size: int
    fresh: bool


Look = Callable[[Step], None]


def make_all(names: Sequence[str], folder: Path, recipe: Recipe, how: How, look: Look) -> Iterator[Shipped]:
    """Make the profiles of these rules in a folder; those that are up to date are left alone.

    Args:
        names: rules as `load` understands them.
        folder: for the files, `NAME.profile`; made if missing.
        recipe: their recipe.
        how: where to play.
        look: called after every iteration.

    Raises:
        TongitsError: rules that cannot be solved, or a folder that cannot be written to; found before anything is
            played.
    """
    problems = [recipe.problem(load(name)) for name in names]
    _check_folder(folder)
    for number, problem in enumerate(problems, start=1):
        step = Step(problem.rules.name, number, len(problems))
        path = folder / f"{problem.rules.name}{SUFFIX}"
        current = _up_to_date(path, problem, recipe)
        profile = current or _make(path, problem, recipe, how, _progress(look, step))
        yield Shipped(step, profile, path.stat().st_size, current is None)


def _check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be written to. Raises StoreError."""
    probe = folder / f"probe{PART}"
    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    replace_file(probe, b"")
    attempt(folder, probe.unlink)


def _up_to_date(path: Path, problem: Problem, recipe: Recipe) -> Profile | None:
    """The profile in a file that was made by this recipe; None where there is none."""
    try:
        profile = read_profile(str(path))
    except ProfileError:
        return None
    wanted = problem.rules.digest(), recipe.digest(problem)
    return profile if (profile.digest, profile.solved.get("recipe")) == wanted else None


def _progress(look: Look, step: Step) -> SolveLook:
    """The progress function of solving one set of rules."""
    return lambda iteration, elapsed, reading: look(
        replace(step, iteration=iteration, elapsed=elapsed, reading=reading)
    )


def _make(path: Path, problem: Problem, recipe: Recipe, how: How, look: SolveLook) -> Profile:
    """Solve, make small, measure, write; then remove the state of solving."""
    part = path.with_name(path.name + PART)
    state = Path(f"{part}{STATE}")
    going_on = _resumable(problem, state)
    if not going_on:
        _remove(part, state)
    try:
        profile, _ = solve(problem, recipe.until(problem.rules), part, going_on, how, look, last=False)
    except Stopped:
        raise Stopped(
            f"Stopped while {problem.rules.name} was being solved; what is finished stays, the same command goes on."
        ) from None
    look(0, 0.0, None)
    small = measured(compact(profile), problem, recipe, how)
    replace_file(path, to_bytes(small))
    _remove(part, state)
    return read_profile(str(path))


def _resumable(problem: Problem, state: Path) -> bool:
    """Whether solving this problem can go on from a state."""
    try:
        Solver(problem).restore(state)
    except SolveError:
        return False
    return True


def _remove(*files: Path) -> None:
    for file in files:
        file.unlink(missing_ok=True)


def compact(profile: Profile) -> Profile:
    """A profile with its numbers rounded to the digits that matter, so that its file is small.

    Probabilities become multiples of 1 / `STEPS`. Values of answers are rounded to at most half a standard error, and
    left out (0) in cells that came up less than `FEWEST` times.
    """
    return replace(profile, grids=tuple(_compact(grid, _least_weight(profile)) for grid in profile.grids))


def _least_weight(profile: Profile) -> float:
    """The least weight (decisions in 1,000 games) of a cell that keeps its values."""
    return FEWEST * 1000 / max(float(profile.solved.get("valued", 0) or 1_000_000), 1.0)


def _compact(grid: Grid, least: float) -> Grid:
    yes = np.round(grid.array() * STEPS) / STEPS
    arrays = {name: grid.array(name) for name in grid.values}
    if arrays:
        known = arrays["weight"] >= least
        step = np.exp2(np.floor(np.log2(np.maximum(arrays["se"], 1e-6))) - 1)
        for name in ("ev_yes", "ev_no"):
            arrays[name] = np.where(known, np.round(arrays[name] / step) * step, 0.0)
        for name in ("se", "weight"):
            arrays[name] = np.where(known, _bits(arrays[name], 5), 0.0)
    return Grid(
        grid.kind,
        grid.axes,
        yes.astype("<f4").tobytes(),
        {name: each.astype("<f4").tobytes() for name, each in arrays.items()},
    )


def _bits(values: np.ndarray, bits: int) -> np.ndarray:
    """Numbers with so many binary digits."""
    share, power = np.frexp(values)
    return np.asarray(np.ldexp(np.round(share * 2.0**bits) / 2.0**bits, power))


def measured(profile: Profile, problem: Problem, recipe: Recipe, how: How) -> Profile:
    """The profile with the gain of one seat by the best deviation found, measured on held-out deals.

    Args:
        profile: as it ships.
        problem: the problem it solves.
        recipe: games and deals.
        how: where to play.
    """
    yes = {grid.kind: grid.array().reshape(-1).astype(float) for grid in profile.grids}
    fresh = replace(problem, seed=check_seed(problem.seed, CONFIRMING))
    own = best_response(fresh, yes, how, recipe.fit_games, 0, recipe.rounds)
    gain = Estimate.of(measure(fresh, yes, own, how, recipe.deals))
    said = {"gain": gain.to_dict(), "deals": recipe.deals, "recipe": recipe.digest(problem)}
    return replace(profile, solved={**profile.solved, **said})
