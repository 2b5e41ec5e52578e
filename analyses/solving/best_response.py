"""The best answer of one seat inside the cells, and its gain: the first meter of exploitability.

One seat leaves the profile, the two others keep to it. Each round plays both answers on with the policy of the round
before (policy iteration on counterfactual advantages). The gain is then measured on other deals, each played with the
best answer and with the profile in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from analyses.solving.grids import cells
from analyses.solving.learners import SURE
from analyses.solving.smoothing import advantages
from analyses.solving.solver import Problem, play_counts
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.designs.tournament.triples import ROTATIONS

if TYPE_CHECKING:
    from tongits_sim.designs.paired.estimates import PairedEstimates
    from tongits_sim.run.how import How
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

FITTING = 3_000_017
"""Added to a seed to get the seed of the games that fit a best response."""
MEASURING = "gain"
"""The check whose deals (`check_seed`) measure its gain."""
ROUNDS = 10
FADE = 0.85
"""The weight of a round's counts in the next round."""
EXPLORE = 0.01
"""Share of its decisions where the game goes on with the other answer, so that all of its cells are seen."""
_SURE = 0.5
"""Standard errors that an advantage must have to be acted on."""
_MOST_SEED = 2**64


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
        slot: the slot that leaves the profile.
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
) -> Interval:
    """The gain of a slot by `own` instead of `profile`, units a game, on held-out deals, each played with both.

    Args:
        problem, profile, how, slot: as in `best_response`.
        own: the slot's probabilities of yes by kind.
        deals: deals (matches) to play in three seatings.
    """
    seats = [problem.locks.get(each) or seated(problem, profile) for each in range(3)]
    other = [*seats]
    other[slot] = seated(problem, own)
    return gain_of(problem, tuple(seats), tuple(other), how, deals, slot)


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
        slot: the slot to compare.
        check: the check whose deals (`check_seed`) measure it.
    """
    effects = play_tables(problem, [seats, other], how, deals, check_seed(problem.seed, check))
    return effects.payout(1, slot).diff


def play_tables(
    problem: Problem, tables: Sequence[tuple[Player, ...]], how: How, deals: int, seed: int
) -> PairedEstimates:
    """Tables of three players on the same deals, in three seatings; in threads, as players may be in memory only.

    Args:
        problem: rules and match length.
        tables: the tables; the first is the base.
        how: where to play.
        deals: deals (matches).
        seed: of the deals.
    """
    from tongits_sim.designs.paired.estimates import PairedEstimates
    from tongits_sim.designs.paired.job import Arm, PairedJob

    arms = tuple(Arm(problem.rules, (a, b, c)) for a, b, c in tables)
    work = PairedJob(arms, deals, seed, problem.match_games, ROTATIONS)
    quiet = replace(how, out=None, resume=False, progress=None, backend="threading", scheduler=None)
    return PairedEstimates(work, quiet.run(work).totals, ["a", "b", "c"])


def own_counts(
    problem: Problem, seats: Sequence[Player], counted: tuple[bool, ...], how: How, games: int
) -> dict[str, np.ndarray]:
    """Sums by kind of decision (`designs.solving.layout.SUMS`) of three players who play as they are.

    Args:
        problem: rules, seed and cells.
        seats: three players.
        counted: whether each player's decisions count.
        how: where to play.
        games: games to play.
    """
    empty = {kind: np.full(cells(axes), 0.5) for kind, axes in problem.axes.items()}
    seed = (problem.seed + FITTING) % _MOST_SEED
    job = replace(problem, locks=dict(enumerate(seats))).job(
        [empty], (-1, -1, -1), counted=counted, games=games, seed=seed
    )
    return play_counts(job, how)[0]


def yes_shares(counts: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The share of yes in each cell (0.5 where nobody was asked), by kind: float64[cells]."""
    return {
        kind: np.where(sums[:, 0] > 0, sums[:, 5] / np.maximum(sums[:, 0], 1.0), 0.5) for kind, sums in counts.items()
    }


def seated(problem: Problem, yes: Mapping[str, np.ndarray]) -> Player:
    """The base bot answering by a profile that is held in memory."""
    from strategies.profile_bot import with_profile
    from tongits_sim.profiles.profile import Profile

    profile = Profile(problem.rules.name, problem.rules.digest(), problem.base.spec, problem.grids_of(yes))
    return with_profile(problem.base, profile)
