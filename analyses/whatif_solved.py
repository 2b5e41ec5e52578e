"""The third way of playing in `whatif`: both rule sets solved, and how much one seat could still gain in each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from analyses.answers.whatif import Solution
from analyses.solve import estimate
from analyses.solving.best_response import best_response, measure, seated
from analyses.solving.solver import Problem, Solver
from analyses.whatif_job import SOLVING_ROUNDS, Solving

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

SOLVING = 60_000_011
"""Added to a seed to get the one that rules are solved with."""


def solve_rules(rules: RuleSet, solving: Solving, seed: int, match_games: int, how: How) -> tuple[Player, Solution]:
    """The solved player of some rules, held in memory, and what one seat still gains against two of it.

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
    problem = Problem(rules, solving.play, (seed + SOLVING) % 2**64, solving.games, match_games=match_games)
    solver = Solver(problem, quiet)
    for _ in range(solving.iterations):
        solver.step()
    profile = solver.average()
    own = best_response(problem, profile, quiet, solving.fitting, rounds=SOLVING_ROUNDS)
    deals = solving.deals(match_games)
    gain = measure(problem, profile, own, quiet, deals).gain
    solution = Solution(rules.name, solving.play.label, solving.iterations, solving.games, estimate(gain), deals)
    return seated(problem, profile), solution
