"""The gains of players in one seat, all on the same held-out deals, each deal also played without them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.solving.best_response import play_tables
from tongits_sim.rules.amounts import takes_fees

if TYPE_CHECKING:
    from analyses.solving.solver import Problem
    from tongits_sim.run.how import How
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

MOST_ARMS = 12
"""Tables played at a time: each has records of its own in every thread."""


def gains(
    problem: Problem, seats: tuple[Player, ...], others: Sequence[Player], how: How, deals: int, seed: int
) -> list[Interval]:
    """The earnings a game of slot 0 as each of `others`, less its earnings as `seats[0]`, on the same deals. Seats that
    earn exactly 0 over the seatings of a deal (`even`) are not played.

    Args:
        problem: rules and match length.
        seats: three players.
        others: who sits in slot 0 instead.
        how: where to play, in threads.
        deals: deals (matches), each in three seatings.
        seed: of the deals.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    intervals: list[Interval] = []
    for first in range(0, len(others), MOST_ARMS):
        compared = [] if even(problem, seats) else [seats]
        tables = [*compared, *((each, *seats[1:]) for each in others[first : first + MOST_ARMS])]
        effects = play_tables(problem, tables, how, deals, seed)
        if compared:
            intervals += [effects.payout(arm, 0).diff for arm in range(1, len(tables))]
        else:
            intervals += [effects.earned(arm, 0) for arm in range(len(tables))]
    return intervals


def even(problem: Problem, seats: tuple[Player, ...]) -> bool:
    """Whether slot 0 earns exactly 0 over the seatings of every deal.

    Three equal players play the same game in each seating, and slot 0 has every seat of it once: it earns what all
    three do together, which is nothing in a single game where no fees are taken.
    """
    return seats[0] is seats[1] is seats[2] and problem.match_games == 1 and not takes_fees(problem.rules)


def earned(problem: Problem, seats: tuple[Player, ...], how: How, deals: int, seed: int) -> Interval:
    """The earnings a game of slot 0 at a table.

    Args:
        problem: rules and match length.
        seats: three players.
        how: where to play, in threads.
        deals: deals (matches), each in three seatings.
        seed: of the deals.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    return play_tables(problem, [seats], how, deals, seed).level("payout:a")
