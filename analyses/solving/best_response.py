"""The best answer of one seat inside the cells, and its gain: the first meter of exploitability.

One seat leaves the profile, the two others keep to it. Its answers are fitted by rounds of playing both answers on,
each round with the policy that the last one brought (policy iteration on counterfactual advantages); what it gains is
then measured by playing it, on other deals: the same deals with the profile in its place are the comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from analyses.solving.learners import SURE
from analyses.solving.smoothing import advantages
from analyses.solving.solver import Problem, play_counts
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.designs.tournament.triples import ROTATIONS

if TYPE_CHECKING:
    from tongits_sim.run.how import How
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

FITTING = 3_000_017
"""Added to a seed to get the one that a best response is fitted on."""
MEASURING = "gain"
"""The check whose deals (`check_seed`) measure its gain."""
ROUNDS = 10
FADE = 0.85
"""The weight of a round's counts in the next one."""
EXPLORE = 0.01
"""Share of its decisions where the game goes on with the other answer, so that all of its cells are seen."""
_SURE = 0.5
"""Standard errors that an advantage must have to be acted on."""
_MOST_SEED = 2**64


@dataclass(frozen=True)
class Gain:
    """The gain of a seat by the best answer found.

    Attributes:
        yes: its probabilities of yes (0, 1, or the profile's) by kind, float64[cells].
        gain: units a game more than the profile in its place, with its interval.
        deals: deals it was measured on.
    """

    yes: Mapping[str, np.ndarray]
    gain: Interval
    deals: int


def best_response(
    problem: Problem,
    profile: Mapping[str, np.ndarray],
    how: How,
    games: int,
    slot: int = 0,
    rounds: int = ROUNDS,
    fitted: Sequence[str] | None = None,
) -> dict[str, np.ndarray]:
    """The best answer inside the cells that was found for a slot, against `profile` and the locked players.

    Args:
        problem: rules, players, locks, seed.
        profile: probabilities of yes by kind, float64[cells].
        how: where to play.
        games: games of a round.
        slot: who leaves the profile.
        rounds: rounds of fitting.
        fitted: the kinds of decisions where the slot leaves the profile; None for all.
    """
    own = {kind: np.array(each) for kind, each in profile.items()}
    sums = {kind: np.zeros((len(each), 3)) for kind, each in profile.items()}
    decided = {kind: np.zeros(len(each), np.uint8) for kind, each in profile.items()}
    plays = tuple(1 if each == slot else 0 if free else -1 for each, free in enumerate(problem.free))
    counted = tuple(each == slot for each in range(3))
    seed = (problem.seed + FITTING) % _MOST_SEED
    matches = -(-games // problem.match_games)
    for turn in range(rounds):
        job = problem.job(
            [profile, own],
            plays,
            counted=counted,
            games=games,
            seed=seed,
            first=turn * matches,
            explore=EXPLORE,
            decided=tuple(each.tobytes() for each in decided.values()),
        )
        counts, _ = play_counts(job, how)
        for kind, axes in problem.axes.items():
            if fitted is not None and kind not in fitted:
                continue
            sums[kind] = sums[kind] * FADE + counts[kind][:, :3]
            n, difference, square = sums[kind].T
            mean, error = advantages(n, difference, square, axes)
            own[kind] = np.where(mean > _SURE * error, 1.0, np.where(mean < -_SURE * error, 0.0, profile[kind]))
            decided[kind] = (np.abs(mean) > SURE * error).astype(np.uint8)
    return own


def measure(
    problem: Problem,
    profile: Mapping[str, np.ndarray],
    own: Mapping[str, np.ndarray],
    how: How,
    deals: int,
    slot: int = 0,
) -> Gain:
    """The gain of a slot by `own` instead of `profile`, on held-out deals, every deal with both.

    Args:
        problem, profile, how, slot: as in `best_response`.
        own: the slot's probabilities of yes by kind.
        deals: deals (matches) to play in three seatings.
    """
    seats = [problem.locks.get(each) or seated(problem, profile) for each in range(3)]
    other = [*seats]
    other[slot] = seated(problem, own)
    gain = gain_of(problem, tuple(seats), tuple(other), how, deals, slot)
    return Gain(own, gain, deals)


def gain_of(
    problem: Problem,
    seats: tuple[Player, ...],
    other: tuple[Player, ...],
    how: How,
    deals: int,
    slot: int,
    check: str = MEASURING,
) -> Interval:
    """A slot's earnings a game at the table `other` less those at `seats`, on the same held-out deals.

    Args:
        problem: rules, seed, match length.
        seats, other: two tables of three players.
        how: where to play.
        deals: deals (matches), each in three seatings.
        slot: whose payoff is compared.
        check: which deals (`check_seed`) measure it.
    """
    from tongits_sim.designs.paired.estimates import PairedEstimates
    from tongits_sim.designs.paired.job import Arm, PairedJob

    seed = check_seed(problem.seed, check)
    arms = (Arm(problem.rules, seats), Arm(problem.rules, other))
    work = PairedJob(arms, deals, seed, problem.match_games, ROTATIONS)
    quiet = replace(how, out=None, resume=False, progress=None, backend="threading", scheduler=None)
    effects = PairedEstimates(work, quiet.run(work).totals, ["a", "b", "c"])
    return effects.payout(1, slot).diff


def seated(problem: Problem, yes: Mapping[str, np.ndarray]) -> Player:
    """The base bot answering by a profile that is held in memory."""
    from strategies.profile_bot import with_profile
    from tongits_sim.profiles.profile import Profile

    profile = Profile(problem.rules.name, problem.rules.digest(), problem.base.spec, problem.grids_of(yes))
    return with_profile(problem.base, profile)
