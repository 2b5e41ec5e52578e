"""Long tests of the solver: `python -m tools.solving WHAT RULES`.

WHAT is one of
* `cost`: the time of an iteration for each branch, beside that of the plain forks that it plays (`designs/forks`);
* `search`: the gain that the best-response search finds in one profile, by the number of games a round;
* `restarts`: solves from far-off starts and with another seed; the gain of a seat of one among two of another;
* `shipped`: the gain of a seat against the profile that ships, on tens of thousands of deals;
* `methods`: solves by regret matching; the gain of a seat of it among two of the profile that ships, and the reverse;
* `decisions`: the gain of a seat that may also choose to lay or to block, against two who only solved their calls.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from analyses.solving.best_response import best_response, gain_of, measure, seated
from analyses.solving.grids import DECISIONS
from analyses.solving.solve import problem_of
from analyses.solving.solver import Problem, Solver, play_counts
from tongits_sim.run.how import How

HOW = How()
DEALS = 400_000


def solved(problem: Problem, iterations: int) -> dict[str, np.ndarray]:
    """The average profile after `iterations` iterations."""
    solver, began = Solver(problem, HOW), time.perf_counter()
    for _ in range(iterations):
        solver.step()
    print(f"solved in {time.perf_counter() - began:.0f} s ({problem.start} start, seed {problem.seed})", flush=True)
    return solver.average()


def shown(gain: Any) -> str:
    """A gain with its interval."""
    return f"{float(gain.estimate):+.4f} ({float(gain.low):+.4f} to {float(gain.high):+.4f}) units a game"


def cost(rules: str, iterations: int) -> None:
    """Processor time for each branch of an iteration and of plain forks, in the same games."""
    from tongits_sim.designs.forks.job import Binning, ForkJob, unit_bins

    problem = problem_of(rules)
    profile = solved(problem, 30)
    seats = tuple(seated(problem, profile) for _ in range(3))
    job = problem.job([profile], (0, 0, 0), games=200_000)
    forks = [
        ForkJob(problem.rules, seats, kind, (Binning("one", (unit_bins("count", 0, 60),)),), 200_000)
        for kind in profile
    ]
    for _ in range(2):
        began = time.process_time()
        _, branches = play_counts(job, HOW)
        mine = time.process_time() - began
        began = time.process_time()
        plain = sum(int(HOW.run(each).totals["branches"][0]) for each in forks)
        theirs = time.process_time() - began
        times = mine / branches / (theirs / plain)
        print(
            f"an iteration: {branches:,} branches in {mine:.2f} s, {1e6 * mine / branches:.2f} us each; plain forks: "
            f"{plain:,} in {theirs:.2f} s, {1e6 * theirs / plain:.2f} us each; {times:.2f} times as much"
        )


def search(rules: str, iterations: int) -> None:
    """The gain that the search finds, with more and more games a round."""
    problem = problem_of(rules)
    profile = solved(problem, iterations)
    for games in (100_000, 300_000, 3_000_000):
        began = time.perf_counter()
        own = best_response(problem, profile, HOW, games, 0, 12)
        took = time.perf_counter() - began
        print(
            f"12 rounds of {games:,}: {shown(measure(problem, profile, own, HOW, DEALS))}, {took:.0f} s",
            flush=True,
        )


def restarts(rules: str, iterations: int) -> None:
    """The gain of a seat of one solve among two of another; solves of the same value have intervals around 0."""
    first = problem_of(rules)
    problems = [first, replace(first, start="yes"), replace(first, start="no"), replace(first, seed=first.seed + 1)]
    seats = [seated(first, solved(problem, iterations)) for problem in problems]
    names = ("even", "always yes", "always no", "another seed")
    for mine, own in zip(names, seats, strict=True):
        for other, two in zip(names, seats, strict=True):
            if mine != other:
                gain = gain_of(first, (two, two, two), (own, two, two), HOW, DEALS, 0)
                print(f"{mine} among two of {other}: {shown(gain)}", flush=True)


def decisions(rules: str, iterations: int) -> None:
    """The gain of one seat by choosing to lay and to block, and its gain once these are solved too."""
    calls = problem_of(rules)
    profile = solved(calls, iterations)
    every = replace(calls, kinds=tuple(DECISIONS.values()))
    whole = solved(every, iterations)
    usual = _as_the_bot(every, profile)
    for name, problem, start in (("calls and challenges", calls, profile), ("all four", every, whole)):
        own = best_response(problem, start, HOW, 1_000_000, 0, 12)
        print(f"{name} solved, the same left free: {shown(measure(problem, start, own, HOW, DEALS))}", flush=True)
    own = best_response(every, usual, HOW, 1_000_000, 0, 12)
    gain = gain_of(
        every, (seated(calls, profile),) * 3, (seated(every, own), *(seated(calls, profile),) * 2), HOW, DEALS, 0
    )
    print(f"calls and challenges solved, all four left free: {shown(gain)}")


def _as_the_bot(problem: Problem, profile: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """A profile for more decisions, which answers yes to the new ones, as `expert` mostly does."""
    from analyses.solving.grids import cells

    return {kind: profile[kind] if kind in profile else np.ones(cells(axes)) for kind, axes in problem.axes.items()}


def shipped(rules: str, deals: int) -> None:
    """The gain of one seat inside the cells against the profile that ships, on more deals than in its file."""
    from analyses.solving.shipping import CONFIRMING, Recipe
    from strategies.solved import SHIPPED
    from tongits_sim.any_game.jobs import check_seed
    from tongits_sim.rules import load

    recipe, chosen = Recipe(), load(rules)
    own_problem = recipe.problem(chosen)
    problem = replace(own_problem, seed=check_seed(own_problem.seed, CONFIRMING))
    profile = {grid.kind: grid.array().reshape(-1).astype(float) for grid in SHIPPED.under(chosen).grids}
    own = best_response(problem, profile, HOW, recipe.fit_games, 0, recipe.rounds)
    print(f"{deals * 10_000:,} deals: {shown(measure(problem, profile, own, HOW, deals * 10_000))}")


def methods(rules: str, iterations: int) -> None:
    """The gain of a solve by regret matching among two of the profile that ships, and the reverse."""
    from strategies.solved import KINDS, SHIPPED

    problem = problem_of(rules, kinds=KINDS)
    matching = replace(problem, method="regret")
    names = ("regret", "shipped")
    profiles = (
        solved(matching, iterations),
        {grid.kind: grid.array().reshape(-1).astype(float) for grid in SHIPPED.under(problem.rules).grids},
    )
    seats = [seated(problem, profile) for profile in profiles]
    for mine, own, other, two in ((names[0], seats[0], names[1], seats[1]), (names[1], seats[1], names[0], seats[0])):
        print(f"{mine} among two of {other}: {shown(gain_of(problem, (two,) * 3, (own, two, two), HOW, DEALS, 0))}")


TESTS: dict[str, Callable[[str, int], None]] = {
    "cost": cost,
    "search": search,
    "restarts": restarts,
    "methods": methods,
    "decisions": decisions,
    "shipped": shipped,
}

if __name__ == "__main__":
    TESTS[sys.argv[1]](sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 400)
