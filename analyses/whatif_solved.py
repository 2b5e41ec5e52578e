"""The third way of playing in `whatif`: both rule sets solved, and how much one seat could still gain in each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analyses.answers.whatif import Solution
from analyses.solving.best_response import best_response, measure, seated
from analyses.solving.solver import Problem, Solver
from analyses.whatif_job import SOLVING_ROUNDS, Solving
from tongits_sim.run.answers import Estimate
from tongits_sim.stats import mean_of_repeats

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player


def solve_rules(
    rules: RuleSet, solving: Solving, seed: int, match_games: int, how: How
) -> tuple[list[Player], Solution]:
    """Solved players of some rules, in memory, and the gain that one seat still has against two of them.

    The rules are solved several times, each time on games of its own: the result of a solver depends on its games, and
    a comparison of two rule sets, each solved once, would take that for an effect of the rules.

    Args:
        rules: house rules.
        solving: how to solve.
        seed: the seed of the comparison; solving and measuring use others.
        match_games: games of a match.
        how: where to play.

    Raises:
        TongitsError: rules or a bot that cannot be solved.
    """
    quiet = replace(how, out=None, resume=False, progress=None)
    players, gains, deals = [], [], solving.deals(match_games)
    for number in range(solving.solves):
        problem = Problem(rules, solving.play, solving.seed(seed, number), solving.games, match_games=match_games)
        solver = Solver(problem, quiet)
        for _ in range(solving.iterations):
            solver.step()
        profile = solver.average()
        own = best_response(problem, profile, quiet, solving.fitting, rounds=SOLVING_ROUNDS)
        gains.append(measure(problem, profile, own, quiet, deals))
        players.append(seated(problem, profile))
    gain = Estimate.of(mean_of_repeats(gains))
    parts = (solving.iterations, solving.games, gain, deals, solving.solves)
    return players, Solution(rules.name, solving.play.label, *parts)
